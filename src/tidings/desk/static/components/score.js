// The score of a page: a number, and a small bar stacked from its parts.
import { html } from "../shell/html.js";

/** The parts in the order they are stacked, with their shade. */
export const PARTS = [
  ["topic", "words"], ["what", "words"], ["words", "words"], ["text", "words"], ["place", "places"], ["where", "places"], ["places", "places"],
  ["time", "days"], ["when", "days"], ["date", "days"], ["who", "names"], ["names", "names"], ["genre", "words"], ["type", "names"], ["model", "taught"], ["judgements", "taught"],
];
const SHADES = Object.fromEntries(PARTS);

/** Return the parts of a score as [name, share of the bar, shade, value]; they fill the bar up to the score. */
export function stacked(score, parts) {
  const all = Object.entries(parts ?? {}).filter(([, value]) => typeof value === "number" && value > 0);
  // after judgements, the measure stands beside the parts it was made of
  const entries = all.length > 2 ? all.filter(([name]) => name !== "measure") : all;
  const sum = entries.reduce((total, [, value]) => total + value, 0);
  const order = Object.keys(SHADES);
  return entries
    .sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))
    .map(([name, value]) => [name, (score * value) / (sum || 1), SHADES[name] ?? "names", value]);
}

export function Score({ score, parts, threshold, wide = false }) {
  if (score === null || score === undefined) return html`<span class="faint">not scored</span>`;
  const pieces = stacked(score, parts);
  const words = pieces.map(([name, , , value]) => `${name} ${value.toFixed(2)}`).join(", ");
  return html`<span class=${wide ? "score wide" : "score"} title=${words ? `${score.toFixed(2)}: ${words}` : score.toFixed(2)}>
    <span class="score-bar" role="img" aria-label=${`score ${score.toFixed(2)}${words ? `: ${words}` : ""}`}>
      ${(pieces.length ? pieces : [["score", score, "words"]]).map(([name, share, shade]) =>
        html`<span key=${name} class=${`part ${shade}`} style=${{ width: `${100 * share}%` }}></span>`)}
      ${threshold !== undefined && threshold !== null && html`<span class="threshold" style=${{ left: `${100 * threshold}%` }}></span>`}
    </span>
    <span class="numbers">${score.toFixed(2)}</span>
  </span>`;
}
