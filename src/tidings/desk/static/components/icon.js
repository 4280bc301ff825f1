// Line icons, drawn here: sixteen units, one stroke.
import { html } from "../shell/html.js";

const PATHS = {
  plus: "M8 3v10M3 8h10",
  close: "M4 4l8 8M12 4l-8 8",
  check: "M3 8.5l3.5 3.500L13 4.500",
  sun: "M8 1.500v1.500M8 13v1.500M1.500 8H3M13 8h1.500M3.400 3.400l1.100 1.100M11.500 11.500l1.100 1.100M3.400 12.600l1.100-1.100M11.500 4.500l1.100-1.100M8 5a3 3 0 100 6 3 3 0 000-6z",
  moon: "M13 9.800A5.500 5.500 0 016.200 3a5.500 5.500 0 106.800 6.800z",
  keyboard: "M1.500 4h13v8h-13zM4 6.700h.010M6.700 6.700h.010M9.300 6.700h.010M12 6.700h.010M5 9.500h6",
  overview: "M2 3h12M2 6.500h7M2 10h7M2 13.500h7M11.500 6.500h2.500v7h-2.500z",
  search: "M7 2.500a4.500 4.500 0 100 9 4.500 4.500 0 000-9zM10.300 10.300L14 14",
  judge: "M3 8.500l3 3 7-7.500",
  monitor: "M1.500 9h3l2-5 3 8 2-4.500h3",
  archives: "M2 3h12v3H2zM3 6v7h10V6M6.500 9h3",
  left: "M10 3L5 8l5 5",
  right: "M6 3l5 5-5 5",
  down: "M3 6l5 5 5-5",
  external: "M6 3H3v10h10v-3M9 3h4v4M13 3L7.500 8.500",
  table: "M2 3h12v10H2zM2 6.500h12M2 10h12M6.500 3v10",
  chart: "M2 13h12M4 13V8M8 13V3.500M12 13v-7",
  filter: "M2 4h12M4.500 8h7M6.500 12h3",
  tag: "M2.500 2.500h5l6 6-5 5-6-6zM5 5h.010",
  download: "M8 2.500v8M4.500 7.500L8 11l3.500-3.500M2.500 13.500h11",
  undo: "M5 3L2 6l3 3M2 6h7.500a3.500 3.500 0 010 7H6",
  play: "M4.500 3v10l8-5z",
  pause: "M5 3v10M11 3v10",
  stop: "M4 4h8v8H4z",
  pin: "M8 14s4.500-4.500 4.500-8A4.500 4.500 0 003.500 6c0 3.500 4.500 8 4.500 8zM8 4.500a1.500 1.500 0 100 3 1.500 1.500 0 000-3z",
  area: "M3 3h2M7 3h2M11 3h2v2M13 7v2M13 11v2h-2M9 13H7M5 13H3v-2M3 9V7M3 5V3",
  copies: "M5.500 5.500h8v8h-8zM10.500 5.500v-3h-8v8h3",
  clock: "M8 2a6 6 0 100 12A6 6 0 008 2zM8 4.500V8l2.500 1.500",
  quote: "M3 10c2 0 3-1.500 3-4H3v4zM9.500 10c2 0 3-1.500 3-4h-3v4z",
};

export function Icon({ name }) {
  return html`<svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
    <path d=${PATHS[name] ?? ""} fill="none" stroke="currentColor" stroke-width="1.3" stroke-linecap="round" stroke-linejoin="round" />
  </svg>`;
}
