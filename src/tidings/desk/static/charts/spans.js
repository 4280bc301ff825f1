// All events on one line of time, each a bar; where names would overlap, they stack.
import { DAY, day, spans } from "../shell/format.js";
import { html, useLayoutEffect, useRef, useState } from "../shell/html.js";
import { fromDay, toDay } from "./days.js";

const LEAST_ROW = 26; // pixels
const MOST_ROW = 40;
const FILLED = 250; // pixels that a few events fill
const LETTER = 7.2; // pixels that a letter takes, on average
const LEAST_TICK = 76; // pixels between two dates
const LEAST_DAYS = 150; // days that are shown, so that one event has a date beside it and room for its name

/** ``events`` are {name, title, event: {start, end}}. */
export function EventSpans({ events, hrefOf }) {
  const box = useRef(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(entry.contentRect.width));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  const known = events.filter(({ event }) => event?.start);
  const scale = width && known.length ? scaleOf(known, width) : null;
  const placed = scale ? stack(known, scale, width) : [];
  const rows = 1 + Math.max(0, ...placed.map(({ row }) => row));
  const ROW = Math.max(LEAST_ROW, Math.min(MOST_ROW, Math.floor(FILLED / rows)));
  return html`<div class="spans" ref=${box} style=${{ height: `${rows * ROW + 26}px` }}>
    ${scale && ticks(scale).map((number) => html`<span class="span-tick" key=${number} style=${{ left: `${scale.at(number)}px` }}><span>${tickLabel(number, scale)}</span></span>`)}
    ${placed.map((each) => html`<a class=${each.isFlipped ? "span-event flip" : "span-event"} key=${each.name} href=${hrefOf(each)} title=${spans(each.event)}
        style=${{ [each.isFlipped ? "right" : "left"]: `${each.isFlipped ? width - each.right : each.left}px`, top: `${each.row * ROW + 2}px` }}>
      <span class="span-bar" style=${{ width: `${Math.max(6, each.right - each.left)}px` }}></span><span class="span-name" dir="auto">${each.title}</span>
    </a>`)}
  </div>`;
}

function scaleOf(events, width) {
  const low = Math.min(...events.map(({ event }) => toDay(event.start)));
  const high = Math.max(...events.map(({ event }) => toDay(event.end ?? event.start) + 1));
  const pad = Math.max((LEAST_DAYS - (high - low)) / 2, (high - low) * 0.03);
  const [from, to] = [low - pad, high + pad];
  return { from, to, days: to - from, at: (number) => (width * (number - from)) / (to - from), width };
}

/** Return the events with their place and the first row in which their name is free. */
function stack(events, { at }, width) {
  const ends = [];
  return events
    .map((each) => {
      const [left, right] = [at(toDay(each.event.start)), at(toDay(each.event.end ?? each.event.start) + 1)];
      const name = each.title.length * LETTER + 14;
      const isFlipped = right + name > width;
      return { ...each, left, right: Math.max(right, left + 6), isFlipped, from: isFlipped ? left - name : left, to: isFlipped ? right + 8 : right + name };
    })
    .sort((a, b) => a.from - b.from)
    .map((each) => {
      let row = ends.findIndex((end) => end < each.from);
      if (row < 0) row = ends.push(0) - 1;
      ends[row] = each.to;
      return { ...each, row };
    });
}

const STEPS = [1, 2, 3, 6, 12, 24, 60, 120, 240]; // months

function ticks({ from, to, days, width }) {
  const step = STEPS.find((months) => (months * 30.4 * width) / days >= LEAST_TICK) ?? 240;
  const start = new Date(from * DAY);
  const result = [];
  for (let month = Math.ceil((start.getUTCFullYear() * 12 + start.getUTCMonth() + 1) / step) * step; ; month += step) {
    const number = Date.UTC(Math.floor(month / 12), month % 12, 1) / DAY;
    if (number > to) return result;
    result.push(number);
  }
}

const tickLabel = (number, { days }) => (days > 2200 ? fromDay(number).slice(0, 4) : day(fromDay(number)).replace(/^1 /, ""));
