// What became of every URL: outcomes, and the reasons for each.
import { inside, useResource } from "../../shell/api.js";
import { number, percent } from "../../shell/format.js";
import { html } from "../../shell/html.js";
import { href } from "../../shell/router.js";
import { Bars } from "../../components/bars.js";
import { Figure } from "../../components/figure.js";

const ORDER = ["kept", "rejected", "duplicate", "unchanged", "waiting", "failed", "refused", "missing", "barred", "skipped"];

export function Outcomes({ outcomes }) {
  const groups = new Map();
  for (const each of outcomes) groups.set(each.outcome, [...(groups.get(each.outcome) ?? []), each]);
  const total = outcomes.reduce((sum, { count }) => sum + count, 0);
  const names = [...groups.keys()].sort((a, b) => (ORDER.indexOf(a) + 99) % 99 - (ORDER.indexOf(b) + 99) % 99);
  return html`<${Figure} title="What became of every URL" note=${number(total)} columns=${["Outcome", "Reason", "URLs"]} rows=${outcomes.map(({ outcome, reason, count }) => [outcome, reason, number(count)])}>
    <div class="outcomes">${names.map((name) => {
      const list = [...groups.get(name)].sort((a, b) => b.count - a.count);
      const sum = list.reduce((all, { count }) => all + count, 0);
      return html`<section key=${name} class=${`outcome ${name}`}>
        <h3><span>${name}</span><span class="numbers">${number(sum)}</span><span class="numbers faint">${percent(sum / total, 1)}</span></h3>
        <span class="bar-line" aria-hidden="true"><span style=${{ width: `${(100 * sum) / total}%` }}></span></span>
        <ul>${list.filter(({ reason, code }) => reason || (code && code !== "other")).slice(0, 5).map(({ reason, code, count }) => html`<li key=${code || reason}><span class="clip" title=${reason}>${spoken(reason) || code}</span><span class="numbers">${number(count)}</span></li>`)}</ul>
      </section>`;
    })}</div>
  <//>`;
}

/** Return a kind of reason whose end names a URL, without that end. */
const spoken = (reason) => (reason === "to" ? "to another address" : reason.replace(/ as$/, " as another"));

/** How the pages that were read came in: by seeds, links, feeds, archives. */
export function Channels({ collection, pages }) {
  const facets = useResource(pages ? inside(collection, "/facets") : null, { facet: "channel", outcome: "any" }, { every: 30_000 });
  const items = facets.data?.facets.channel ?? [];
  if (!items.length) return null;
  return html`<section class="block"><h2>Channels</h2><${Bars} label="Channels" items=${items.map(({ value, pages: count }) => ({ value, pages: count, href: href("search", { collection }, { channel: value, outcome: "any" }) }))} /></section>`;
}
