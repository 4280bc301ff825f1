// One page: its text with the evidence, the page as archived, versions, links, and why it is here.
import { inside, useResource } from "../../shell/api.js";
import { bareHost, language } from "../../shell/format.js";
import { html } from "../../shell/html.js";
import { useKeys } from "../../shell/keys.js";
import { go, href, setQuery, withQuery } from "../../shell/router.js";
import { Icon } from "../../components/icon.js";
import { judge, undo, useJudgements, verdictOn } from "../../components/judging.js";
import { Loaded } from "../../components/states.js";
import { Foreign, Outward, When } from "../../components/text.js";
import { Archived } from "./archived.js";
import { Links } from "./links.js";
import { Rail } from "./rail.js";
import { Similar } from "./similar.js";
import { Reading } from "./reading.js";
import { Versions } from "./versions.js";
import { neighbours } from "../search/found.js";
import { datedBy } from "../search/hit.js";

const VIEWS = [["text", "Text", Reading], ["archived", "As archived", Archived], ["versions", "Versions", Versions], ["links", "Links", Links], ["similar", "More like this", Similar]];

export function Screen({ route }) {
  const page = useResource(inside(route.collection, `/pages/${route.page}`));
  return html`<${Loaded} of=${page} what="the page">${(data) => html`<${Sheet} page=${data} route=${route} />`}<//>`;
}

function Sheet({ page, route }) {
  const { collection } = route;
  const view = route.query.get("view") ?? "text";
  const [, , View] = VIEWS.find(([name]) => name === view) ?? VIEWS[0];
  const beside = neighbours(collection, page.id);
  useJudgements();
  const judged = verdictOn(collection, page.id, page.judged);
  const say = (verdict) => judge(collection, [page.id], verdict);
  useKeys("Page", pageKeys({ collection, beside, say }));
  return html`<div class="sheet-page">
    <header class="page-head">
      <${Steps} collection=${collection} beside=${beside} />
      <h1 dir="auto" lang=${page.language || undefined}>${page.title || page.url}</h1>
      <p class="page-line">
        <strong><${Foreign}>${bareHost(page.host)}<//></strong>
        <span title=${datedBy(page.dates[0])}><${When} at=${page.published} as="moment" /></span>
        ${page.language && html`<span>${language(page.language)}</span>`}
        ${page.type && html`<a href=${href("search", { collection }, { type: page.type })}>${page.type}</a>`}
        <span class="page-url clip"><${Outward} url=${page.url} /></span>
      </p>
      <div class="toolbar page-tools">
        <div class="segments" role="group" aria-label="Show">
          ${VIEWS.map(([name, label]) => html`<button key=${name} aria-pressed=${view === name} onClick=${() => setQuery({ view: name === "text" ? null : name, from: null, to: null, visit: null })}>${label}</button>`)}
        </div>
        <span class="spacer"></span>
        <button class="yes" aria-pressed=${judged === "relevant"} onClick=${() => say("relevant")}><${Icon} name="check" />Relevant <kbd>r</kbd></button>
        <button class="no" aria-pressed=${judged === "not relevant"} onClick=${() => say("not relevant")}><${Icon} name="close" />Not relevant <kbd>n</kbd></button>
      </div>
    </header>
    <div class="page-body"><${View} page=${page} collection=${collection} route=${route} /></div>
    <${Rail} page=${page} collection=${collection} />
  </div>`;
}

function Steps({ collection, beside }) {
  const back = html`<a href=${href("search", { collection })} onClick=${goBack}><${Icon} name="left" />Search</a>`;
  if (!beside) return html`<nav class="steps" aria-label="Pages found">${back}</nav>`;
  const step = (hit, name, label) => hit && html`<a href=${addressOf(hit)} aria-label=${label} title=${hit.title}><${Icon} name=${name} /></a>`;
  return html`<nav class="steps" aria-label="Pages found">${back}
    <span class="faint small">${beside.place + 1} of ${beside.total ?? "many"}</span>
    ${step(beside.before, "left", "Page before")}${step(beside.after, "right", "Next page")}
  </nav>`;
}

/** Go back to the list as it was, if we came from there. */
function goBack(event) {
  if (window.history.state?.from !== "search") return;
  event.preventDefault();
  window.history.back();
}

const addressOf = ({ collection, id }) => href("page", { collection, page: id });

function pageKeys({ collection, beside, say }) {
  const open = (hit) => () => hit && go(addressOf(hit), { replace: true });
  return {
    r: ["Relevant", () => say("relevant")],
    n: ["Not relevant", () => say("not relevant")],
    u: ["Undo the last judgement", undo],
    j: ["Next page found", open(beside?.after)],
    k: ["Page found before", open(beside?.before)],
    Escape: ["Back to the search", () => (window.history.length > 1 ? window.history.back() : go(href("search", { collection })))],
  };
}
