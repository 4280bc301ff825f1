// The last pages that came in, and the last lines of the log.
import { inside, useResource } from "../../shell/api.js";
import { bareHost, hostOf } from "../../shell/format.js";
import { html } from "../../shell/html.js";
import { href } from "../../shell/router.js";
import { Foreign } from "../../components/text.js";
import { ofCollection } from "./pace.js";

export function Incoming({ collection, isOpen, isRunning, pages: count }) {
  const ledger = useResource(count ? inside(collection, "/search") : null, { outcome: "any", sort: "score", limit: 14 });
  const { pages } = ofCollection(collection);
  const items = pages.length ? pages : ledger.data?.items ?? [];
  if (!items.length && !isRunning) return null;
  return html`<section class="block"><h2>${pages.length || isRunning ? "Coming in" : "Best pages so far"} ${isOpen && isRunning && html`<span class="pulse" title="listening"></span>`}</h2>
    ${!items.length && html`<p class="small muted">Pages appear here as they are read.</p>`}
    <ol class="incoming">${items.slice(0, 16).map((page) => html`<li key=${page.id ?? page.url} class=${page.outcome}>
      <span class="small outcome-word">${page.outcome}</span>
      <a class="clip" dir="auto" href=${href("page", { collection, page: page.id ?? page.page })}>${page.title || page.url}</a>
      <span class="faint small clip"><${Foreign}>${bareHost(page.host ?? hostOf(page.url))}<//></span>
      <span class="numbers small">${page.score?.toFixed(2) ?? ""}</span>
    </li>`)}</ol>
  </section>`;
}

export function Log({ collection }) {
  const log = useResource(inside(collection, "/log"), { limit: 100 }, { every: 5000 });
  const lines = (log.data?.items ?? []).map(({ text }) => text);
  return html`<section class="block"><h2>Log</h2>
    ${lines.length ? html`<pre class="log" tabindex="0" aria-label="The last lines of the log" dir="ltr">${lines.join("\n")}</pre>`
      : html`<p class="small muted">No log yet. A crawl that the desk starts writes one.</p>`}
  </section>`;
}
