// The days of an event on a bar: lead, the event, cool-down, each edge a handle for pointer and keys.
import { DAY, day, plural, span } from "../../shell/format.js";
import { html, useRef } from "../../shell/html.js";
import { fromDay, toDay } from "../../charts/days.js";
import { Icon } from "../../components/icon.js";

export function TimeBar({ draft, change }) {
  const { start, end, lead, cooldown } = draft;
  const dates = html`<div class="toolbar"><label>First day <input type="date" value=${start} onChange=${(event) => change({ start: event.target.value, end: !end || end < event.target.value ? event.target.value : end })} /></label>
    <label>Last day <input type="date" value=${end} min=${start} onChange=${(event) => change({ end: event.target.value })} /></label></div>`;
  if (!start) return dates;
  return html`${dates}<${Bar} start=${toDay(start)} end=${toDay(end || start)} lead=${lead} cooldown=${cooldown} change=${change} />
    <p class="small muted">Pages count as on time from ${day(fromDay(toDay(start) - lead))} to ${day(fromDay(toDay(end || start) + cooldown))}: ${plural(lead, "day")} of lead, ${plural(cooldown, "day")} of cool-down.</p>
    <${Periods} values=${draft.also} change=${(also) => change({ also })} />`;
}

/** Further periods of an event that recurs, each as the event file has it. */
function Periods({ values, change }) {
  const add = (event) => {
    event.preventDefault();
    const { first, last } = event.target.elements;
    const period = [first.value, last.value || first.value].sort().join("/");
    if (!values.includes(period)) change([...values, period]);
    event.target.reset();
  };
  return html`<details class="periods" open=${values.length > 0}><summary class="small">It happened again, or comes back</summary>
    <ul class="weighted">${values.map((each) => html`<li key=${each}><span class="weighted-name">${span(...each.split("/"))}</span>
      <button type="button" class="plain icon" aria-label=${`Remove ${each}`} onClick=${() => change(values.filter((one) => one !== each))}><${Icon} name="close" /></button></li>`)}</ul>
    <form class="toolbar" onSubmit=${add}><label>From <input type="date" name="first" required /></label><label>until <input type="date" name="last" /></label><button>Add a period</button></form></details>`;
}

function Bar({ start, end, lead, cooldown, change }) {
  const box = useRef(null);
  const margin = Math.max(5, Math.round((end - start + lead + cooldown) * 0.18));
  const view = useRef(null); // the range stays still while a handle is dragged
  const [low, high] = view.current ?? [start - lead - margin, end + cooldown + margin + 1];
  const at = (number) => Math.max(0, Math.min(100, (100 * (number - low)) / (high - low)));
  const drag = (set) => (event) => {
    event.preventDefault();
    event.target.setPointerCapture(event.pointerId);
    view.current = [low, high];
    const { left, width } = box.current.getBoundingClientRect();
    const move = (moved) => set(Math.round(low + ((moved.clientX - left) / width) * (high - low)));
    const stop = () => {
      view.current = null;
      event.target.removeEventListener("pointermove", move);
      set(null);
    };
    event.target.addEventListener("pointermove", move);
    event.target.addEventListener("pointerup", stop, { once: true });
  };
  const keys = (set, value) => (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, PageDown: -7, PageUp: 7 }[event.key];
    if (!step) return;
    event.preventDefault();
    set(value + step);
  };
  const handle = (label, value, set) => html`<span class="handle" role="slider" tabindex="0" aria-label=${label} aria-valuemin=${low} aria-valuemax=${high} aria-valuenow=${value} aria-valuetext=${day(fromDay(value))}
    style=${{ left: `${at(value)}%` }} onPointerDown=${drag(set)} onKeyDown=${keys(set, value)}></span>`;
  const edges = {
    lead: (value) => change(value === null ? {} : { lead: Math.max(0, start - value) }),
    start: (value) => change(value === null ? {} : { start: fromDay(Math.min(value, end)) }),
    end: (value) => change(value === null ? {} : { end: fromDay(Math.max(value - 1, start)) }),
    cooldown: (value) => change(value === null ? {} : { cooldown: Math.max(0, value - end - 1) }),
  };
  return html`<div class="time-bar" ref=${box}>
    <span class="time-part soft" style=${{ left: `${at(start - lead)}%`, width: `${at(start) - at(start - lead)}%` }}><span>lead</span></span>
    <span class="time-part event" style=${{ left: `${at(start)}%`, width: `${Math.max(0.6, at(end + 1) - at(start))}%` }}></span>
    <span class="time-part soft" style=${{ left: `${at(end + 1)}%`, width: `${at(end + 1 + cooldown) - at(end + 1)}%` }}><span>cool-down</span></span>
    ${handle("Lead begins", start - lead, edges.lead)}${handle("Event begins", start, edges.start)}${handle("Event ends", end + 1, edges.end)}${handle("Cool-down ends", end + 1 + cooldown, edges.cooldown)}
    <span class="time-label" style=${{ left: `${at(start)}%` }}>${day(new Date(start * DAY).toISOString().slice(0, 10))}</span>
  </div>`;
}
