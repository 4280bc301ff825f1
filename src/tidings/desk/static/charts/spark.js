// Small SVG drawings: the harvest of a card, a line of values.
import { html } from "../shell/html.js";

/** The harvest of a crawl: pages kept over pages visited, with the diagonal of a perfect crawl. */
export function HarvestSpark({ points, width = 240, height = 56 }) {
  if (!points?.length || points.at(-1)[0] === 0) return html`<div class="spark none"><span class="faint tiny">nothing visited yet</span></div>`;
  const [most] = points.at(-1);
  const highest = Math.max(1, ...points.map(([, kept]) => kept));
  const x = (pages) => (width * pages) / most;
  const y = (kept) => height - 2 - ((height - 6) * kept) / highest;
  const line = [[0, 0], ...points].map(([pages, kept], index) => `${index ? "L" : "M"}${x(pages).toFixed(1)} ${y(kept).toFixed(1)}`).join("");
  return html`<svg class="spark" viewBox=${`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img"
      aria-label=${`harvest: ${points.at(-1)[1]} of ${most} visited pages kept`}>
    <path class="spark-fill" d=${`${line}L${width} ${height}L0 ${height}Z`} />
    <path class="spark-line" d=${line} vector-effect="non-scaling-stroke" />
  </svg>`;
}

/** A line of values over time. */
export function Spark({ values, width = 120, height = 28, label }) {
  if (!values?.length) return null;
  const most = Math.max(1e-9, ...values);
  const line = values.map((value, index) => `${index ? "L" : "M"}${((width * index) / Math.max(1, values.length - 1)).toFixed(1)} ${(height - 2 - ((height - 4) * value) / most).toFixed(1)}`).join("");
  return html`<svg class="spark" viewBox=${`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label=${label}>
    <path class="spark-line" d=${line} vector-effect="non-scaling-stroke" /></svg>`;
}
