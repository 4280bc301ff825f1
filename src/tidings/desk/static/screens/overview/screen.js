// The overview of a collection: what happened, when, where, who says it, and what is new.
import { inside, useResource } from "../../shell/api.js";
import { bareHost, bytes, country, day, duration, language, number, percent, short, spans, titleOf } from "../../shell/format.js";
import { html, useMemo } from "../../shell/html.js";
import { go, href } from "../../shell/router.js";
import { Curve } from "../../charts/curve.js";
import { PlaceMap } from "../../charts/map.js";
import { Timeline } from "../../charts/timeline.js";
import { Alarms } from "../../components/alarms.js";
import { Bars } from "../../components/bars.js";
import { StateLine } from "../../components/state_line.js";
import { Empty, Indexing, Loaded } from "../../components/states.js";
import { News } from "./news.js";
import { Reported } from "./reported.js";
import { Summary } from "./summary.js";

const FACETS = ["domain", "language", "country", "type", "person", "organisation"];

export function Screen({ route }) {
  const card = useResource(inside(route.collection), {}, { every: 15_000 });
  return html`<${Loaded} of=${card} what="the collection">${(data) => html`<${Front} card=${data} collection=${route.collection} />`}<//>`;
}

function Front({ card, collection }) {
  const isEmpty = !card.counts.pages;
  return html`<article class="overview">
    <${Head} card=${card} />
    ${isEmpty ? html`<${Empty} title="Nothing has been collected yet."><a href=${href("monitor", { collection })}>Start the crawl</a><//>` : html`<${Story} card=${card} collection=${collection} />`}
  </article>`;
}

function Head({ card }) {
  const { event, counts } = card;
  return html`<header class="overview-head">
    <div class="head-line"><${StateLine} state=${card.state} full=${true} />${card.phase && html`<span class="phase small muted">${phrase(card)}</span>`}</div>
    <h1 dir="auto">${titleOf(card)}</h1>
    <p class="standfirst">${[spans(event), (event.places ?? []).slice(0, 6).join(", ")].filter(Boolean).join(" · ")}</p>
    <dl class="tally">
      <div><dt>pages kept</dt><dd>${number(counts.kept)}</dd></div>
      <div><dt>read</dt><dd>${number(counts.pages)}</dd></div>
      <div><dt>harvest</dt><dd>${percent(counts.pages ? counts.kept / counts.pages : NaN)}</dd></div>
      <div title="Median hours from the creation of a kept page to its visit"><dt>age when read</dt><dd>${duration((card.freshness?.kept_hours ?? NaN) * 3600)}</dd></div>
      ${card.completeness && html`<div title=${whole(card.completeness)}><dt>parts archived</dt><dd>${percent(card.completeness.share)}</dd></div>`}
      <div><dt>hosts</dt><dd>${number(counts.hosts)}</dd></div>
      <div><dt>links waiting</dt><dd>${short(counts.waiting)}</dd></div>
      <div><dt>on disk</dt><dd>${bytes(card.size_bytes)}</dd></div>
    </dl>
  </header>`;
}

const PHASES = { before: "before the event", during: "during the event", after: "after the event" };

/** Where today lies, seen from the event. */
const phrase = ({ phase, cooldown_until: until }) => (phase === "cool-down" ? `cooling down until ${day(until)}` : PHASES[phase]);

const whole = ({ seen, captured, waiting }) => `${number(captured)} of ${number(seen)} pictures, styles and other parts of pages are archived${waiting ? `, ${number(waiting)} wait` : ""}`;

function Story({ card, collection }) {
  const days = useResource(inside(collection, "/timeline"));
  const cells = useResource(inside(collection, "/map"), { zoom: 5 });
  const facets = useResource(inside(collection, "/facets"), { facet: FACETS, facet_size: 8 });
  const summary = useResource(inside(collection, "/summary"));
  const choose = (since, until) => since && go(href("search", { collection }, { since, until }));
  const open = ({ places }) => places?.[0] && go(href("search", { collection }, { place: places[0] }));
  return html`<${Indexing} of=${days.data?.indexing} /><div class="story">
    <div class="story-main">
      <${Summary} summary=${summary} collection=${collection} />
      <${Timeline} items=${days.data?.items} event=${card.event} height=${190} title="When it was written about" onChoose=${choose} />
      <${PlaceMap} title="Places in the pages" points=${cells.data?.items ?? []} height=${380} onOpen=${open} />
      <${Reported} summary=${summary} collection=${collection} />
      <div class="multiples"><${Lists} facets=${facets.data?.facets ?? {}} collection=${collection} /></div>
    </div>
    <div class="story-side">
      <${Alarms} collection=${collection} pages=${card.counts.pages} />
      <${News} collection=${collection} newest=${card.newest} />
      <${Harvest} card=${card} />
      <${Clusters} collection=${collection} />
    </div>
  </div>`;
}

function Harvest({ card }) {
  const points = card.harvest ?? [];
  const xs = useMemo(() => [0, ...points.map(([pages]) => pages)], [points]);
  const lines = useMemo(() => [{ name: "kept", values: [0, ...points.map(([, kept]) => kept)] }], [points]);
  return html`<${Curve} title="Harvest" note="pages kept over pages visited" level=${2} xs=${xs} lines=${lines} xName="Visited" height=${150} fill=${true} />`;
}

/** Groups of pages beyond copies, named by their strongest words. */
function Clusters({ collection }) {
  const clusters = useResource(inside(collection, "/clusters"));
  const items = clusters.data?.items ?? [];
  if (!items.length) return null;
  return html`<section class="block"><h2>Threads</h2>
    <${Bars} label="Threads" items=${items.slice(0, 12).map((each) => ({
      value: each.name, pages: each.pages, href: href("search", { collection }, { cluster: each.name }),
    }))} /></section>`;
}

const LISTS = [["domain", "Sources", bareHost], ["person", "People"], ["organisation", "Organisations"], ["language", "Languages", language], ["country", "Countries", country], ["type", "Types"]];

function Lists({ facets, collection }) {
  return LISTS.filter(([name]) => facets[name]?.length).map(([name, title, label = String]) => html`<section class="block" key=${name}><h2>${title}</h2>
    <${Bars} label=${title} items=${facets[name].map(({ value, pages }) => ({ value, pages, label: label(value), href: href("search", { collection }, { [name]: value }) }))} /></section>`);
}
