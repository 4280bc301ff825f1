// The visits to a page, and the difference of the text of two of them.
import { address, inside, useResource } from "../../shell/api.js";
import { bytes } from "../../shell/format.js";
import { html } from "../../shell/html.js";
import { setQuery } from "../../shell/router.js";
import { Loaded } from "../../components/states.js";
import { When } from "../../components/text.js";
import { Sides } from "./sides.js";

export function Versions({ page, collection, route }) {
  const visits = useResource(inside(collection, `/pages/${page.id}/visits`));
  return html`<${Loaded} of=${visits} what="the visits">${({ items }) => html`<${Compared} items=${items} page=${page} collection=${collection} query=${route.query} />`}<//>`;
}

function Compared({ items, page, collection, query }) {
  const read = items.filter(({ outcome }) => outcome !== "unchanged" && outcome !== "failed");
  const to = query.get("to") ?? String(read.at(-1)?.id ?? "");
  const from = query.get("from") ?? String(read.at(-2)?.id ?? "");
  return html`<div class="versions">
    <table><thead><tr><th scope="col">Visited</th><th scope="col">Outcome</th><th scope="col" class="number">Status</th><th scope="col" class="number">Size</th><th scope="col" class="number">Score</th><th scope="col">Record</th><th scope="col">Compare</th></tr></thead>
    <tbody>${items.map((visit) => html`<${Visit} key=${visit.id} visit=${visit} collection=${collection} from=${from} to=${to} />`)}</tbody></table>
    ${items.length < 2 ? html`<p class="faint">There is one version of this page.</p>` : from && to && from !== to && html`<${Difference} page=${page} collection=${collection} from=${from} to=${to} />`}
  </div>`;
}

function Visit({ visit, collection, from, to }) {
  const id = String(visit.id);
  const radio = (name, chosen) => html`<label class="small"><input type="radio" name=${name} checked=${chosen === id} onChange=${() => setQuery({ [name]: id })} /> ${name}</label> `;
  return html`<tr>
    <th scope="row"><${When} at=${visit.captured} as="moment" />${visit.current && html` <span class="faint">current</span>`}</th>
    <td title=${visit.reason}>${visit.outcome}</td><td class="number">${visit.status ?? ""}</td><td class="number">${bytes(visit.size)}</td>
    <td class="number">${visit.score?.toFixed(2) ?? ""}</td>
    <td>${visit.record && html`<a href=${address(inside(collection, `/visits/${id}/record`))} download>WARC</a>`}</td>
    <td class="nowrap">${radio("from", from)}${radio("to", to)}</td>
  </tr>`;
}

function Difference({ page, collection, from, to }) {
  const difference = useResource(inside(collection, `/pages/${page.id}/difference`), { from, to });
  return html`<${Loaded} of=${difference} what="both versions">${(data) => html`<${Sides} difference=${data} />`}<//>`;
}
