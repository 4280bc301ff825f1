// Text that came from crawled pages: always text nodes, isolated, in its own direction.
import { DAY, ago, dateTime, day, isBareDay, utc } from "../shell/format.js";
import { html } from "../shell/html.js";

/** A piece of foreign text in a line of ours. */
export const Foreign = ({ children, lang }) => html`<bdi dir="auto" lang=${lang || undefined}>${children}</bdi>`;

/** Text with the given spans marked; spans are [start, end] in code points of the text, in any order. */
export function Marked({ text, spans = [], kind }) {
  const whole = text ?? "";
  // positions count characters, not the halves of which JavaScript makes rare ones
  const points = /[\ud800-\udfff]/.test(whole) ? Array.from(whole) : whole;
  const cut = (start, end) => (points === whole ? whole.slice(start, end) : points.slice(start, end).join(""));
  const pieces = [];
  let at = 0;
  for (const [start, end, name] of [...spans].sort((a, b) => a[0] - b[0] || b[1] - a[1])) {
    if (start < at || end > points.length || end <= start) continue;
    if (start > at) pieces.push(cut(at, start));
    pieces.push(html`<mark class=${name ?? kind} title=${name}>${cut(start, end)}</mark>`);
    at = end;
  }
  pieces.push(cut(at));
  return pieces;
}

/** A moment in the zone of the reader, with UTC on hover. */
export function When({ at, as = "day", prefix = "" }) {
  if (!at) return html`<span class="faint">undated</span>`;
  const text = as === "ago" ? ago(at) : as === "moment" && !isBareDay(at) ? dateTime(at) : day(at);
  const title = isBareDay(at) ? `${day(at)} (the day is known, the hour is not)` : utc(at);
  return html`<time datetime=${at} title=${title}>${prefix}${text}</time>`;
}

/** Return a moment as "today", "3 days ago" or its day, whichever reads better. */
export const recently = (at) => (Date.now() - new Date(at) < 10 * DAY ? ago(at) : day(at));

/** A link to the live web; anything that is not http or https is shown as text. */
export function Outward({ url, children }) {
  const shown = children ?? html`<${Foreign}>${url}<//>`;
  return /^https?:\/\//i.test(url ?? "")
    ? html`<a href=${url} target="_blank" rel="noopener noreferrer nofollow">${shown}</a>`
    : html`<span>${shown}</span>`;
}
