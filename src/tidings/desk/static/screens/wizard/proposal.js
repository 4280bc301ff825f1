// What the server proposes for a description, as values of a draft.
import { plural } from "../../shell/format.js";

const round = (weight) => Math.round(100 * weight) / 100;

const named = (list) => list.map((each) => ({ ...each, weight: Math.min(1, Math.max(0.05, round(each.weight))) }));

const addressesOf = (draft) => draft.addresses.split(/\s+/).filter((each) => /^https?:\/\//i.test(each));

/** Return the request of a draft: its text, addresses and files. */
export function request(draft) {
  const files = draft.files.filter(({ use }) => use === "page").map(({ content, isHtml }) => (isHtml ? { html: content } : { text: content }));
  return {
    text: draft.text, references: [...addressesOf(draft).map((url) => ({ url })), ...files],
    ...(draft.type ? { type: draft.type } : {}), ...(draft.languages.length ? { languages: draft.languages } : {}), ...(draft.contact ? { contact: draft.contact } : {}),
  };
}

/** Return the request for the seeds in lists and pasted text, null if there are none. */
export function seedsRequest(draft, keywords) {
  const pasted = draft.pasted.trim() ? [{ name: "pasted.txt", content: draft.pasted }] : [];
  const files = [...draft.files.filter(({ use }) => use === "list").map(({ name, content }) => ({ name, content })), ...pasted];
  return files.length ? { files, keywords } : null;
}

/** Return a draft with the values of a proposal and the seeds found in lists. */
export function proposed(draft, answer, found) {
  const { name, keywords, places, people, languages, seeds, start, end, lead, cooldown, warnings } = answer;
  const listed = found?.items.map(({ url }) => url) ?? [];
  return {
    ...draft,
    name: name || draft.name, keywords: named(keywords), places: named(places), people: [], proposedPeople: named(people), languages,
    seeds: [...new Set([...addressesOf(draft), ...listed, ...seeds])], references: addressesOf(draft),
    start: start ?? "", end: end ?? start ?? "", lead, cooldown, warnings, seedsNote: found ? noteOf(found) : "", isProposed: true,
  };
}

function noteOf({ items, posts, links, by_keywords: byKeywords }) {
  const kind = byKeywords ? "with words of the event, a few of each site" : "a few of each site";
  return `${plural(items.length, "seed")} from your lists, ${kind}: ${plural(posts, "post or line", "posts or lines")} with ${plural(links, "link")} to pages were looked through.`;
}
