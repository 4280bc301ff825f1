// Monitor: what a crawl does now, why it waits or stopped, and the switches that steer it.
import { inside, refresh, useResource } from "../../shell/api.js";
import { duration, number, percent, plural, short } from "../../shell/format.js";
import { html, useEffect, useMemo, useReducer } from "../../shell/html.js";
import { useLive } from "../../shell/live.js";
import { Curve } from "../../charts/curve.js";
import { Alarms } from "../../components/alarms.js";
import { StateLine } from "../../components/state_line.js";
import { Loaded } from "../../components/states.js";
import { Controls } from "./controls.js";
import { Due } from "./due.js";
import { Hosts } from "./hosts.js";
import { Incoming, Log } from "./lines.js";
import { Channels, Outcomes } from "./outcomes.js";
import { note, paces, record } from "./pace.js";
import { Queries } from "./queries.js";

export function Screen({ route }) {
  const { collection } = route;
  const status = useResource(inside(collection, "/status"), {}, { every: 5000 });
  const card = useResource(inside(collection));
  const [, redraw] = useReducer((count) => count + 1, 0);
  const isOpen = useLive(collection, (kind, data) => {
    record(collection, kind, data);
    if (kind === "status" && isNews(data.state, status.data?.state)) refresh(inside(collection));
    redraw();
  });
  useEffect(() => {
    if (status.data) note(collection, status.data.counts.pages, status.data.counts.kept);
  }, [status.data]);
  return html`<${Loaded} of=${status} what="the state of the crawl">${(data) => html`<div class="monitor">
    <header class="monitor-head">
      <div><${StateLine} state=${data.state} /><h1>${headline(data)}</h1>
        ${data.estimate && html`<p class="muted">${data.estimate}</p>`}
        ${data.alarms.map((alarm) => html`<p key=${alarm} class="failure small" role="alert">${alarm}</p>`)}</div>
      <${Controls} collection=${collection} state=${data.state} card=${card.data} changed=${() => refresh(inside(collection))} />
    </header>
    <${Tally} collection=${collection} status=${data} />
    <${Alarms} collection=${collection} pages=${data.counts.pages} />
    <div class="monitor-grid">
      ${(data.state.running || paces(collection).length > 1) && html`<${Speed} collection=${collection} isRunning=${data.state.running} />`}
      <${Harvest} collection=${collection} counts=${data.counts} />
    </div>
    <div class="monitor-columns">
      <div class="monitor-side"><${Outcomes} outcomes=${data.outcomes} /><${Channels} collection=${collection} pages=${data.counts.pages} /></div>
      <div class="monitor-side"><${Incoming} collection=${collection} isOpen=${isOpen} isRunning=${data.state.running} pages=${data.counts.pages} /><${Queries} collection=${collection} /><${Due} collection=${collection} pages=${data.counts.pages} /></div>
    </div>
    <${Hosts} collection=${collection} pages=${data.counts.pages} />
    <${Log} collection=${collection} />
  </div>`}<//>`;
}

const isNews = (now, before) => Boolean(before) && (now.state !== before.state || now.running !== before.running);

function headline({ state }) {
  if (state.broken_off) return "The last crawl broke off.";
  if (!state.state) return "Nothing was crawled yet.";
  const word = { running: "Collecting", waiting: "Waiting", paused: "Paused" }[state.state] ?? state.state[0].toUpperCase() + state.state.slice(1);
  return state.reason ? `${word}: ${state.reason}` : `${word}.`;
}

function Tally({ collection, status: { counts, freshness, seconds, state } }) {
  const pace = paces(collection).at(-1)?.pace ?? 0;
  return html`<dl class="tally">
    ${state.running && html`<div><dt>pages a second</dt><dd>${pace.toFixed(1)}</dd></div>`}
    <div><dt>kept</dt><dd>${number(counts.kept)}</dd></div>
    <div><dt>read</dt><dd>${number(counts.pages)}</dd></div>
    <div><dt>harvest</dt><dd>${percent(counts.pages ? counts.kept / counts.pages : NaN, 1)}</dd></div>
    <div><dt>waiting</dt><dd>${short(counts.waiting)}</dd></div>
    <div><dt>hosts</dt><dd>${number(counts.hosts)}</dd></div>
    <div title="Median hours from the creation of a dated page to its visit"><dt>age when read</dt><dd>${duration((freshness?.hours ?? NaN) * 3600)}</dd></div>
    <div><dt>spent crawling</dt><dd>${duration(seconds)}</dd></div>
  </dl>`;
}

function Speed({ collection, isRunning }) {
  const points = paces(collection);
  const xs = points.map(({ at }) => at);
  const lines = useMemo(() => [{ name: "read", values: points.map(({ pace }) => pace) }, { name: "kept", values: points.map(({ keptPace }) => keptPace) }], [points.length, points.at(-1)?.at]);
  return html`<${Curve} title="Pages a second" note=${isRunning ? "since this screen is open" : "no crawl is running"} xs=${xs} lines=${lines} xName="Time" time=${true} height=${170} format=${(value) => value.toFixed(1)} />`;
}

function Harvest({ collection, counts: { pages, kept } }) {
  const curve = useResource(pages ? inside(collection, "/harvest") : null, { points: 200 }, { every: 15_000 });
  const points = curve.data?.items ?? [];
  const xs = useMemo(() => [0, ...points.map(({ pages }) => pages)], [points]);
  const lines = useMemo(() => [{ name: "kept", values: [0, ...points.map((point) => point.kept)] }], [points]);
  return html`<${Curve} title="Harvest" note=${`${plural(kept, "page")} kept`} xs=${xs} lines=${lines} xName="Visited" height=${170} fill=${true} />`;
}
