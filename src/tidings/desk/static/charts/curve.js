// Lines over a common axis: harvest, model quality, pages a second, strategies side by side.
import { number, short } from "../shell/format.js";
import { html, useMemo } from "../shell/html.js";
import { colours } from "../shell/theme.js";
import { Figure } from "../components/figure.js";
import { Plot, axis, uPlot } from "./plot.js";

const SHADES = ["blue", "red", "blue_mid", "red_mid", "faint"];
const DASHES = [[], [], [6, 3], [6, 3], [2, 3]];

/** ``lines`` are {name, values}; ``xs`` is common to all. ``time`` makes the axis one of moments in seconds. */
export function Curve({ title, note, xs, lines, xName, time = false, height = 180, level = 2, format = short, top, tools, fill = false }) {
  const data = useMemo(() => [xs, ...lines.map(({ values }) => values)], [xs, lines]);
  if (xs.length < 2) return html`<${Figure} title=${title} note=${note} columns=${[]} rows=${[]} level=${level} tools=${tools}><p class="faint small">Not enough to draw yet.</p><//>`;
  return html`<${Figure} title=${title} note=${note} level=${level} tools=${tools}
      columns=${[xName, ...lines.map(({ name }) => name)]}
      rows=${xs.map((x, index) => [time ? new Date(x * 1000).toLocaleTimeString() : number(x), ...lines.map(({ values }) => (values[index] === null || values[index] === undefined ? "" : format(values[index])))])}>
    ${lines.length > 1 && html`<ul class="legend">${lines.map(({ name }, index) => html`<li key=${name} class=${`shade-${SHADES[index % SHADES.length].replace("_", "-")}`}>${name}</li>`)}</ul>`}
    <${Plot} data=${data} height=${height} version=${`${lines.length} ${time} ${top}`}
      label=${`${title}: ${lines.map(({ name, values }) => `${name} ${format(values.findLast((each) => each !== null) ?? 0)}`).join(", ")}`}
      options=${() => options(lines, { time, format, top, fill }, colours())} />
  <//>`;
}

function options(lines, { time, format, top, fill }, ink) {
  return {
    padding: [10, 12, 0, 4],
    cursor: { y: false, drag: { x: false, y: false } },
    scales: { x: { time }, y: { range: (_, __, most) => [0, top ?? Math.max(1e-6, most * 1.08)] } },
    axes: [
      axis(ink, { grid: { show: false }, size: 24, space: 70, ...(time ? {} : { values: (_, splits) => splits.map((each) => (Number.isInteger(each) ? short(each) : "")) }) }),
      axis(ink, { size: 42, space: 36, values: (_, splits) => splits.map(format) }),
    ],
    series: [{}, ...lines.map((line, index) => ({
      label: line.name, stroke: ink[SHADES[index % SHADES.length]], width: 1.6, dash: DASHES[index % DASHES.length], points: { show: false },
      fill: fill && !index ? ink.blue_wash : undefined, spanGaps: true,
      paths: line.stepped ? uPlot.paths.stepped({ align: 1 }) : undefined,
    }))],
  };
}

/** Return the value of a curve of [x, y] points between two of them, null beyond its ends. */
export function valueAt(points, x) {
  const place = points.findIndex(([at]) => at >= x);
  if (place < 0 || (place === 0 && points[0][0] > x)) return null;
  const [high, above] = points[place];
  if (high === x) return above;
  const [low, below] = points[place - 1];
  return below + ((above - below) * (x - low)) / (high - low);
}
