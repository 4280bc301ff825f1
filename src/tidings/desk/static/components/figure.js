// A chart with its title, a caption, and the table of its numbers behind a button.
import { html, useState } from "../shell/html.js";
import { Icon } from "./icon.js";

/** ``columns`` are names, ``rows`` are lists of cells; the first column names the row. */
export function Figure({ title, note, columns, rows, tools, children, level = 2, plain = false }) {
  const [asTable, setAsTable] = useState(false);
  return html`<figure class=${plain ? "figure plain-figure" : "figure"}>
    <figcaption>
      ${level === 2 ? html`<h2>${title}</h2>` : html`<h3>${title}</h3>`}
      ${note && html`<span class="note">${note}</span>`}
      <span class="figure-tools">
        ${tools}
        <button class="icon plain" aria-pressed=${asTable} onClick=${() => setAsTable(!asTable)}
          aria-label=${asTable ? `${title}: show the chart` : `${title}: show the numbers`} title=${asTable ? "Show the chart" : "Show the numbers"}>
          <${Icon} name=${asTable ? "chart" : "table"} /></button>
      </span>
    </figcaption>
    ${asTable ? html`<${Numbers} columns=${columns} rows=${rows} title=${title} />` : children}
  </figure>`;
}

/** A plain table of numbers that scrolls inside its figure. */
export function Numbers({ columns, rows, title }) {
  return html`<div class="numbers-table" tabindex="0" role="region" aria-label=${`${title}, numbers`}><table>
    <thead><tr>${columns.map((name, index) => html`<th scope="col" class=${index ? "number" : ""}>${name}</th>`)}</tr></thead>
    <tbody>${rows.map((cells, row) => html`<tr key=${row}>${cells.map((cell, index) => index
      ? html`<td class="number">${cell}</td>`
      : html`<th scope="row" dir="auto">${cell}</th>`)}</tr>`)}</tbody>
  </table></div>`;
}
