// The entry of the desk: draws the shell into the page.
import { html, render } from "./shell/html.js";
import { App } from "./shell/app.js";

const root = document.getElementById("desk");
root.textContent = "";
render(html`<${App} />`, root);
