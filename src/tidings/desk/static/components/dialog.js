// A modal sheet; the browser keeps the focus inside and closes it by Escape.
import { html, useLayoutEffect, useRef } from "../shell/html.js";
import { Icon } from "./icon.js";

export function Dialog({ title, close, children, wide = false }) {
  const element = useRef(null);
  useLayoutEffect(() => {
    element.current.showModal();
    return () => element.current?.close();
  }, []);
  const outside = (event) => event.target === element.current && close();
  return html`<dialog ref=${element} class=${wide ? "sheet wide" : "sheet"} aria-label=${title}
      onCancel=${(event) => (event.preventDefault(), close())} onClick=${outside}>
    <div class="sheet-body">
      <header><h2>${title}</h2><button class="icon plain" onClick=${close} aria-label="Close"><${Icon} name="close" /></button></header>
      ${children}
    </div>
  </dialog>`;
}
