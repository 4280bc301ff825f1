// The hits of a search, loaded in parts and kept while somebody looks at one of them.
import { address, get, inside } from "../../shell/api.js";
import { useEffect, useReducer, useRef } from "../../shell/html.js";

const PART = 60;
const held = new Map(); // address -> the hits loaded so far
let last = null; // the hits that were shown last, for stepping from page to page

export const searchPath = (collection) => (collection ? inside(collection, "/search") : "/search");

/** Return {items, total, stories, facets, loading, error, more()} of a search. */
export function useFound(collection, query, facets) {
  const asked = { ...query, facet: facets, facet_size: 12, limit: PART };
  const key = address(searchPath(collection), asked);
  const [, redraw] = useReducer((count) => count + 1, 0);
  const shown = useRef(null);
  let found = held.get(key);
  if (!found) {
    found = { key, items: [], next: null, total: null, facets: {}, isLoading: false, error: null, begun: false };
    held.set(key, found);
    if (held.size > 6) held.delete(held.keys().next().value);
  }

  const more = async () => {
    if (found.isLoading || (found.begun && !found.next)) return;
    found.isLoading = true;
    try {
      const part = await get(searchPath(collection), { ...asked, ...(found.next ? { cursor: found.next, facet: [] } : {}) });
      const isFirst = !found.begun;
      Object.assign(found, { begun: true, next: part.next, items: isFirst ? part.items : [...found.items, ...part.items], error: null });
      if (isFirst) Object.assign(found, { total: part.total, stories: part.stories, searched: part.searched, facets: part.facets });
    } catch (error) {
      found.error = error;
      found.begun = true;
    }
    found.isLoading = false;
    redraw();
  };

  useEffect(() => {
    if (!found.begun) more();
  }, [key]);

  if (found.begun) shown.current = found;
  last = found.begun ? found : last;
  const current = found.begun ? found : shown.current ?? found;
  return { ...current, isStale: !found.begun, more };
}

/** Forget what was found, as after a change on the server. */
export const forget = () => held.clear();

/** Return the hits beside a page in the list that was shown last. */
export function neighbours(collection, id) {
  const items = last?.items ?? [];
  const place = items.findIndex((hit) => hit.collection === collection && String(hit.id) === String(id));
  return place < 0 ? null : { before: items[place - 1], after: items[place + 1], place, total: last.total };
}
