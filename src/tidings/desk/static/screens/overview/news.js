// What is new: pages that came in, pages that say something else now, pages that vanished.
import { inside, useResource } from "../../shell/api.js";
import { DAY, bareHost, number } from "../../shell/format.js";
import { html, useMemo } from "../../shell/html.js";
import { href } from "../../shell/router.js";
import { Foreign, When } from "../../components/text.js";

const SHOWN = 6;

/** Since yesterday; if nothing came in since, on the last day of collecting. */
export function News({ collection, newest }) {
  const isFresh = !newest || Date.now() - new Date(newest) < DAY;
  const since = useMemo(() => new Date((isFresh ? Date.now() : new Date(newest).getTime()) - DAY).toISOString().slice(0, 16), [isFresh, newest]);
  const fresh = useResource(inside(collection, "/search"), { captured_since: since, sort: "newest", limit: SHOWN });
  const news = useResource(inside(collection, "/news"), { since, limit: SHOWN });
  return html`<${Fresh} collection=${collection} found=${fresh.data} since=${since} isFresh=${isFresh} newest=${newest} />
    ${news.data?.changed.length > 0 && html`<${Changed} collection=${collection} items=${news.data.changed} total=${news.data.changed_count} />`}
    ${news.data?.lost.length > 0 && html`<${Lost} collection=${collection} items=${news.data.lost} total=${news.data.lost.length} />`}`;
}

function Fresh({ collection, found, since, isFresh, newest }) {
  const items = found?.items ?? [];
  return html`<section class="block fresh"><h2>${isFresh ? "New since yesterday" : "Last day of collecting"} <span class="faint">${found ? number(found.total) : ""}</span></h2>
    ${!isFresh && html`<p class="muted small">Nothing is new since yesterday. The last page came in <${When} at=${newest} as="ago" />.</p>`}
    ${found && !items.length && html`<p class="muted small">No page was kept on that day.</p>`}
    <ul class="headlines">${items.map((hit) => html`<li key=${hit.id}>
      <a href=${href("page", { collection, page: hit.id })} dir="auto" lang=${hit.language || undefined}>${hit.title || hit.url}</a>
      <span class="faint small"><${Foreign}>${bareHost(hit.host)}<//> · <${When} at=${hit.published?.when} /></span>
    </li>`)}</ul>
    ${found?.total > items.length && html`<p><a class="small" href=${href("search", { collection }, { captured_since: since, sort: "newest" })}>All ${number(found.total)}</a></p>`}
  </section>`;
}

function Changed({ collection, items, total }) {
  return html`<section class="block changed"><h2>Changed <span class="faint">${number(total)}</span></h2>
    <ul class="headlines">${items.map((page) => html`<li key=${page.page}>
      <a href=${href("page", { collection, page: page.page }, { view: "versions", from: page.before, to: page.visit })} dir="auto" lang=${page.language || undefined}>${page.title || page.url}</a>
      ${(page.added[0] ?? page.removed[0]) && html`<span class="small changed-words" dir="auto">${page.added.length ? html`<ins>${page.added[0]}</ins>` : html`<del>${page.removed[0]}</del>`}</span>`}
      <span class="faint small"><${Foreign}>${bareHost(page.host)}<//> · ${page.notices.map((notice) => `${notice} · `)}<${When} at=${page.entered} as="ago" /></span>
    </li>`)}</ul></section>`;
}

function Lost({ collection, items, total }) {
  return html`<section class="block lost"><h2>Gone from the web <span class="faint">${number(total)}</span></h2>
    <ul class="headlines">${items.map((page) => html`<li key=${page.page}>
      <a href=${href("page", { collection, page: page.page }, { view: "archived" })} dir="auto" lang=${page.language || undefined}>${page.title || page.url}</a>
      <span class="faint small"><${Foreign}>${bareHost(page.host)}<//> · ${page.fate} · <${When} at=${page.entered} as="ago" /></span>
    </li>`)}</ul></section>`;
}
