// The lab: two collections or two strategies side by side, with their curves.
import { inside, useResource } from "../../shell/api.js";
import { bareHost, bytes, language, number, percent, spans, titleOf } from "../../shell/format.js";
import { html, useMemo } from "../../shell/html.js";
import { href, setQuery } from "../../shell/router.js";
import { Curve, valueAt } from "../../charts/curve.js";
import { Bars } from "../../components/bars.js";
import { Empty, Loaded } from "../../components/states.js";
import { Runs } from "./runs.js";

export function Screen({ route }) {
  const collections = useResource("/collections");
  return html`<div class="lab"><header class="front-head"><div><h1>Lab</h1><p class="muted">Two collections side by side, and the strategies of lab runs.</p></div></header>
    <${Loaded} of=${collections} what="the collections">${({ items }) => (items.length < 2
      ? html`<${Empty} title="Two collections are needed to compare." />`
      : html`<${Pair} items=${items} first=${route.query.get("a")} second=${route.query.get("b")} />`)}<//>
    <${Runs} chosen=${route.query.get("run")} />
  </div>`;
}

function Pair({ items, first, second }) {
  const sorted = useMemo(() => [...items].sort((a, b) => b.counts.pages - a.counts.pages), [items]);
  const a = items.find(({ name }) => name === first) ?? sorted[0];
  const b = items.find(({ name }) => name === second) ?? sorted.find(({ name }) => name !== a.name);
  return html`<section class="pair"><div class="pair-heads">
      <${Choice} items=${items} chosen=${a} label="First collection" choose=${(name) => setQuery({ a: name })} />
      <${Choice} items=${items} chosen=${b} label="Second collection" choose=${(name) => setQuery({ b: name })} />
    </div>
    <${Curves} a=${a} b=${b} />
    <${Table} a=${a} b=${b} />
    <div class="pair-heads"><${Facets} card=${a} /><${Facets} card=${b} /></div>
  </section>`;
}

function Choice({ items, chosen, label, choose }) {
  return html`<select aria-label=${label} value=${chosen.name} onChange=${(event) => choose(event.target.value)}>${items.map((card) => html`<option key=${card.name} value=${card.name}>${titleOf(card)}</option>`)}</select>`;
}

/** Both harvest curves over the same axis; a curve that ended earlier stops there. */
function Curves({ a, b }) {
  const [xs, lines] = useMemo(() => {
    const all = [...new Set([0, ...a.harvest.map(([pages]) => pages), ...b.harvest.map(([pages]) => pages)])].sort((x, y) => x - y);
    return [all, [a, b].map((card) => ({ name: titleOf(card), values: all.map((x) => valueAt([[0, 0], ...card.harvest], x)) }))];
  }, [a, b]);
  return html`<${Curve} title="Harvest" note="pages kept over pages visited" xs=${xs} lines=${lines} xName="Visited" height=${260} />`;
}

const ROWS = [
  ["Days", ({ event }) => spans(event)], ["Kept", ({ counts }) => number(counts.kept)], ["Read", ({ counts }) => number(counts.pages)],
  ["Harvest", ({ counts }) => percent(counts.pages ? counts.kept / counts.pages : NaN, 1)], ["Hosts", ({ counts }) => number(counts.hosts)],
  ["Kept for each host", ({ counts }) => (counts.hosts ? (counts.kept / counts.hosts).toFixed(1) : "–")], ["Waiting", ({ counts }) => number(counts.waiting)], ["Size", ({ size_bytes: size }) => bytes(size)],
];

function Table({ a, b }) {
  return html`<table class="pair-table"><thead><tr><td></td>${[a, b].map((card) => html`<th scope="col" key=${card.name} class="number"><a href=${href("overview", { collection: card.name })} dir="auto">${titleOf(card)}</a></th>`)}</tr></thead>
    <tbody>${ROWS.map(([name, of]) => html`<tr key=${name}><th scope="row">${name}</th><td class="number">${of(a)}</td><td class="number">${of(b)}</td></tr>`)}</tbody></table>`;
}

function Facets({ card }) {
  const facets = useResource(card.counts.pages ? inside(card.name, "/facets") : null, { facet: ["domain", "language"], facet_size: 8 });
  const list = (name, title, label) => html`<section class="block"><h2>${title}</h2><${Bars} label=${`${title} of ${titleOf(card)}`} items=${(facets.data?.facets[name] ?? []).map(({ value, pages }) => ({ value, pages, label: label(value), href: href("search", { collection: card.name }, { [name]: value }) }))} /></section>`;
  return html`<div class="pair-side">${list("domain", "Sources", bareHost)}${list("language", "Languages", language)}</div>`;
}
