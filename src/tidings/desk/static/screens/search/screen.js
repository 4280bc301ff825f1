// Search: facets at the left, timeline and map above, hits below; in one collection or in all.
import { inside, isBuilding, useResource } from "../../shell/api.js";
import { number, plural } from "../../shell/format.js";
import { html, useEffect, useMemo, useRef, useState } from "../../shell/html.js";
import { useKeys } from "../../shell/keys.js";
import { go, href, setQuery } from "../../shell/router.js";
import { Dialog } from "../../components/dialog.js";
import { Icon } from "../../components/icon.js";
import { undo, useJudgements, verdictOn } from "../../components/judging.js";
import { Empty, Failure, Indexing, Loading } from "../../components/states.js";
import { Virtual } from "../../components/virtual.js";
import { PlaceMap } from "../../charts/map.js";
import { Timeline } from "../../charts/timeline.js";
import { Chosen, Facets } from "./facets.js";
import { useFound } from "./found.js";
import { Hit } from "./hit.js";
import { FACETS, boxOf, isRestricted, read, without } from "./query.js";
import { Exporting, SelectionBar, judgeHits, keyOf } from "./selection.js";

const COUNTED = ["domain", "language", "country", "place", "type", "person", "organisation", "cluster", "genre", "source_type", "tag", "outcome", "channel", "judged"];
const narrow = window.matchMedia("(max-width: 46rem)");

export function Screen({ route }) {
  const { collection } = route;
  const query = useMemo(() => read(route.query), [route.query.toString()]);
  const found = useFound(collection, query, COUNTED);
  const [selected, setSelected] = useState(new Map());
  const [focus, setFocus] = useState(-1);
  const [sheet, setSheet] = useState("");
  useJudgements();
  useEffect(() => {
    setFocus(-1);
    setSelected(new Map());
  }, [route.query.toString()]);
  const select = (hit) => setSelected((old) => switched(old, hit));
  useKeys("Search", searchKeys({ found, focus, setFocus, select }));
  // the same objects again are not drawn again, so that more hits do not cost a new drawing of everything
  const facets = useMemo(() => html`<${Facets} facets=${found.facets} values=${query} />`, [found.facets, query]);
  const context = useMemo(() => collection && html`<${Context} collection=${collection} query=${query} isReady=${!found.isStale} />`, [collection, query, found.isStale]);
  const isEmpty = found.begun && !found.items.length && !found.error && !isBuilding(found.indexing);
  return html`<div class="searching">
    <aside class="facet-column" aria-label="Filters">${facets}</aside>
    <section class="found" aria-busy=${found.isStale} data-shown=${found.isStale ? null : route.query.toString()}>
      <${SearchForm} key=${query.q} query=${query} collection=${collection} />
      <${Chosen} values=${query} />
      ${context}
      <${Heading} found=${found} query=${query} collection=${collection} openFilters=${() => setSheet("filters")} openExport=${() => setSheet("export")}
        selectAll=${() => setSelected(new Map(found.items.map((hit) => [keyOf(hit), hit])))} />
      <${Indexing} of=${found.indexing} />
      ${found.error && html`<${Failure} error=${found.error} />`}
      ${!found.begun && html`<${Loading} what="the index" />`}
      ${isEmpty && html`<${Empty} title="Nothing found.">${isRestricted(query) ? "Fewer words or filters find more." : "This collection has no kept page yet."}<//>`}
      <${Hits} found=${found} focus=${focus} selected=${selected} select=${select} showsCollection=${!collection} />
    </section>
    <${SelectionBar} selected=${[...selected.values()]} clear=${() => setSelected(new Map())} />
    ${sheet === "filters" && html`<${Dialog} title="Filters" close=${() => setSheet("")}><${Facets} facets=${found.facets} values=${query} /><//>`}
    ${sheet === "export" && html`<${Exporting} collection=${collection} query=${without(query, "sort")} total=${found.total} close=${() => setSheet("")} />`}
  </div>`;
}

function switched(old, hit) {
  const next = new Map(old);
  if (!next.delete(keyOf(hit))) next.set(keyOf(hit), hit);
  return next;
}

function searchKeys({ found, focus, setFocus, select }) {
  const move = (step) => () => setFocus(Math.max(0, Math.min(found.items.length - 1, focus + step)));
  const act = (run) => () => found.items[focus] && run(found.items[focus]);
  const open = act((hit) => go(href("page", { collection: hit.collection, page: hit.id })));
  return {
    j: ["Next page", move(1)],
    k: ["Page before", move(-1)],
    Enter: ["Open", open],
    x: ["Select", act(select)],
    r: ["Relevant", act((hit) => judgeHits([hit], "relevant"))],
    n: ["Not relevant", act((hit) => judgeHits([hit], "not relevant"))],
    u: ["Undo the last judgement", undo],
  };
}

function SearchForm({ query, collection }) {
  const field = useRef(null);
  const submit = (event) => {
    event.preventDefault();
    setQuery({ q: field.current.value.trim() });
    field.current.blur();
  };
  return html`<form class="search-form" role="search" onSubmit=${submit}>
    <${Icon} name="search" />
    <input ref=${field} type="search" dir="auto" defaultValue=${query.q ?? ""} autocomplete="off" spellcheck="false"
      aria-label=${collection ? "Search this collection" : "Search all collections"}
      placeholder=${collection ? 'Words, "a phrase", -without, title:word' : "Search all collections"} />
    <button class="primary">Search</button>
  </form>`;
}

/** Timeline and map of what was found, each without its own filter; the hits come before them. */
function Context({ collection, query, isReady }) {
  const at = (path) => (isReady ? inside(collection, path) : null);
  const days = useResource(at("/timeline"), without(query, "since", "until", "sort"));
  const all = useResource(at("/timeline"), {});
  const cells = useResource(at("/map"), { ...without(query, "box", "sort"), zoom: 5 });
  const card = useResource(inside(collection));
  const box = boxOf(query.box);
  const [hasMap, setMap] = useState(Boolean(box));
  return html`<div class=${hasMap ? "context with-map" : "context"}>
    <${Timeline} level=${3} items=${days.data?.items} within=${all.data?.items} event=${card.data?.event} since=${query.since} until=${query.until} height=${150}
      onChoose=${(since, until) => setQuery({ since, until })} tools=${html`<${Days} query=${query} /><button class="plain only-narrow" aria-pressed=${hasMap} onClick=${() => setMap(!hasMap)}><${Icon} name="pin" />Map</button>`} />
    <${PlaceMap} level=${3} title="Places" points=${cells.data?.items ?? []} box=${box} height=${150} onChoose=${(chosen) => setQuery({ box: chosen?.join(",") })}
      onOpen=${(point) => point.places?.[0] && setQuery({ place: [...new Set([...(query.place ?? []), point.places[0]])] })} />
  </div>`;
}

/** The days as fields, for those who do not brush. */
function Days({ query }) {
  const [isOpen, setOpen] = useState(Boolean(query.since || query.until));
  const change = (name) => (event) => setQuery({ [name]: event.target.value });
  if (!isOpen && !query.since && !query.until) return html`<button class="plain" onClick=${() => setOpen(true)}><${Icon} name="clock" />Days</button>`;
  return html`<span class="day-fields">
    <input type="date" aria-label="Published since" value=${query.since ?? ""} onChange=${change("since")} />
    <span aria-hidden="true">–</span>
    <input type="date" aria-label="Published until" value=${query.until ?? ""} onChange=${change("until")} />
  </span>`;
}

const SORTS = [["best", "Best"], ["newest", "Newest"], ["score", "Score"]];

function Heading({ found, query, collection, openFilters, openExport, selectAll }) {
  const sort = query.sort ?? "best";
  const folded = query.fold !== "false";
  return html`<div class="found-head toolbar">
    <h1 class="found-count" aria-live="polite">${found.total === null ? " " : html`${plural(found.total, "page")}${folded && found.stories < found.total ? html` <span class="muted">in ${plural(found.stories, "story", "stories")}</span>` : ""}`}</h1>
    <span class="spacer"></span>
    <button class="only-narrow" aria-label="Filters" onClick=${openFilters}><${Icon} name="filter" />Filters</button>
    <div class="segments" role="group" aria-label="Order">
      ${SORTS.map(([value, label]) => html`<button key=${value} aria-pressed=${sort === value} onClick=${() => setQuery({ sort: value === "best" ? null : value })}>${label}</button>`)}
    </div>
    <label class="toolbar small only-wide"><input type="checkbox" checked=${folded} onChange=${() => setQuery({ fold: folded ? "false" : null })} />fold copies</label>
    <button class="only-wide" onClick=${selectAll} disabled=${!found.items.length}>Select ${number(found.items.length)}</button>
    ${collection && html`<button aria-label="Export" onClick=${openExport} disabled=${!found.total}><${Icon} name="download" />Export</button>`}
  </div>`;
}

function Hits({ found, focus, selected, select, showsCollection }) {
  const [isNarrow, setNarrow] = useState(narrow.matches);
  useEffect(() => {
    const change = () => setNarrow(narrow.matches);
    narrow.addEventListener("change", change);
    return () => narrow.removeEventListener("change", change);
  }, []);
  return html`<${Virtual} items=${found.items} height=${isNarrow ? 190 : 132} keyOf=${keyOf} atEnd=${found.more} focus=${focus} label="Pages found"
    versionOf=${(hit, index) => `${index === focus} ${selected.has(keyOf(hit))} ${verdictOn(hit.collection, hit.id, hit.judged)}`}
    row=${(hit, index) => html`<${Hit} hit=${hit} isFocused=${index === focus} isSelected=${selected.has(keyOf(hit))} select=${select}
      judged=${verdictOn(hit.collection, hit.id, hit.judged)} showsCollection=${showsCollection} />`} />`;
}
