// Two texts side by side: what was there before, what is there now; long parts that stayed are folded.
import { number } from "../../shell/format.js";
import { html, useState } from "../../shell/html.js";

const AROUND = 2; // sentences that are shown around a change
const LEAST_FOLDED = 4; // sentences that stayed; fewer are shown

export function Sides({ difference: { rows } }) {
  const [isWhole, setWhole] = useState(false);
  if (!rows.some(({ kind }) => kind !== "same")) return html`<p class="muted">The text is the same.</p>`;
  const parts = isWhole ? rows.map((row) => ({ row })) : folded(rows);
  return html`<table class="sides"><thead><tr><th scope="col">Before</th><th scope="col">After</th></tr></thead>
    <tbody>${parts.map(({ row, hidden }, index) => (hidden
      ? html`<tr key=${index} class="folded"><td colspan="2"><button class="plain" onClick=${() => setWhole(true)}>${number(hidden)} sentences stayed the same</button></td></tr>`
      : html`<tr key=${index} class=${row.kind}><td dir="auto"><${Pieces} pieces=${row.before} /></td><td dir="auto"><${Pieces} pieces=${row.after} /></td></tr>`))}</tbody></table>`;
}

/** Return the rows with {hidden: count} in place of long runs of sentences that stayed. */
function folded(rows) {
  const near = rows.map((_, place) => rows.slice(Math.max(0, place - AROUND), place + AROUND + 1).some(({ kind }) => kind !== "same"));
  const parts = [];
  for (let place = 0; place < rows.length; ) {
    let end = place;
    while (end < rows.length && !near[end]) end += 1;
    if (end - place >= LEAST_FOLDED) parts.push({ hidden: end - place });
    else for (let each = place; each < end; each += 1) parts.push({ row: rows[each] });
    if (end < rows.length) parts.push({ row: rows[end] });
    place = end + 1;
  }
  return parts;
}

/** A side is pieces of text, of which some changed. */
const Pieces = ({ pieces }) => (pieces ?? []).map(({ text, changed }) => (changed ? html`<mark>${text}</mark>` : text));
