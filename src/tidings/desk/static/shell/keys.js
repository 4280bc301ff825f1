// Keyboard shortcuts: each screen says which keys it knows, and the help sheet lists them.
import { useEffect, useRef } from "./html.js";

const groups = new Set(); // {title, keys: {key: [label, action]}}
let pending = ""; // the first key of a pair such as "g s"
let timer = 0;

const isTyping = (target) =>
  target.isContentEditable || ["TEXTAREA", "SELECT"].includes(target.tagName) ||
  (target.tagName === "INPUT" && !["checkbox", "radio", "button", "range"].includes(target.type));

function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (isTyping(event.target)) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  const key = pending ? `${pending} ${event.key}` : event.key;
  const action = find(key);
  if (action) {
    event.preventDefault();
    pending = "";
    action(event);
  } else {
    const starts = !pending && [...groups].some((group) => Object.keys(group.keys).some((each) => each.startsWith(`${event.key} `)));
    pending = starts ? event.key : "";
    clearTimeout(timer);
    timer = setTimeout(() => (pending = ""), 1200);
  }
}

function find(key) {
  for (const group of [...groups].reverse()) if (group.keys[key]) return group.keys[key][1];
  return null;
}

document.addEventListener("keydown", pressed);

/** Register the keys of a screen while it is shown: ``{key: [label, action]}``. */
export function useKeys(title, keys) {
  const group = useRef({ title, keys });
  group.current.keys = keys;
  useEffect(() => {
    const registered = group.current;
    groups.add(registered);
    return () => groups.delete(registered);
  }, []);
}

/** Return what the help sheet shows now. */
export const shortcuts = () =>
  [...groups].map(({ title, keys }) => ({ title, keys: Object.entries(keys).map(([key, [label]]) => ({ key, label })) }));
