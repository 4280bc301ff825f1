// Archives: collect from web archives, and see what they did not hold.
import { address, inside, send, useResource } from "../../shell/api.js";
import { hostOf, number, plural } from "../../shell/format.js";
import { html, useState } from "../../shell/html.js";
import { complain, notify } from "../../shell/notices.js";
import { go, href, setQuery } from "../../shell/router.js";
import { Icon } from "../../components/icon.js";
import { Failure, Loaded } from "../../components/states.js";
import { Outward, When } from "../../components/text.js";

const KINDS = [["missing", "Missing"], ["failed", "Failed"], ["refused", "Refused"]];

export function Screen({ route }) {
  const { collection } = route;
  return html`<div class="archives">
    <header class="front-head"><div><h1>Archives</h1><p class="muted">Take from web archives what the live web no longer has, and hand your own collection on.</p></div></header>
    <div class="archives-columns"><${Extract} collection=${collection} /><${HandOver} collection=${collection} /></div>
    <${Missing} collection=${collection} outcome=${route.query.get("outcome") ?? "missing"} />
  </div>`;
}

function Extract({ collection }) {
  const [text, setText] = useState("");
  const [scans, setScans] = useState(false);
  const start = async (event) => {
    event.preventDefault();
    try {
      await send("POST", inside(collection, "/extract"), { archives: text.split(/\n+/).map((each) => each.trim()).filter(Boolean), scan: scans });
      notify("The extraction starts.");
      go(href("monitor", { collection }));
    } catch (error) {
      complain(error);
    }
  };
  return html`<section class="block"><h2>Collect from archives</h2><form class="form" onSubmit=${start}>
    <label><span>WARC, ARC or WACZ files and folders, or the address of an archive service</span>
      <textarea rows="4" value=${text} spellcheck="false" placeholder="archives/2016 or https://…/cdx" onInput=${(event) => setText(event.target.value)}></textarea></label>
    <label class="toolbar"><input type="checkbox" checked=${scans} onChange=${() => setScans(!scans)} /><span>Read everything in the files instead of following links</span></label>
    <button class="primary" disabled=${!text.trim()}><${Icon} name="play" />Start</button>
  </form></section>`;
}

function HandOver({ collection }) {
  return html`<section class="block"><h2>Hand it over</h2><p class="muted">One WACZ file holds the whole collection: pages, index and scores. ReplayWeb.page and pywb open it.</p>
    <p><a class="button" download href=${address(inside(collection, "/export"), { format: "wacz" })}><${Icon} name="download" />WACZ</a> <a class="button" download href=${address(inside(collection, "/export"), { format: "csv" })}><${Icon} name="download" />CSV of kept pages</a></p>
    <p class="small muted">The collection also answers as an archive: <code>${address(inside(collection, "/cdx"))}</code> is its CDX index, <code>${address(inside(collection, "/timegate/"))}…</code> its Memento gate.</p>
  </section>`;
}

function Missing({ collection, outcome }) {
  const { data: card, error } = useResource(inside(collection));
  const list = useResource(card?.state.state ? inside(collection, "/missing") : null, { outcome, limit: 200 });
  if (error && !card) return html`<${Failure} error=${error} />`;
  if (card && !card.state.state) return null;
  return html`<section class="block"><div class="toolbar"><h2>What could not be had</h2><span class="spacer"></span>
      <div class="segments" role="group" aria-label="Which">${KINDS.map(([value, label]) => html`<button key=${value} aria-pressed=${outcome === value} onClick=${() => setQuery({ outcome: value === "missing" ? null : value })}>${label}</button>`)}</div></div>
    <${Loaded} of=${list} what="the ledger">${({ items, total }) => html`
      <p class="small muted">${total ? `${plural(total, "address", "addresses")}, the most promising first${items.length < total ? `; ${number(items.length)} are shown` : ""}.` : "Nothing of this kind."}</p>
      ${items.length > 0 && html`<div class="wide-table" tabindex="0" role="region" aria-label="Addresses"><table class="small"><thead><tr><th scope="col">Address</th><th scope="col">Reason</th><th scope="col" class="number">Priority</th><th scope="col">Found</th></tr></thead>
      <tbody>${items.map((line) => html`<tr key=${line.id}><th scope="row" class="missing-url"><${Outward} url=${line.url} /></th><td>${line.reason}</td><td class="number">${line.priority.toFixed(2)}</td><td class="nowrap"><${When} at=${line.found} /></td></tr>`)}</tbody></table></div>`}`}<//>
  </section>`;
}
