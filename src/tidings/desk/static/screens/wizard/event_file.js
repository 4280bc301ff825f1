// Writes the event file of a draft; the server checks it as it checks one written by hand.
const text = (value) => JSON.stringify(String(value));
const list = (values) => `[${values.map(text).join(", ")}]`;

/** Return a table of weights, or a plain list where all weigh the same. */
function weighted(name, values) {
  if (values.every(({ weight }) => weight === 1)) return `${name} = ${list(values.map((each) => each.name))}`;
  return `${name} = { ${values.map((each) => `${text(each.name)} = ${each.weight}`).join(", ")} }`;
}

/** Return the event file of a draft. */
export function eventFile(draft) {
  const lines = [`name = ${text(draft.name)}`, `seeds = ${list(draft.seeds)}`];
  if (draft.type) lines.push("", "[event]", `type = ${text(draft.type)}`);
  if (draft.keywords.length || draft.references.length) lines.push("", "[what]");
  if (draft.keywords.length) lines.push(weighted("keywords", draft.keywords));
  if (draft.references.length) lines.push(`references = ${list(draft.references)}`);
  if (draft.places.length) lines.push("", "[where]", weighted("places", draft.places));
  if (draft.people.length) lines.push("", "[who]", weighted("names", draft.people));
  if (draft.start) lines.push("", "[when]", `start = ${draft.start}`, `end = ${draft.end || draft.start}`, `lead = ${draft.lead}`, `cooldown = ${draft.cooldown}`, ...(draft.also.length ? [`also = ${list(draft.also)}`] : []));
  if (draft.languages.length) lines.push("", "[scope]", `languages = ${list(draft.languages)}`);
  if (draft.pages) lines.push("", "[budget]", `pages = ${draft.pages}`);
  if (draft.threshold) lines.push("", "[relevance]", `threshold = ${draft.threshold}`);
  if (draft.contact) lines.push("", "[fetch]", `contact = ${text(draft.contact)}`);
  return `${lines.join("\n")}\n`;
}

/** A draft before anything is known. */
export const EMPTY = {
  text: "", addresses: "", pasted: "", files: [], seedsNote: "", lastByPreset: "", type: "", name: "", keywords: [], places: [], people: [], languages: [], seeds: [], references: [],
  proposedPeople: [], start: "", end: "", also: [], lead: 0, cooldown: 30, pages: 2000, threshold: 0, contact: "", isProposed: false, warnings: [],
};

const STORED = "tidings.draft";

/** Keep a draft in this browser until it is saved. */
export const keep = (draft) => localStorage.setItem(STORED, JSON.stringify({ ...draft, files: [] }));

/** Return the draft that was begun last. */
export function resume() {
  try {
    return { ...EMPTY, ...JSON.parse(localStorage.getItem(STORED) ?? "{}") };
  } catch {
    return EMPTY;
  }
}

export const forgetDraft = () => localStorage.removeItem(STORED);
