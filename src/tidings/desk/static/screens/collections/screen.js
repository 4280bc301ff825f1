// All collections: a map and a time line of their events, a card each, and a search over all of them.
import { useResource } from "../../shell/api.js";
import { bytes, percent, plural, short, spans, titleOf } from "../../shell/format.js";
import { html, useMemo, useState } from "../../shell/html.js";
import { go, href } from "../../shell/router.js";
import { When } from "../../components/text.js";
import { Empty, Loaded } from "../../components/states.js";
import { EventSpans } from "../../charts/spans.js";
import { HarvestSpark } from "../../charts/spark.js";
import { PlaceMap } from "../../charts/map.js";
import { Figure } from "../../components/figure.js";
import { StateLine } from "../../components/state_line.js";

export function Screen() {
  const collections = useResource("/collections", {}, { every: 10_000 });
  return html`<${Loaded} of=${collections} what="the collections">${({ items }) => html`<${Shelf} items=${items} />`}<//>`;
}

function Shelf({ items }) {
  if (!items.length) return html`<${Empty} title="No collection yet.">Describe an event, and Tidings collects what the web says about it. <a href="/new">New event</a><//>`;
  const pages = items.reduce((sum, { counts }) => sum + counts.kept, 0);
  const sorted = useMemo(() => [...items].sort((a, b) => Number(b.state.running) - Number(a.state.running) || (b.updated ?? "").localeCompare(a.updated ?? "")), [items]);
  return html`<div class="front">
    <header class="front-head">
      <div><h1>Collections</h1><p class="muted">${plural(items.length, "event")}, ${plural(pages, "page")} kept</p></div>
      <${SearchAll} />
    </header>
    <${Atlas} items=${items} />
    <ul class="cards">${sorted.map((card) => html`<li key=${card.name}><${Card} card=${card} /></li>`)}</ul>
  </div>`;
}

function SearchAll() {
  const [words, setWords] = useState("");
  const submit = (event) => {
    event.preventDefault();
    go(href("search", {}, { q: words }));
  };
  return html`<form class="search-all" role="search" onSubmit=${submit}>
    <input type="search" aria-label="Search all collections" placeholder="Search all collections" dir="auto" value=${words} onInput=${(event) => setWords(event.target.value)} />
    <button>Search</button>
  </form>`;
}

/** The events in space and time. */
function Atlas({ items }) {
  const points = useMemo(() => items.flatMap(eventPoints), [items]);
  const dated = items.filter(({ event }) => event.start);
  return html`<section class="atlas" aria-label="The events on a map and in time">
    ${points.length > 0 && html`<${PlaceMap} title="Where" level=${3} points=${points} tint="red" height=${280}
      onOpen=${({ collection }) => go(href("overview", { collection }))} />`}
    ${dated.length > 0 && html`<${Figure} title="When" level=${3} plain=${true} columns=${["Event", "Days"]} rows=${dated.map((card) => [titleOf(card), spans(card.event)])}>
      <${EventSpans} events=${dated.map((card) => ({ ...card, title: titleOf(card) }))} hrefOf=${({ name }) => href("overview", { collection: name })} /><//>`}
  </section>`;
}

function eventPoints(card) {
  return (card.event.points ?? []).slice(0, 1).map(({ lat, lon, name }) => ({
    lat, lon, pages: Math.max(1, card.counts.kept), name: titleOf(card), note: ` ${name}`, collection: card.name,
  }));
}

function Card({ card }) {
  const { name, event, counts, size_bytes: size, newest, harvest, state } = card;
  return html`<article class="card">
    <${StateLine} state=${state} />
    <h2><a href=${href("overview", { collection: name })} dir="auto">${titleOf(card)}</a></h2>
    <p class="card-event">${[spans(event), (event.places ?? []).slice(0, 4).join(", ")].filter(Boolean).join(" · ") || html`<span class="faint">no days or places given</span>`}</p>
    ${event.problem && html`<p class="bad small">${event.problem}</p>`}
    <${HarvestSpark} points=${harvest} />
    <dl class="card-figures">
      <div><dt>kept</dt><dd>${short(counts.kept)}</dd></div>
      <div><dt>read</dt><dd>${short(counts.pages)}</dd></div>
      <div><dt>harvest</dt><dd>${percent(counts.pages ? counts.kept / counts.pages : NaN)}</dd></div>
      <div><dt>hosts</dt><dd>${short(counts.hosts)}</dd></div>
      <div><dt>size</dt><dd>${bytes(size)}</dd></div>
    </dl>
    <p class="card-foot faint small">${newest ? html`<${When} at=${newest} as="ago" prefix="last page " />` : "no page yet"}</p>
  </article>`;
}
