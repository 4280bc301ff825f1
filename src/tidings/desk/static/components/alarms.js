// What is not as expected: a source that fell silent, a host that shows walls, a crawl that broke off.
import { inside, useResource } from "../shell/api.js";
import { html } from "../shell/html.js";
import { Foreign, When } from "./text.js";

const KINDS = { feed: "Feed", stream: "Stream", host: "Host", language: "Language", wall: "Wall", failing: "Failing", crawl: "Crawl" };
const SHOWN = 8;

export function Alarms({ collection, pages }) {
  const alarms = useResource(pages ? inside(collection, "/alarms") : null, {}, { every: 60_000 });
  const items = alarms.data?.items ?? [];
  if (!items.length) return null;
  return html`<section class="block alarms"><h2>Not as expected <span class="faint">${items.length}</span></h2>
    <ul>${items.slice(0, SHOWN).map(({ kind, name, fact, expected, since }) => html`<li key=${`${kind} ${name} ${fact}`}>
      <p><span class="alarm-kind">${KINDS[kind] ?? kind}</span> <strong><${Foreign}>${name}<//></strong> ${fact}</p>
      <p class="small muted">expected: ${expected} · since <${When} at=${since} as="moment" /></p>
    </li>`)}</ul>
    ${items.length > SHOWN && html`<p class="small muted">and ${items.length - SHOWN} more: tidings check lists all</p>`}
  </section>`;
}
