// Links in and out: a small graph, and the same as lists.
import { inside, useResource } from "../../shell/api.js";
import { bareHost } from "../../shell/format.js";
import { html } from "../../shell/html.js";
import { href, setQuery } from "../../shell/router.js";
import { LinkGraph } from "../../charts/graph.js";
import { Figure } from "../../components/figure.js";
import { Loaded } from "../../components/states.js";
import { Foreign } from "../../components/text.js";

export function Links({ page, collection, route }) {
  const hops = route.query.get("hops") === "2" ? 2 : 1;
  const graph = useResource(inside(collection, `/pages/${page.id}/graph`), { hops, limit: hops === 2 ? 80 : 40 });
  const tools = html`<div class="segments" role="group" aria-label="Steps">${[1, 2].map((count) => html`<button key=${count} aria-pressed=${hops === count} onClick=${() => setQuery({ hops: count === 1 ? null : count })}>${count === 1 ? "1 step" : "2 steps"}</button>`)}</div>`;
  return html`<${Loaded} of=${graph} what="the links">${({ nodes, edges, cut }) => html`<div class="links">
    <${Figure} title="Around this page" level=${3} tools=${tools} note=${cut ? "only a part is drawn" : ""} columns=${["Page", "Outcome", "Score"]}
        rows=${nodes.map(({ title, url, outcome, score }) => [title || url, outcome, score?.toFixed(2) ?? ""])}>
      <${LinkGraph} centre=${page.id} nodes=${nodes} edges=${edges} hrefOf=${({ id }) => href("page", { collection, page: id }, { view: "links" })} />
    <//>
    <div class="link-lists">
      <${List} title="Links to it" ids=${edges.filter(({ target }) => target === page.id).map(({ source }) => source)} nodes=${nodes} collection=${collection} />
      <${List} title="It links to" ids=${edges.filter(({ source }) => source === page.id).map(({ target }) => target)} nodes=${nodes} collection=${collection} />
    </div>
  </div>`}<//>`;
}

function List({ title, ids, nodes, collection }) {
  const wanted = new Set(ids);
  const list = nodes.filter(({ id }) => wanted.has(id)).sort((a, b) => (b.score ?? -1) - (a.score ?? -1));
  return html`<section><h3>${title} <span class="faint">${list.length}</span></h3>
    <ul>${list.map((node) => html`<li key=${node.id}>
      <a href=${href("page", { collection, page: node.id })} dir="auto">${node.title || node.url}</a>
      <span class="faint small"><${Foreign}>${bareHost(node.host)}<//> · ${node.outcome}${node.score !== null && node.score !== undefined ? ` ${node.score.toFixed(2)}` : ""}</span>
    </li>`)}</ul>
    ${!list.length && html`<p class="faint small">none that is known</p>`}
  </section>`;
}
