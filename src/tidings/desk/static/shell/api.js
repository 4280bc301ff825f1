// The client of /api/v1: requests, problems, and resources that screens draw.
import { useEffect, useReducer, useRef } from "./html.js";

const BASE = "/api/v1";
const FRESH = 3000; // milliseconds for which an answer is used without asking again
export const AGAIN = 2000; // milliseconds until an answer is asked for again that the search index was too young for

/** Return whether the search index is still being built, so that an answer lacks pages. */
export const isBuilding = (indexing) => Boolean(indexing) && indexing.indexed < 0.9 * indexing.pages;

/** An answer of the server that is not a success. */
export class Problem extends Error {
  constructor(status, body) {
    super(body.detail && typeof body.detail === "string" ? body.detail : body.title || `The server answered ${status}.`);
    this.status = status;
    this.body = body;
  }

  /** Return every error of an event file or a form, as text. */
  get errors() {
    const list = this.body.errors ?? (Array.isArray(this.body.detail) ? this.body.detail : []);
    return list.map((each) => (typeof each === "string" ? each : each.message ?? each.msg ?? each.detail ?? JSON.stringify(each)));
  }
}

/** Return the address of a resource; a list makes a repeated parameter. */
export function address(path, query = {}) {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const each of Array.isArray(value) ? value : [value])
      if (each !== null && each !== undefined && each !== "") parameters.append(name, String(each));
  const text = parameters.toString();
  return BASE + path + (text ? `?${text}` : "");
}

/** Return the path of a collection, or of something in it. */
export const inside = (collection, rest = "") => `/collections/${encodeURIComponent(collection)}${rest}`;

async function answer(response) {
  const type = response.headers.get("content-type") ?? "";
  const body = type.includes("json") ? await response.json() : await response.text();
  if (response.ok) return body;
  throw new Problem(response.status, typeof body === "string" ? { title: body.slice(0, 300) } : body);
}

async function ask(url, options) {
  try {
    return await answer(await fetch(url, { credentials: "same-origin", ...options }));
  } catch (error) {
    if (error instanceof TypeError) throw new Problem(0, { title: "The server does not answer. Is tidings serve still running?" });
    throw error;
  }
}

/** Read a resource. */
export const get = (path, query, { signal } = {}) => ask(address(path, query), { signal });

/** Write: POST, PUT, PATCH or DELETE with a JSON body; text is sent as it is. */
export function send(method, path, body, headers = {}) {
  const isText = typeof body === "string";
  const kind = body === undefined ? {} : { "Content-Type": isText ? "text/plain; charset=utf-8" : "application/json" };
  return ask(address(path), { method, headers: { ...kind, ...headers }, body: isText ? body : body && JSON.stringify(body) });
}

const cache = new Map(); // url -> {data, at}
const watching = new Map(); // url -> Set of functions that load it again

/** Load again what is on screen below a path, and forget the rest. */
export function refresh(path) {
  const start = BASE + path;
  for (const url of [...cache.keys()]) if (url.startsWith(start)) cache.delete(url);
  for (const [url, loaders] of watching) {
    if (!url.startsWith(start)) continue;
    if (underWay.has(url)) askAgain(url);
    loaders.forEach((load) => load());
  }
}

const underWay = new Map(); // url -> promise; several parts of a screen may want the same

function shared(url, asking = ask) {
  if (!underWay.has(url)) {
    const answer = asking(url, {}).finally(() => underWay.get(url) === answer && underWay.delete(url));
    underWay.set(url, answer);
  }
  return underWay.get(url);
}

/** Ask again as soon as the answer under way is here, which may be older than a change. */
function askAgain(url) {
  const earlier = underWay.get(url);
  underWay.delete(url);
  shared(url, () => earlier.catch(() => null).then(() => ask(url, {})));
}

function remember(url, data) {
  cache.set(url, { data, at: Date.now() });
  if (cache.size > 80) cache.delete(cache.keys().next().value);
}

/**
 * Return {data, error, loading} of a resource; a path of null asks for nothing.
 * While another address loads, the data of the last one stays, marked as stale.
 */
export function useResource(path, query = {}, { every = 0 } = {}) {
  const url = path === null ? null : address(path, query);
  const [, redraw] = useReducer((count) => count + 1, 0);
  const state = useRef({ url: undefined, data: undefined, error: null, loading: false });

  if (state.current.url !== url) {
    const held = cache.get(url);
    state.current = { url, data: held?.data ?? state.current.data, error: null, loading: !held && url !== null, stale: !held };
  }

  useEffect(() => {
    if (url === null) return undefined;
    const shown = state.current; // of this address; a late answer must not go to the next one
    let isGone = false;
    let again = 0;
    const load = async () => {
      try {
        const data = await shared(url);
        remember(url, data);
        clearTimeout(again);
        if (!isGone && isBuilding(data?.indexing)) again = setTimeout(load, AGAIN);
        if (!isGone) Object.assign(shown, { data, error: null, loading: false, stale: false });
      } catch (error) {
        if (!isGone) Object.assign(shown, { error, loading: false });
      }
      if (!isGone) redraw();
    };
    const held = cache.get(url);
    if (held && shown.stale) {
      // Another part of the screen has read it since this one was drawn.
      Object.assign(shown, { data: held.data, loading: false, stale: false });
      redraw();
    }
    if (!held || Date.now() - held.at > FRESH) load();
    const loaders = watching.get(url) ?? watching.set(url, new Set()).get(url);
    loaders.add(load);
    const timer = every ? setInterval(() => document.hidden || load(), every) : 0;
    return () => {
      isGone = true;
      clearInterval(timer);
      clearTimeout(again);
      loaders.delete(load);
      if (!loaders.size) watching.delete(url);
    };
  }, [url, every]);

  return state.current;
}
