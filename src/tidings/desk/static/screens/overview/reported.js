// The numbers that pages report, each kind over time: a dot for every source.
import { bareHost, day, number, short } from "../../shell/format.js";
import { html } from "../../shell/html.js";
import { href } from "../../shell/router.js";
import { Figure } from "../../components/figure.js";

const WIDTH = 260;
const HEIGHT = 90;
const KINDS = 6; // kinds of numbers that are shown, those with the most sources first

export function Reported({ summary, collection }) {
  const groups = new Map();
  for (const each of summary.data?.numbers ?? []) groups.set(each.what, [...(groups.get(each.what) ?? []), each]);
  const shown = [...groups].sort(([, a], [, b]) => b.length - a.length).slice(0, KINDS);
  if (!shown.length) return null;
  return html`<section class="block"><h2>Numbers reported</h2>
    <div class="reported">${shown.map(([what, list]) => html`<${Kind} key=${what} what=${what} list=${list} collection=${collection} />`)}</div>
  </section>`;
}

const amount = ({ value, most, bound, unit }) => `${bound ? `${bound} ` : ""}${number(value)}${most > value ? `–${number(most)}` : ""}${unit ? ` ${unit}` : ""}`;

function Kind({ what, list, collection }) {
  const dated = list.filter(({ published }) => published);
  const last = dated.at(-1) ?? list.at(-1);
  return html`<${Figure} title=${what} level=${3} columns=${["Day", "Number", "Source", "Sentence"]}
      rows=${list.map((each) => [each.published ? day(each.published) : "undated", amount(each), bareHost(each.host), each.sentence])}>
    <p class="reported-last"><span class="serif">${amount(last)}</span> <a class="small" href=${href("page", { collection, page: last.page })} title=${last.sentence}>${last.published ? day(last.published) : "undated"}, <bdi dir="auto">${bareHost(last.host)}</bdi></a></p>
    ${dated.length > 1 && html`<${Dots} list=${dated} what=${what} collection=${collection} />`}
  <//>`;
}

/** Values over days; the vertical axis begins at nothing. */
function Dots({ list, what, collection }) {
  const times = list.map(({ published }) => Date.parse(published));
  const [low, high] = [Math.min(...times), Math.max(...times)];
  const most = Math.max(1, ...list.map(({ value }) => value));
  const x = (time) => 30 + ((WIDTH - 36) * (time - low)) / Math.max(1, high - low);
  const y = (value) => HEIGHT - 16 - ((HEIGHT - 26) * value) / most;
  return html`<svg class="dots" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="group" aria-label=${`${what} over time, from 0 to ${number(most)}`}>
    <path class="dots-axis" d=${`M0 ${HEIGHT - 15.5}H${WIDTH}`} />
    <text x="0" y="13">${short(most)}</text><text x="0" y=${HEIGHT - 3}>${day(list[0].published)}</text><text x=${WIDTH} y=${HEIGHT - 3} text-anchor="end">${day(list.at(-1).published)}</text>
    ${list.map((each, index) => html`<a key=${index} href=${href("page", { collection, page: each.page })} aria-label=${`${amount(each)}, ${bareHost(each.host)}`}><title>${`${amount(each)}: ${each.sentence}`}</title><circle cx=${x(times[index])} cy=${y(each.value)} r="4" /></a>`)}
  </svg>`;
}
