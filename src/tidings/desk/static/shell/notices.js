// Short messages at the foot of the window, one with an undo where there is one.
import { html, useEffect, useState } from "./html.js";

const listeners = new Set();
let shown = [];
let next = 1;

function update(list) {
  shown = list;
  listeners.forEach((listener) => listener(shown));
}

/** Show a message; an action is ``{label, run}``. */
export function notify(text, { action = null, kind = "plain", seconds = 6 } = {}) {
  const notice = { id: next++, text, action, kind };
  update([...shown.slice(-2), notice]);
  setTimeout(() => dismiss(notice.id), seconds * 1000);
}

/** Show what went wrong. */
export const complain = (error) => notify(error.errors?.length ? error.errors.join(" · ") : error.message, { kind: "bad", seconds: 10 });

const dismiss = (id) => update(shown.filter((notice) => notice.id !== id));

/** The messages that are shown now. */
export function Notices() {
  const [list, setList] = useState(shown);
  useEffect(() => {
    listeners.add(setList);
    return () => listeners.delete(setList);
  }, []);
  return html`<div class="notices" role="status" aria-live="polite">
    ${list.map(({ id, text, action, kind }) => html`<div class=${`notice ${kind}`} key=${id}>
      <span dir="auto">${text}</span>
      ${action && html`<button class="plain" onClick=${() => (dismiss(id), action.run())}>${action.label}</button>`}
    </div>`)}
  </div>`;
}
