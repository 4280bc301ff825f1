// The pages that a crawl visits again next.
import { inside, useResource } from "../../shell/api.js";
import { duration } from "../../shell/format.js";
import { html } from "../../shell/html.js";
import { href } from "../../shell/router.js";
import { Foreign, When } from "../../components/text.js";

const SHOWN = 6;

/** How often a page comes back, and why. */
export const told = ({ kind, every_hours: hours, visits, changed }) => `${kind}, ${hours ? `every ${duration(hours * 3600)}` : "never again"}; ${changed} of the last ${visits} visits found a change`;

export function Due({ collection, pages }) {
  const due = useResource(pages ? inside(collection, "/due") : null, { limit: SHOWN }, { every: 30_000 });
  const items = due.data?.items ?? [];
  if (!items.length) return null;
  return html`<section class="block due"><h2>Coming back next</h2>
    <ul class="query-list">${items.map(({ page, url, due: at, rhythm }) => html`<li key=${url}><a class="clip" href=${href("page", { collection, page })}><${Foreign}>${url}<//></a><span class="faint small nowrap" title=${rhythm ? told(rhythm) : undefined}><${When} at=${at} as="moment" /></span></li>`)}</ul></section>`;
}
