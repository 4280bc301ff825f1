// What a crawl did since the desk was opened: its pace, its last pages, its last lines.
const MOST_POINTS = 600;
const MOST_PAGES = 40;
const WINDOW = 12; // seconds over which the pace is measured

const known = new Map(); // collection -> {points, pages, lines}

export function ofCollection(collection) {
  if (!known.has(collection)) known.set(collection, { points: [], pages: [], lines: [] });
  return known.get(collection);
}

/** Note how many pages were read and kept until now. */
export function note(collection, pages, kept, at = Date.now() / 1000) {
  const { points } = ofCollection(collection);
  if (points.length && at - points.at(-1).at < 0.5) return;
  const since = points.findLast((point) => at - point.at >= WINDOW) ?? points[0] ?? { at, pages, kept };
  const seconds = Math.max(1, at - since.at);
  points.push({ at, pages, kept, pace: Math.max(0, (pages - since.pages) / seconds), keptPace: Math.max(0, (kept - since.kept) / seconds) });
  if (points.length > MOST_POINTS) points.shift();
}

export const paces = (collection) => ofCollection(collection).points;

/** Take in an event of the server. */
export function record(collection, kind, data) {
  const { pages, lines } = ofCollection(collection);
  if (kind === "status" && data.counts) note(collection, data.counts.pages, data.counts.kept);
  if (kind === "page") {
    pages.unshift(data);
    pages.length = Math.min(pages.length, MOST_PAGES);
  }
  if (kind === "log") {
    lines.push(data);
    if (lines.length > 300) lines.shift();
  }
}
