// Numbers, sizes and times as people read them; times are in the zone of the reader.
const whole = new Intl.NumberFormat("en");
const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });
const languages = new Intl.DisplayNames(["en"], { type: "language" });
const regions = new Intl.DisplayNames(["en"], { type: "region" });
const dayMonthYear = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });
const utcDay = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
const moment = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" });
const utcMoment = new Intl.DateTimeFormat("en-GB", {
  day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit", second: "2-digit", timeZone: "UTC",
});
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

export const DAY = 86_400_000;

/** Return a whole number with separators, or a dash. */
export const number = (value) => (value === null || value === undefined ? "–" : whole.format(value));

/** Return a number in few characters. */
export const short = (value) => (value === null || value === undefined ? "–" : value < 10_000 ? whole.format(value) : compact.format(value));

/** Return a share as a percentage. */
export const percent = (value, digits = 0) => (Number.isFinite(value) ? `${(100 * value).toFixed(digits)} %` : "–");

/** Return a word in the form that fits a count. */
export const plural = (count, one, many = `${one}s`) => `${number(count)} ${count === 1 ? one : many}`;

/** Return a size in bytes as people read it. */
export function bytes(size) {
  if (!Number.isFinite(size)) return "–";
  const units = ["B", "kB", "MB", "GB", "TB"];
  const power = Math.min(units.length - 1, size < 1 ? 0 : Math.floor(Math.log10(size) / 3));
  const value = size / 1000 ** power;
  return `${value < 10 && power ? value.toFixed(1) : Math.round(value)} ${units[power]}`;
}

/** Return seconds as people read them. */
export function duration(seconds) {
  if (!Number.isFinite(seconds)) return "–";
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.round(seconds / 3600)} h`;
  if (seconds < 63_115_200) return `${Math.round(seconds / 86_400)} days`;
  return `${(seconds / 31_557_600).toFixed(1)} years`;
}

const named = (names, code) => {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
};

/** Return the name of a language by its code. */
export const language = (code) => (code ? named(languages, code) : "unknown");

/** Return the name of a country by its code. */
export const country = (code) => (code ? named(regions, code.toUpperCase()) : "unknown");

/** Return the day of a moment; a bare day is the same day in every zone. */
export function day(value) {
  if (!value) return "–";
  return isBareDay(value) ? utcDay.format(new Date(value)) : dayMonthYear.format(new Date(value));
}

/** Return whether a text is a day without an hour, or the midnight that stands for one. */
export const isBareDay = (value) => /^\d{4}-\d\d-\d\d($|T00:00(:00)?(\.0+)?(Z|\+00:00)$)/.test(value);

export const dateTime = (value) => moment.format(new Date(value));
export const utc = (value) => `${utcMoment.format(new Date(value))} UTC`;

/** Return how long ago a moment was. */
export function ago(value, now = Date.now()) {
  const seconds = (new Date(value).getTime() - now) / 1000;
  const steps = [["year", 31_557_600], ["month", 2_629_800], ["day", 86_400], ["hour", 3600], ["minute", 60]];
  for (const [unit, size] of steps) if (Math.abs(seconds) >= size) return relative.format(Math.round(seconds / size), unit);
  return "just now";
}

/** Return two days as a span, without repeating the year or month. */
export function span(start, end) {
  if (!start && !end) return "";
  if (!end || day(start) === day(end)) return day(start);
  if (!start) return `until ${day(end)}`;
  return utcDay.formatRange(new Date(start), new Date(end));
}

/** Return the days of an event: one span, or those of its periods. */
export function spans({ start, end, periods = [] }) {
  if (periods.length < 2) return span(start, end);
  const shown = periods.length > MOST_PERIODS ? periods.slice(0, MOST_PERIODS - 1) : periods;
  const rest = periods.length - shown.length;
  return [...shown.map((each) => span(each.start, each.end)), ...(rest ? [`${rest} more`] : [])].join(", ");
}

const MOST_PERIODS = 4;

/** Return a host without the part that says nothing. */
export const bareHost = (host) => (host ?? "").replace(/^www\./, "");

/** Return the host of a URL. */
export function hostOf(url) {
  try {
    return new URL(url).hostname;
  } catch {
    return "";
  }
}

/** Return the path of a URL as it is read, shortened in the middle. */
export function pathOf(url) {
  try {
    const { pathname, search } = new URL(url);
    return safely(pathname + search);
  } catch {
    return url;
  }
}

function safely(text) {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}

/** Return the title of a collection as people write it; a bare folder name becomes words. */
export function titleOf({ title, name }) {
  const given = title || name || "";
  if (!/^[a-z0-9]+(-[a-z0-9]+)+$/.test(given)) return given;
  return given.split("-").map((word, index) => (index && word.length < 3 ? word : word[0].toUpperCase() + word.slice(1))).join(" ");
}
