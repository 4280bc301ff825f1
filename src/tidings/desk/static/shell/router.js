// Addresses: which screen a path means, and the state that lives in the query.
import { useEffect, useState } from "./html.js";

/** The screens by path; a part that begins with a colon is a parameter. */
const PATHS = [
  ["/", "collections"],
  ["/search", "search"],
  ["/new", "wizard"],
  ["/lab", "lab"],
  ["/c/:collection", "overview"],
  ["/c/:collection/search", "search"],
  ["/c/:collection/page/:page", "page"],
  ["/c/:collection/judge", "judge"],
  ["/c/:collection/monitor", "monitor"],
  ["/c/:collection/archives", "archives"],
];

const listeners = new Set();
let current = read();

function read() {
  const { pathname, search } = window.location;
  return { ...match(pathname), path: pathname, query: new URLSearchParams(search) };
}

/** Return the screen and the parameters of a path. */
export function match(pathname) {
  const given = pathname.replace(/\/+$/, "").split("/");
  for (const [pattern, screen] of PATHS) {
    const wanted = pattern.replace(/\/+$/, "").split("/");
    if (wanted.length !== given.length) continue;
    const parameters = {};
    const fits = wanted.every((part, index) => {
      if (!part.startsWith(":")) return part === given[index];
      parameters[part.slice(1)] = safely(given[index]);
      return given[index] !== "";
    });
    if (fits) return { screen, ...parameters };
  }
  return { screen: "unknown" };
}

function safely(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function changed() {
  current = read();
  listeners.forEach((listener) => listener(current));
}

window.history.scrollRestoration = "manual";
window.addEventListener("popstate", (event) => {
  changed();
  const scroll = event.state?.scroll ?? 0;
  requestAnimationFrame(() => requestAnimationFrame(() => window.scrollTo(0, scroll)));
});

/** Go to an address of the desk. */
export function go(address, { replace = false, keepScroll = false } = {}) {
  const target = new URL(address, window.location.origin);
  if (target.href === window.location.href) return;
  const samePath = target.pathname === window.location.pathname;
  const state = { from: replace ? window.history.state?.from : current.screen };
  if (!replace) window.history.replaceState({ ...window.history.state, scroll: window.scrollY }, "");
  window.history[replace ? "replaceState" : "pushState"](state, "", target);
  changed();
  if (!samePath && !keepScroll) window.scrollTo(0, 0);
}

/** Return the route, and draw again when it changes. */
export function useRoute() {
  const [route, setRoute] = useState(current);
  useEffect(() => {
    listeners.add(setRoute);
    setRoute(current);
    return () => listeners.delete(setRoute);
  }, []);
  return route;
}

/** Return the address with some values of the query changed; null, "" and [] remove a value. */
export function withQuery(changes, base = current) {
  const query = new URLSearchParams(base.query);
  for (const [name, value] of Object.entries(changes)) {
    query.delete(name);
    for (const each of Array.isArray(value) ? value : [value])
      if (each !== null && each !== undefined && each !== "" && each !== false) query.append(name, String(each));
  }
  const text = query.toString();
  return base.path + (text ? `?${text}` : "");
}

/** Change values of the query in place. */
export const setQuery = (changes, options = {}) => go(withQuery(changes), { keepScroll: true, ...options });

/** Return the address of a screen. */
export function href(screen, { collection, page } = {}, query = {}) {
  const [pattern] = PATHS.find(([path, name]) => name === screen && path.includes(":collection") === Boolean(collection)) ??
    PATHS.find(([, name]) => name === screen);
  const path = pattern.replace(":collection", encodeURIComponent(collection ?? "")).replace(":page", encodeURIComponent(page ?? ""));
  return withQuery(query, { path, query: "" });
}

/** Follow links inside the desk without loading the page again. */
export function followLinks(event) {
  const link = event.target.closest?.("a[href]");
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (link.target || link.hasAttribute("download") || link.origin !== window.location.origin) return;
  if (link.pathname.startsWith("/api/") || link.pathname.startsWith("/static/")) return;
  if (link.hash && link.pathname === window.location.pathname && link.search === window.location.search) return;
  event.preventDefault();
  go(link.href);
}
