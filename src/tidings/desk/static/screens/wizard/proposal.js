// What the server proposes for a description, as values of a draft.
const round = (weight) => Math.round(100 * weight) / 100;

const named = (list) => list.map((each) => ({ ...each, weight: Math.min(1, Math.max(0.05, round(each.weight))) }));

const addressesOf = (draft) => draft.addresses.split(/\s+/).filter((each) => /^https?:\/\//i.test(each));

/** Return the request of a draft: its text, addresses and files. */
export function request(draft) {
  const files = draft.files.map(({ content, isHtml }) => (isHtml ? { html: content } : { text: content }));
  return {
    text: draft.text, references: [...addressesOf(draft).map((url) => ({ url })), ...files], seeds: draft.seeds,
    ...(draft.type ? { type: draft.type } : {}), ...(draft.languages.length ? { languages: draft.languages } : {}), ...(draft.contact ? { contact: draft.contact } : {}),
    ...(draft.contact ? { contact: draft.contact } : {}),
  };
}

/** Return a draft with the values of a proposal. */
export function proposed(draft, answer) {
  const { name, keywords, places, people, languages, seeds, start, end, lead, cooldown, warnings } = answer;
  return {
    ...draft,
    name: name || draft.name, keywords: named(keywords), places: named(places), people: [], proposedPeople: named(people), languages,
    seeds: [...new Set([...addressesOf(draft), ...seeds])].slice(0, 200), references: addressesOf(draft),
    start: start ?? "", end: end ?? start ?? "", lead, cooldown, warnings, isProposed: true,
  };
}
