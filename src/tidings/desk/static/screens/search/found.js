// The hits of a search, loaded in parts and kept while somebody looks at one of them.
import { AGAIN, address, get, inside, isBuilding } from "../../shell/api.js";
import { useEffect, useReducer, useRef } from "../../shell/html.js";

const FIRST = 20; // hits that are asked for at first, and alone, so that they are there at once
const PART = 60;
const held = new Map(); // address -> the hits loaded so far
let last = null; // the hits that were shown last, for stepping from page to page

export const searchPath = (collection) => (collection ? inside(collection, "/search") : "/search");

/** Return {items, total, stories, facets, indexing, loading, error, more()} of a search. */
export function useFound(collection, query, facets) {
  const path = searchPath(collection);
  const key = address(path, query);
  const [, redraw] = useReducer((count) => count + 1, 0);
  const shown = useRef(null);
  const found = held.get(key) ?? begin(key);

  const first = async () => {
    if (found.isLoading) return;
    found.isLoading = true;
    try {
      const { items, next, total, stories, searched, indexing } = await get(path, { ...query, limit: FIRST });
      Object.assign(found, { items, next, total, stories, searched, indexing, error: null });
    } catch (error) {
      found.error = error;
    }
    Object.assign(found, { begun: true, isLoading: false });
    redraw();
    if (!found.error) await count();
  };

  const count = async () => {
    try {
      found.facets = (await get(path, { ...query, facet: facets, facet_size: 12, limit: 1 })).facets;
    } catch (error) {
      found.error = error;
    }
    redraw();
  };

  const more = async () => {
    if (found.isLoading || !found.next) return;
    found.isLoading = true;
    try {
      const part = await get(path, { ...query, limit: PART, cursor: found.next });
      Object.assign(found, { next: part.next, items: [...found.items, ...part.items], error: null });
    } catch (error) {
      found.error = error;
    }
    found.isLoading = false;
    redraw();
  };

  useEffect(() => {
    if (!found.begun) first();
    const timer = setInterval(() => isBuilding(found.indexing) && first(), AGAIN);
    return () => clearInterval(timer);
  }, [key]);

  if (found.begun) shown.current = found;
  last = found.begun ? found : last;
  const current = found.begun ? found : shown.current ?? found;
  return { ...current, isStale: !found.begun, more };
}

function begin(key) {
  const found = { key, items: [], next: null, total: null, facets: {}, indexing: null, isLoading: false, error: null, begun: false };
  held.set(key, found);
  if (held.size > 6) held.delete(held.keys().next().value);
  return found;
}

/** Forget what was found, as after a change on the server. */
export const forget = () => held.clear();

/** Return the hits beside a page in the list that was shown last. */
export function neighbours(collection, id) {
  const items = last?.items ?? [];
  const place = items.findIndex((hit) => hit.collection === collection && String(hit.id) === String(id));
  return place < 0 ? null : { before: items[place - 1], after: items[place + 1], place, total: last.total };
}
