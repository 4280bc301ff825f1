// The hosts of a crawl by their state: what they brought, which can be asked, rest, refuse or do not answer.
import { inside, useResource } from "../../shell/api.js";
import { duration, number, percent, plural } from "../../shell/format.js";
import { html, useState } from "../../shell/html.js";
import { href } from "../../shell/router.js";
import { Foreign } from "../../components/text.js";

const SHOWN = 12;
const STATES = [["", "all", "All hosts that were met"], ["ready", "ready", "Links wait, and it may be asked"], ["resting", "resting", "It was asked a moment ago"],
  ["refused", "refused", "Its robots.txt or the event file forbids it"], ["silent", "silent", "It does not answer"], ["done", "done", "No link waits"], ["unasked", "never asked", "No link of it was worth a visit"]];

/** The state of a host in words. */
function told({ state, closed, rests_until: until, failures }) {
  if (state === "resting") return html`rests ${duration(Math.max(0, (new Date(until) - Date.now()) / 1000))}`;
  if (state === "silent") return closed || `silent: ${plural(failures, "failure")} in a row`;
  return closed || { refused: "refused: robots.txt", done: "nothing waits", unasked: "never asked" }[state] || state;
}

export function Hosts({ collection, pages }) {
  const [isOpen, setOpen] = useState(false);
  const [state, setState] = useState("");
  const hosts = useResource(pages ? inside(collection, "/hosts") : null, { state, limit: isOpen ? 500 : SHOWN + 1 }, { every: 10_000 });
  const items = hosts.data?.items ?? [];
  const counts = hosts.data?.states ?? {};
  if (!items.length && !state) return null;
  return html`<section class="block hosts"><h2>Hosts</h2>
    <div class="segments host-states" role="group" aria-label="Hosts by state">${STATES.map(([name, word, title]) => html`<button key=${name} title=${title} aria-pressed=${state === name} onClick=${() => setState(name)}>${word} <span class="numbers">${number(name ? counts[name] ?? 0 : Object.values(counts).reduce((sum, count) => sum + count, 0))}</span></button>`)}</div>
    ${!items.length && html`<p class="small muted">No host is in this state.</p>`}
    <div class="wide-table" tabindex="0" role="region" aria-label="Hosts"><table class="small">
      <thead><tr><th scope="col">Host</th><th scope="col" class="number">Fetched</th><th scope="col" class="number">Kept</th><th scope="col" class="number">Rejected</th><th scope="col" class="number">Harvest</th><th scope="col" class="number">Waiting</th><th scope="col">State</th></tr></thead>
      <tbody>${items.slice(0, isOpen ? 500 : SHOWN).map((host) => html`<tr key=${host.host}>
        <th scope="row"><a href=${href("search", { collection }, { host: host.host, outcome: "any" })}><${Foreign}>${host.host}<//></a></th>
        <td class="number">${number(host.fetched)}</td><td class="number">${number(host.kept)}</td><td class="number">${number(host.rejected)}</td>
        <td class="number">${percent(host.fetched ? host.kept / host.fetched : NaN)}</td><td class="number">${number(host.waiting)}</td>
        <td class=${host.state === "refused" || host.state === "silent" ? "bad" : "muted"}>${told(host)}</td>
      </tr>`)}</tbody></table></div>
    ${(isOpen || items.length > SHOWN) && html`<button class="plain" onClick=${() => setOpen(!isOpen)}>${isOpen ? "Fewer" : "All hosts"}</button>`}
  </section>`;
}
