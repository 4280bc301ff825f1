// Two texts side by side: what was there before, what is there now.
import { html } from "../../shell/html.js";

export function Sides({ difference }) {
  const rows = difference.rows;
  if (!rows.some(({ kind }) => kind !== "same")) return html`<p class="faint">The text is the same.</p>`;
  return html`<table class="sides"><thead><tr><th scope="col">Before</th><th scope="col">After</th></tr></thead>
    <tbody>${rows.map((row, index) => html`<tr key=${index} class=${row.kind}>
      <td dir="auto"><${Pieces} pieces=${row.before} /></td><td dir="auto"><${Pieces} pieces=${row.after} /></td>
    </tr>`)}</tbody></table>`;
}

/** A side is text, or pieces of text of which some changed. */
function Pieces({ pieces }) {
  if (!pieces) return null;
  if (typeof pieces === "string") return pieces;
  return pieces.map((piece) => (typeof piece === "string" ? piece : piece.changed ? html`<mark>${piece.text}</mark>` : piece.text));
}
