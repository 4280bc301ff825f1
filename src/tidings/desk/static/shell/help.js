// The sheet of keyboard shortcuts.
import { html } from "./html.js";
import { shortcuts } from "./keys.js";
import { Dialog } from "../components/dialog.js";

const KEYS = { ArrowDown: "↓", ArrowUp: "↑", Enter: "↵", Escape: "Esc", " ": "Space" };

export function Help({ close }) {
  return html`<${Dialog} title="Keyboard" close=${close}>
    <div class="help">
      ${shortcuts().map(({ title, keys }) => html`<section key=${title}>
        <h3>${title}</h3>
        <dl>${keys.map(({ key, label }) => html`<div key=${key}>
          <dt>${key.split(/(?<=.) (?=.)/).map((each) => html`<kbd>${KEYS[each] ?? each}</kbd> `)}</dt><dd>${label}</dd>
        </div>`)}</dl>
      </section>`)}
    </div>
  <//>`;
}
