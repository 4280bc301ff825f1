// What the streams ask for, and what the kept pages suggest to ask for; each proposal is followed or rejected.
import { inside, refresh, send, useResource } from "../../shell/api.js";
import { plural } from "../../shell/format.js";
import { html } from "../../shell/html.js";
import { complain, notify } from "../../shell/notices.js";
import { Icon } from "../../components/icon.js";

const KINDS = [["words", "word"], ["tags", "tag"], ["accounts", "account"], ["languages", "language"]];

export function Queries({ collection }) {
  const path = inside(collection, "/queries");
  const queries = useResource(path, {}, { every: 60_000 });
  const data = queries.data;
  if (!data?.listening) return null;
  const change = async (method, where, body, word) => {
    try {
      await send(method, where, body);
      notify(word);
      refresh(path);
    } catch (error) {
      complain(error);
    }
  };
  const follow = (query) => change("POST", path, { values: [query] }, `The streams follow ${query}.`);
  const drop = (query) => change("DELETE", `${path}?query=${encodeURIComponent(query)}`, undefined, `The streams leave out ${query}.`);
  const present = KINDS.flatMap(([field, kind]) => data[field].map((value) => `${kind}:${value}`));
  return html`<section class="block queries"><h2>Queries of the streams</h2>
    <ul class="query-list">${present.map((query) => html`<li key=${query}><bdi dir="auto">${query}</bdi>
      <button class="icon plain" aria-label=${`Remove ${query}`} title="Remove" onClick=${() => drop(query)}><${Icon} name="close" /></button></li>`)}</ul>
    ${data.proposed.length > 0 && html`<h3>May be worth following</h3>
      <ul class="query-list">${data.proposed.map(({ query, kept, rejected }) => html`<li key=${query}><bdi dir="auto">${query}</bdi>
        <span class="faint small">${plural(kept, "page")} kept, ${rejected} rejected</span>
        <button class="icon plain" aria-label=${`Follow ${query}`} title="Follow" onClick=${() => follow(query)}><${Icon} name="plus" /></button>
        <button class="icon plain" aria-label=${`Reject ${query}`} title="Do not propose it again" onClick=${() => drop(query)}><${Icon} name="close" /></button></li>`)}</ul>`}
  </section>`;
}
