// Days as numbers: fills the gaps of a timeline, joins days to weeks or months, leaves out stray dates.
import { DAY } from "../shell/format.js";

export const toDay = (text) => Math.floor(Date.parse(`${text.slice(0, 10)}T00:00:00Z`) / DAY);
export const fromDay = (number) => new Date(number * DAY).toISOString().slice(0, 10);

const MOST_BARS = 240;
const STRAY = 0.01; // share of the pages at each end that may lie outside the chart

/** Return the first and last day to show: nearly all pages, and the event with its surroundings. */
export function extent(items, event) {
  const days = items.map(({ start, pages }) => [toDay(start), pages]).sort((a, b) => a[0] - b[0]);
  const total = days.reduce((sum, [, pages]) => sum + pages, 0);
  let [low, high] = [quantile(days, STRAY * total), quantile(days, (1 - STRAY) * total)];
  if (event?.start) low = Math.min(low ?? Infinity, toDay(event.start) - 2);
  if (event?.end ?? event?.start) high = Math.max(high ?? -Infinity, toDay(event.end ?? event.start) + 2);
  if (!Number.isFinite(low) || !Number.isFinite(high)) return null;
  return high - low < 14 ? [low - 3, high + 4] : [low, high];
}

function quantile(days, wanted) {
  let seen = 0;
  for (const [day, pages] of days) if ((seen += pages) >= wanted) return day;
  return days.at(-1)?.[0];
}

/** Return {starts, counts, step, outside}: one bar for every step of days between two days. */
export function filled(items, [low, high]) {
  const width = high - low + 1;
  const step = width <= MOST_BARS ? 1 : width <= 7 * MOST_BARS ? 7 : 30;
  const size = Math.ceil(width / step);
  const starts = Array.from({ length: size }, (_, index) => low + index * step);
  const counts = new Array(size).fill(0);
  let outside = 0;
  for (const { start, pages } of items) {
    const place = Math.floor((toDay(start) - low) / step);
    if (place >= 0 && place < size) counts[place] += pages;
    else outside += pages;
  }
  return { starts, counts, step, outside };
}

export const STEPS = { 1: "day", 7: "week", 30: "30 days" };
