// Pages by day of publication as bars, with the span of the event behind them and a brush that chooses days.
import { DAY, day, number, short } from "../shell/format.js";
import { html, useMemo, useRef } from "../shell/html.js";
import { colours } from "../shell/theme.js";
import { Figure } from "../components/figure.js";
import { STEPS, extent, filled, fromDay, toDay } from "./days.js";
import { Plot, axis, uPlot } from "./plot.js";

/** ``items`` are undefined until they are known; ``onChoose(since, until)`` gets days as text, or nulls when the choice is cleared. */
export function Timeline({ items, event, since, until, onChoose, height = 132, title = "Published", level = 2, tools, within }) {
  const range = useMemo(() => (within ?? items) && extent(within ?? items, event), [within ?? items, event?.start, event?.end]);
  const series = useMemo(() => range && items && filled(items, range), [items, range]);
  const state = useRef({});
  const data = useMemo(() => series && [series.starts.map((start) => ((start + series.step / 2) * DAY) / 1000), series.counts], [series]);
  if (!items) return html`<${Figure} title=${title} columns=${[]} rows=${[]} level=${level}><div style=${{ height: `${height}px` }}></div><//>`;
  if (!series) return html`<${Figure} title=${title} columns=${[]} rows=${[]} level=${level}><p class="faint small">No page here has a date.</p><//>`;
  const { starts, counts, step, outside } = series;
  state.current = { event, since, until, onChoose, step, starts, counts };
  const note = `pages per ${STEPS[step]}${outside ? `, ${number(outside)} outside` : ""}`;
  return html`<${Figure} title=${title} note=${note} level=${level} tools=${tools}
      columns=${[step === 1 ? "Day" : "From", "Pages"]} rows=${starts.map((start, index) => [day(fromDay(start)), number(counts[index])]).filter(([, pages]) => pages !== "0")}>
    <${Plot} data=${data} height=${height} version=${`${starts[0]} ${starts.length} ${step} ${since} ${until} ${event?.start}`}
      label=${`${title}: ${number(counts.reduce((a, b) => a + b, 0))} pages from ${day(fromDay(starts[0]))} to ${day(fromDay(starts.at(-1)))}`}
      options=${() => options(state, colours())} onMade=${(chart) => showChoice(chart, state.current)} />
  <//>`;
}

function showChoice(chart, { since, until }) {
  if (!since && !until) return;
  const [low, high] = [since ? toDay(since) : chart.scales.x.min / (DAY / 1000), until ? toDay(until) + 1 : chart.scales.x.max / (DAY / 1000)];
  const left = chart.valToPos((low * DAY) / 1000, "x");
  chart.setSelect({ left, width: chart.valToPos((high * DAY) / 1000, "x") - left, top: 0, height: chart.over.clientHeight }, false);
}

function options(state, ink) {
  const { starts, step } = state.current;
  return {
    padding: [8, 18, 0, 4],
    cursor: { drag: { setScale: false, x: true, y: false }, y: false, points: { show: false } },
    select: { show: true },
    scales: { x: { time: true, range: [(starts[0] * DAY) / 1000, ((starts.at(-1) + step) * DAY) / 1000] }, y: { range: (_, __, most) => [0, Math.max(1, most * 1.05)] } },
    axes: [
      axis(ink, { grid: { show: false }, size: 24, space: 80, values: dayLabels }),
      axis(ink, { size: 36, space: 34, values: (_, splits) => splits.map((each) => (Number.isInteger(each) ? short(each) : "")) }),
    ],
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), "Etc/UTC"),
    series: [{}, { fill: ink.blue, stroke: ink.blue, width: 0, points: { show: false }, paths: uPlot.paths.bars({ size: [0.82, 28], gap: 0 }) }],
    hooks: {
      drawClear: [(chart) => drawEvent(chart, state.current.event, ink)],
      setSelect: [(chart) => choose(chart, state.current)],
      setCursor: [(chart) => hint(chart, state.current)],
    },
  };
}

const labels = {
  years: new Intl.DateTimeFormat("en-GB", { year: "numeric", timeZone: "UTC" }),
  months: new Intl.DateTimeFormat("en-GB", { month: "short", year: "numeric", timeZone: "UTC" }),
  days: new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" }),
};

export function dayLabels(chart, splits) {
  const step = splits.length > 1 ? splits[1] - splits[0] : 0;
  const format = step > 300 * 86_400 ? labels.years : step > 27 * 86_400 ? labels.months : labels.days;
  let last = "";
  return splits.map((each) => {
    const text = format.format(new Date(each * 1000));
    const shown = text === last ? "" : text;
    last = text;
    return shown;
  });
}

/** Draw each period of the event as a soft band. */
export function drawEvent(chart, event, ink) {
  if (!event?.start) return;
  const periods = event.periods?.length ? event.periods : [event];
  const { ctx, bbox } = chart;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  for (const { start, end } of periods) {
    const left = chart.valToPos((toDay(start) * DAY) / 1000, "x", true);
    const right = chart.valToPos(((toDay(end ?? start) + 1) * DAY) / 1000, "x", true);
    ctx.fillStyle = ink.red_wash;
    ctx.fillRect(left, bbox.top, Math.max(2, right - left), bbox.height);
    ctx.fillStyle = ink.red;
    ctx.fillRect(left, bbox.top, Math.max(2, right - left), 2 * devicePixelRatio);
  }
  ctx.restore();
}

function choose(chart, { onChoose, starts, step, since, until }) {
  if (!onChoose) return;
  const { left, width } = chart.select;
  if (width < 3) return since || until ? onChoose(null, null) : undefined;
  const at = (position) => Math.floor((chart.posToVal(position, "x") * 1000) / DAY);
  const low = Math.max(starts[0], at(left));
  const high = Math.min(starts.at(-1) + step - 1, Math.max(low, at(left + width - 1)));
  return onChoose(fromDay(low), fromDay(high));
}

function hint(chart, { starts, counts, step }) {
  const place = chart.cursor.idx;
  const over = chart.over;
  if (place === null || place === undefined || starts[place] === undefined) return void (over.title = "");
  const start = day(fromDay(starts[place]));
  over.title = `${step === 1 ? start : `${start} and ${step - 1} days`}: ${number(counts[place])} pages`;
}
