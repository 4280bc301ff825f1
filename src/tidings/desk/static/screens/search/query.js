// The query of a search as it stands in the address, and as the server wants it.
import { withQuery } from "../../shell/router.js";

/** Filters with several values, their name in the singular and how they are shown. */
export const FACETS = [
  ["domain", "Sources"], ["language", "Languages"], ["country", "Countries"], ["place", "Places"], ["type", "Types"],
  ["person", "People"], ["organisation", "Organisations"], ["genre", "Genres"], ["source_type", "Kinds of source"], ["cluster", "Clusters"],
  ["tag", "Tags"], ["outcome", "Outcome"], ["channel", "How found"], ["judged", "Judged"],
];
const MANY = [...FACETS.map(([name]) => name), "host"];
const SINGLE = ["q", "since", "until", "captured_since", "captured_until", "box", "sort", "minimum_score", "story", "fold"];

/** Return the values of a query: lists for facets, text for the others. */
export function read(query) {
  const values = {};
  for (const name of MANY) if (query.has(name)) values[name] = query.getAll(name);
  for (const name of SINGLE) if (query.get(name)) values[name] = query.get(name);
  return values;
}

/** Return the same without some filters, as for a timeline that shows what the brush left out. */
export const without = (values, ...names) => Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

/** Return the address with one value of a facet switched on or off. */
export function toggled(values, name, value) {
  const chosen = values[name] ?? [];
  return withQuery({ [name]: chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value] });
}

/** Return whether anything restricts the search. */
export const isRestricted = (values) => Object.keys(without(values, "sort", "fold")).length > 0;

export const boxOf = (text) => {
  const numbers = (text ?? "").split(",").map(Number);
  return numbers.length === 4 && numbers.every(Number.isFinite) ? numbers : null;
};
