// The switches of a crawl: start, pause, resume, stop, more budget, more seeds and keywords.
import { inside, send } from "../../shell/api.js";
import { number, plural } from "../../shell/format.js";
import { html, useState } from "../../shell/html.js";
import { complain, notify } from "../../shell/notices.js";
import { Dialog } from "../../components/dialog.js";
import { Icon } from "../../components/icon.js";

export function Controls({ collection, state, card, changed }) {
  const [sheet, setSheet] = useState("");
  const order = async (action, word) => {
    try {
      await send("POST", inside(collection, "/crawl"), { action });
      notify(word);
      setTimeout(changed, 700);
    } catch (error) {
      complain(error);
    }
  };
  const isPaused = state.running && state.state === "paused";
  return html`<div class="toolbar controls">
    ${!state.running && html`<button class="primary" onClick=${() => order("start", "The crawl starts.")}><${Icon} name="play" />${state.state ? "Go on" : "Start"}</button>`}
    ${state.running && !isPaused && html`<button onClick=${() => order("pause", "The crawl pauses after the pages under way.")}><${Icon} name="pause" />Pause</button>`}
    ${isPaused && html`<button class="primary" onClick=${() => order("resume", "The crawl goes on.")}><${Icon} name="play" />Resume</button>`}
    ${state.running && html`<button onClick=${() => order("stop", "The crawl stops after the pages under way.")}><${Icon} name="stop" />Stop</button>`}
    <button onClick=${() => setSheet("budget")}>Budget</button>
    <button onClick=${() => setSheet("add")}><${Icon} name="plus" />Seeds, words</button>
    ${sheet === "budget" && html`<${Budget} collection=${collection} budget=${card?.budget} close=${() => setSheet("")} changed=${changed} />`}
    ${sheet === "add" && html`<${Additions} collection=${collection} close=${() => setSheet("")} changed=${changed} />`}
  </div>`;
}

const LIMITS = [["pages", "Pages", "0 means no limit"], ["minutes", "Minutes", ""], ["megabytes", "Megabytes", ""], ["harvest", "Least harvest", "stop when fewer of the recent pages are kept; 0 to 1"], ["coverage", "Coverage", "stop when this share is estimated to be found; 0 to 1"]];

function Budget({ collection, budget, close, changed }) {
  const save = async (event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    const values = {};
    for (const [name] of LIMITS) {
      const value = Number(form.get(name));
      if (form.get(name) !== "" && value !== budget?.[name]) values[name] = value;
    }
    if (!Object.keys(values).length) return close();
    try {
      await send("PATCH", inside(collection, "/crawl"), values);
      notify("The budget was changed.");
      changed();
      close();
    } catch (error) {
      complain(error);
    }
    return undefined;
  };
  return html`<${Dialog} title="Budget" close=${close}><form class="form" onSubmit=${save}>
    ${LIMITS.map(([name, label, hint]) => html`<label key=${name}><span>${label}</span><input name=${name} type="number" min="0" step=${name === "pages" ? 1 : "any"} defaultValue=${budget?.[name] ?? ""} /><small class="faint">${hint}</small></label>`)}
    <button class="primary">Save</button>
  </form><//>`;
}

function Additions({ collection, close, changed }) {
  const add = async (kind, text) => {
    const values = text.split(/[\n,]+/).map((each) => each.trim()).filter(Boolean);
    if (!values.length) return 0;
    const { added } = await send("POST", inside(collection, `/${kind}`), { values });
    return added.length;
  };
  const save = async (event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    try {
      const seeds = await add("seeds", form.get("seeds").replaceAll(",", "%2C"));
      const keywords = await add("keywords", form.get("keywords"));
      notify(`${plural(seeds, "seed")} and ${plural(keywords, "keyword")} added.`);
      changed();
      close();
    } catch (error) {
      complain(error);
    }
  };
  return html`<${Dialog} title="Add seeds and keywords" close=${close}><form class="form" onSubmit=${save}>
    <label><span>Seeds</span><textarea name="seeds" rows="4" placeholder="one address a line"></textarea></label>
    <label><span>Keywords</span><textarea name="keywords" rows="2" dir="auto" placeholder="one a line, or with commas"></textarea></label>
    <p class="small muted">A running crawl takes them in at once.</p>
    <button class="primary">Add</button>
  </form><//>`;
}
