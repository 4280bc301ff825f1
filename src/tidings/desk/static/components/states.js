// What a screen shows while it waits, when there is nothing, and when something went wrong.
import { isBuilding } from "../shell/api.js";
import { number } from "../shell/format.js";
import { html, useEffect, useState } from "../shell/html.js";

/** A quiet sign that something loads; shown only when it takes a moment. */
export function Loading({ what = "" }) {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 250);
    return () => clearTimeout(timer);
  }, []);
  return html`<p class="loading-line" role="status">${isLate ? `Reading${what ? ` ${what}` : ""}…` : " "}</p>`;
}

/** An error in words. */
export function Failure({ error, retry }) {
  return html`<div class="failure" role="alert">
    <p>${error.message}</p>
    ${error.errors?.length > 1 && html`<ul>${error.errors.map((each) => html`<li>${each}</li>`)}</ul>`}
    ${retry && html`<button onClick=${retry}>Try again</button>`}
  </div>`;
}

/** Nothing to show, and what to do about it. */
export function Empty({ title, children }) {
  return html`<div class="empty"><p class="serif">${title}</p>${children && html`<div class="muted">${children}</div>`}</div>`;
}

/** How much can be found while the search index is being built; nothing once it is. */
export function Indexing({ of }) {
  if (!isBuilding(of)) return null;
  const { indexed, pages } = of;
  return html`<div class="indexing" role="status">
    <p>The search index is being built. ${indexed ? `${number(indexed)} of ${number(pages)} pages can be found so far.` : `The first of ${number(pages)} pages can be found in a moment.`}</p>
    <progress max=${pages} value=${indexed} aria-label="Pages in the search index"></progress>
  </div>`;
}

/** Draw a resource: its error, its wait, or what ``children`` makes of its data. */
export function Loaded({ of, what, children }) {
  if (of.error && !of.data) return html`<${Failure} error=${of.error} />`;
  if (of.data === undefined) return html`<${Loading} what=${what} />`;
  return children(of.data);
}
