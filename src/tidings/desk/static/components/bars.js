// A short list of values with a hairline bar each: sources, languages, people.
import { number } from "../shell/format.js";
import { html } from "../shell/html.js";

/** ``items`` are {value, label, pages, href, on}; the bar is relative to the longest. */
export function Bars({ items, label, empty = "none" }) {
  const most = Math.max(1, ...items.map(({ pages }) => pages));
  if (!items.length) return html`<p class="faint small">${empty}</p>`;
  return html`<ul class="bars" aria-label=${label}>
    ${items.map(({ value, label: shown, pages, href, on }) => html`<li key=${value}>
      <a class=${on ? "bar on" : "bar"} href=${href} aria-current=${on ? "true" : undefined}>
        <span class="bar-name clip" dir="auto" title=${shown ?? value}>${shown ?? value}</span>
        <span class="bar-count numbers">${number(pages)}</span>
        <span class="bar-line" aria-hidden="true"><span style=${{ width: `${(100 * pages) / most}%` }}></span></span>
      </a>
    </li>`)}
  </ul>`;
}
