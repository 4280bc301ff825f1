// A long list of rows of one height: only those near the window are in the page.
import { html, useEffect, useLayoutEffect, useRef, useState } from "../shell/html.js";

const BEYOND = 6; // rows kept above and below the window

/**
 * ``row(item, index)`` draws a row; ``versionOf(item, index)`` says when it must be drawn again.
 * ``atEnd`` is called when the last rows come near.
 */
export function Virtual({ items, height, row, keyOf, versionOf, atEnd, focus = -1, label }) {
  const list = useRef(null);
  const drawn = useRef(new Map()); // key -> the row as it was drawn; Preact skips what is the same object
  const [range, setRange] = useState([0, 30]);

  useLayoutEffect(() => {
    let waiting = 0;
    const measure = () => {
      waiting = 0;
      if (!list.current) return;
      const top = -list.current.getBoundingClientRect().top;
      const first = Math.max(0, Math.floor(top / height) - BEYOND);
      const last = Math.ceil((top + window.innerHeight) / height) + BEYOND;
      setRange((old) => (old[0] === first && old[1] === last ? old : [first, last]));
    };
    const soon = () => (waiting ||= requestAnimationFrame(measure));
    measure();
    window.addEventListener("scroll", soon, { passive: true });
    window.addEventListener("resize", soon);
    return () => {
      cancelAnimationFrame(waiting);
      window.removeEventListener("scroll", soon);
      window.removeEventListener("resize", soon);
    };
  }, [height, items.length]);

  const [first, last] = [Math.min(range[0], Math.max(0, items.length - 1)), Math.min(range[1], items.length)];
  useEffect(() => {
    if (atEnd && range[1] >= items.length - 10) atEnd();
  }, [range[1], items.length]);

  useEffect(() => {
    if (focus < 0 || !list.current) return;
    const top = list.current.getBoundingClientRect().top + focus * height;
    if (top < 120) window.scrollBy(0, top - 120);
    else if (top + height > window.innerHeight - 60) window.scrollBy(0, top + height - window.innerHeight + 60);
  }, [focus]);

  const rows = new Map();
  for (let index = first; index < last; index += 1) {
    const item = items[index];
    const key = keyOf(item);
    const version = `${index} ${items.length} ${height} ${versionOf(item, index)}`;
    const old = drawn.current.get(key);
    rows.set(key, old?.version === version ? old : {
      version,
      node: html`<li key=${key} aria-posinset=${index + 1} aria-setsize=${items.length} style=${{ height: `${height}px`, transform: `translateY(${index * height}px)` }}>${row(item, index)}</li>`,
    });
  }
  drawn.current = rows;
  return html`<ol class="virtual" ref=${list} aria-label=${label} style=${{ height: `${items.length * height}px` }}>
    ${[...rows.values()].map(({ node }) => node)}
  </ol>`;
}
