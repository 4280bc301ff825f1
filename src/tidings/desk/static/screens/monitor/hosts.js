// The hosts of a crawl: what they brought, and which are closed.
import { inside, useResource } from "../../shell/api.js";
import { number, percent } from "../../shell/format.js";
import { html, useState } from "../../shell/html.js";
import { href } from "../../shell/router.js";
import { Foreign } from "../../components/text.js";

const SHOWN = 12;

export function Hosts({ collection, pages }) {
  const [isOpen, setOpen] = useState(false);
  const hosts = useResource(pages ? inside(collection, "/hosts") : null, { limit: isOpen ? 500 : SHOWN + 1 }, { every: 10_000 });
  const items = hosts.data?.items ?? [];
  if (!items.length) return null;
  return html`<section class="block"><h2>Hosts</h2>
    <div class="wide-table" tabindex="0" role="region" aria-label="Hosts"><table class="small">
      <thead><tr><th scope="col">Host</th><th scope="col" class="number">Fetched</th><th scope="col" class="number">Kept</th><th scope="col" class="number">Rejected</th><th scope="col" class="number">Harvest</th><th scope="col" class="number">Waiting</th><th scope="col">State</th></tr></thead>
      <tbody>${items.slice(0, isOpen ? 500 : SHOWN).map((host) => html`<tr key=${host.host}>
        <th scope="row"><a href=${href("search", { collection }, { host: host.host, outcome: "any" })}><${Foreign}>${host.host}<//></a></th>
        <td class="number">${number(host.fetched)}</td><td class="number">${number(host.kept)}</td><td class="number">${number(host.rejected)}</td>
        <td class="number">${percent(host.fetched ? host.kept / host.fetched : NaN)}</td><td class="number">${number(host.waiting)}</td>
        <td class=${host.closed ? "bad" : "muted"}>${host.closed || (host.waiting ? "ready" : "nothing waits")}</td>
      </tr>`)}</tbody></table></div>
    ${(isOpen || items.length > SHOWN) && html`<button class="plain" onClick=${() => setOpen(!isOpen)}>${isOpen ? "Fewer" : "All hosts"}</button>`}
  </section>`;
}
