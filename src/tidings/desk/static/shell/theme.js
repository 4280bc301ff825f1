// Light and dark: the system decides until somebody chooses.
import { useEffect, useState } from "./html.js";

const STORED = "tidings.theme";
const system = window.matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set();

/** Return ``light`` or ``dark``, as it is shown now. */
export const theme = () => document.documentElement.dataset.theme || (system.matches ? "dark" : "light");

/** Change between light and dark, and remember it. */
export function toggleTheme() {
  const chosen = theme() === "dark" ? "light" : "dark";
  document.documentElement.dataset.theme = chosen;
  localStorage.setItem(STORED, chosen);
  listeners.forEach((listener) => listener(chosen));
}

system.addEventListener("change", () => listeners.forEach((listener) => listener(theme())));

/** Return the theme, and draw again when it changes. */
export function useTheme() {
  const [shown, setShown] = useState(theme);
  useEffect(() => {
    listeners.add(setShown);
    return () => listeners.delete(setShown);
  }, []);
  return shown;
}

/** Return the colours of the tokens for what is drawn on a canvas. */
export function colours() {
  const probe = document.body.appendChild(document.createElement("span"));
  const names = ["paper", "raised", "ink", "muted", "faint", "hair", "line", "blue", "blue-mid", "blue-soft", "blue-wash",
    "red", "red-mid", "red-soft", "red-wash", "sea", "land", "coast"];
  const resolved = names.map((name) => {
    probe.style.color = `var(--${name})`;
    return [name.replace("-", "_"), getComputedStyle(probe).color];
  });
  probe.remove();
  return Object.fromEntries(resolved);
}
