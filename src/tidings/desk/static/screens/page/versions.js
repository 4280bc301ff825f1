// The visits to a page, and the difference of the text of two of them.
import { address, inside, useResource } from "../../shell/api.js";
import { bytes, number } from "../../shell/format.js";
import { html } from "../../shell/html.js";
import { href, setQuery } from "../../shell/router.js";
import { Loaded } from "../../components/states.js";
import { When } from "../../components/text.js";
import { Sides } from "./sides.js";

export function Versions({ page, collection, route }) {
  const visits = useResource(inside(collection, `/pages/${page.id}/visits`));
  return html`<${Loaded} of=${visits} what="the visits">${({ items }) => html`<${Compared} items=${items} page=${page} collection=${collection} query=${route.query} />`}<//>`;
}

/** Only visits that were read have a text to compare. */
const isRead = ({ outcome }) => outcome !== "unchanged" && outcome !== "failed";

function Compared({ items, page, collection, query }) {
  const read = items.filter(isRead);
  const to = query.get("to") ?? String(read.at(-1)?.id ?? "");
  const from = query.get("from") ?? String(read.at(-2)?.id ?? "");
  const choose = (name) => (id) => setQuery({ from, to, [name]: id });
  return html`<div class="versions">
    <div class="wide-table" tabindex="0" role="region" aria-label="Visits"><table class="visits small"><thead><tr><th scope="col">Visited</th><th scope="col">Outcome</th><th scope="col" class="number">Size</th><th scope="col" class="number">Score</th><th scope="col">Archived</th>${read.length > 1 && html`<th scope="col">Compare</th>`}</tr></thead>
    <tbody>${items.map((visit) => html`<${Visit} key=${visit.id} visit=${visit} page=${page} collection=${collection} from=${from} to=${to} choose=${read.length > 1 && choose} />`)}</tbody></table></div>
    ${read.length < 2 ? html`<p class="muted">There is one version of this page. A crawl that comes back keeps each one that differs.</p>`
      : from && to && from !== to ? html`<${Difference} page=${page} collection=${collection} from=${from} to=${to} />`
      : html`<p class="muted">Choose two different versions to compare them.</p>`}
  </div>`;
}

function Visit({ visit, page, collection, from, to, choose }) {
  const id = String(visit.id);
  const radio = (name, word, chosen) => html`<label><input type="radio" name=${name} checked=${chosen === id} onChange=${() => choose(name)(id)} /> ${word}</label> `;
  return html`<tr>
    <th scope="row" class="nowrap"><${When} at=${visit.captured} as="moment" />${visit.current && html` <span class="faint">current</span>`}</th>
    <td title=${visit.reason}>${visit.outcome}${visit.status && visit.status !== 200 ? html` <span class="faint">${visit.status}</span>` : ""}</td><td class="number nowrap">${bytes(visit.size)}</td>
    <td class="number">${visit.score?.toFixed(2) ?? ""}</td>
    <td class="nowrap">${visit.record && html`<a href=${href("page", { collection, page: page.id }, { view: "archived", visit: id })}>Show</a> · <a href=${address(inside(collection, `/visits/${id}/record`))} download>WARC</a>`}</td>
    ${choose && html`<td class="nowrap versions-choice">${isRead(visit) && html`${radio("from", "before", from)}${radio("to", "after", to)}`}</td>`}
  </tr>`;
}

const ORDER = ["added", "removed", "changed", "moved", "same"];

function Difference({ page, collection, from, to }) {
  const difference = useResource(inside(collection, `/pages/${page.id}/difference`), { from, to });
  return html`<${Loaded} of=${difference} what="both versions">${(data) => html`
    <p class="muted small">Sentences: ${ORDER.filter((kind) => data.counts[kind]).map((kind) => `${number(data.counts[kind])} ${kind}`).join(", ")}.${data.whole ? "" : " Only the beginning of these long texts is compared."}</p>
    <${Sides} difference=${data} />`}<//>`;
}
