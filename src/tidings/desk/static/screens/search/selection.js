// What can be done with the selected hits: judge, tag, export.
import { address, inside, send } from "../../shell/api.js";
import { number, plural } from "../../shell/format.js";
import { html, useState } from "../../shell/html.js";
import { complain, notify } from "../../shell/notices.js";
import { Dialog } from "../../components/dialog.js";
import { Icon } from "../../components/icon.js";
import { judge } from "../../components/judging.js";
import { forget } from "./found.js";

export const keyOf = ({ collection, id }) => `${collection} ${id}`;

function byCollection(hits) {
  const groups = new Map();
  for (const hit of hits) groups.set(hit.collection, [...(groups.get(hit.collection) ?? []), hit]);
  return groups;
}

export async function judgeHits(hits, verdict) {
  for (const [collection, list] of byCollection(hits)) await judge(collection, list.map(({ id }) => id), verdict);
}

/** The bar that appears when something is selected. */
export function SelectionBar({ selected, clear }) {
  const [sheet, setSheet] = useState("");
  if (!selected.length) return null;
  return html`<div class="selection" role="toolbar" aria-label="Selected pages">
    <strong>${plural(selected.length, "page")}</strong>
    <button onClick=${() => judgeHits(selected, "relevant")}><${Icon} name="check" />Relevant</button>
    <button onClick=${() => judgeHits(selected, "not relevant")}><${Icon} name="close" />Not relevant</button>
    <button onClick=${() => setSheet("tag")}><${Icon} name="tag" />Tag</button>
    <button onClick=${() => setSheet("export")}><${Icon} name="download" />Export</button>
    <span class="spacer"></span>
    <button class="plain" onClick=${clear}>Clear</button>
    ${sheet === "tag" && html`<${Tagging} selected=${selected} close=${() => setSheet("")} />`}
    ${sheet === "export" && html`<${ExportingTicked} selected=${selected} close=${() => setSheet("")} />`}
  </div>`;
}

function Tagging({ selected, close }) {
  const [tag, setTag] = useState("");
  const save = async (event) => {
    event.preventDefault();
    const name = tag.trim();
    if (!name) return;
    try {
      for (const hit of selected)
        await send("PUT", inside(hit.collection, `/pages/${hit.id}/tags`), { tags: [...new Set([...hit.tags, name])] });
      notify(`${plural(selected.length, "page")} tagged ${name}.`);
      forget();
      close();
    } catch (error) {
      complain(error);
    }
  };
  return html`<${Dialog} title=${`Tag ${plural(selected.length, "page")}`} close=${close}>
    <form class="toolbar" onSubmit=${save}>
      <label>Tag <input value=${tag} maxlength="100" dir="auto" onInput=${(event) => setTag(event.target.value)} autofocus /></label>
      <button class="primary">Add</button>
    </form>
  <//>`;
}

const FORMATS = [
  ["csv", "CSV", "a table for a spreadsheet"], ["jsonl", "JSON Lines", "everything, for programs"], ["parquet", "Parquet", "for data frames"],
  ["geojson", "GeoJSON", "places for a map"], ["ris", "RIS", "for Zotero, EndNote"], ["bibtex", "BibTeX", "for LaTeX"],
  ["wacz", "WACZ", "the archived pages themselves, to replay"],
];

/** Offer what was found as files. */
export function Exporting({ collection, query, total, close }) {
  return html`<${Dialog} title=${`Export ${plural(total, "page")}`} close=${close}><${Formats} collection=${collection} query=${query} /><//>`;
}

/** Offer the ticked pages as files, for each collection its own. */
function ExportingTicked({ selected, close }) {
  const groups = [...byCollection(selected)];
  return html`<${Dialog} title=${`Export ${plural(selected.length, "selected page")}`} close=${close}>
    ${groups.map(([collection, hits]) => html`<section key=${collection}>
      ${groups.length > 1 && html`<h3 dir="auto">${collection} <span class="faint">${number(hits.length)}</span></h3>`}
      <${Formats} collection=${collection} query=${{ pages: hits.map(({ id }) => id).join(",") }} />
    </section>`)}
  <//>`;
}

function Formats({ collection, query }) {
  return html`<ul class="formats">${FORMATS.map(([format, name, text]) => html`<${Format} key=${format} format=${format} name=${name} text=${text} collection=${collection} query=${query} />`)}</ul>`;
}

function Format({ format, name, text, collection, query }) {
  return html`<li><a class="button" download href=${address(inside(collection, "/export"), { format, ...query })}><${Icon} name="download" />${name}</a><span class="muted">${text}</span></li>`;
}
