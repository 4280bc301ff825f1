// The second step: everything that was proposed, to be corrected by hand.
import { language, number } from "../../shell/format.js";
import { html, useState } from "../../shell/html.js";
import { PlaceMap } from "../../charts/map.js";
import { Icon } from "../../components/icon.js";
import { addressesIn } from "./files.js";
import { presetOf } from "./presets.js";
import { TimeBar } from "./time_bar.js";

export function Edit({ draft, change, presets, save, isBusy }) {
  const types = presets?.items ?? [];
  const points = draft.places.filter(({ lat, lon }) => Number.isFinite(lat) && Number.isFinite(lon)).map((place) => ({ ...place, pages: Math.max(1, Math.round(10 * place.weight)), note: "" }));
  return html`<div class="wizard-edit">
    ${draft.warnings.map((warning) => html`<p class="failure small" key=${warning}>${warning}</p>`)}
    <section class="block"><h2>Name</h2><input class="wide-input" aria-label="Name of the event" value=${draft.name} dir="auto" maxlength="200" onInput=${(event) => change({ name: event.target.value })} /></section>
    <section class="block"><h2>Words</h2><${Weighted} values=${draft.keywords} change=${(keywords) => change({ keywords })} what="keyword" /></section>
    <section class="block"><h2>Days</h2>
      ${types.length > 0 && html`<div class="chips presets" role="group" aria-label="Presets by type of event">${types.map((each) => { const name = each.type; return html`<button type="button" key=${name} class=${draft.type === name ? "chip on" : "chip"} aria-pressed=${draft.type === name} onClick=${() => change(presetOf(types, draft.type === name ? "" : name, draft))}>${each.title}</button>`; })}</div>`}
      ${types.find(({ type }) => type === draft.type)?.topic_only && html`<p class="small muted">Of such an event only the words count: it is in many places, and it lasts.</p>`}
      <${TimeBar} draft=${draft} change=${change} /></section>
    <section class="block"><h2>Places</h2>
      ${points.length > 0 && html`<${PlaceMap} key=${points.map(({ name }) => name).join()} title="On the map" level=${3} points=${points} tint="red" height=${220} />`}
      <${Weighted} values=${draft.places} change=${(places) => change({ places })} what="place" /></section>
    <section class="block"><h2>People and organisations</h2><p class="small muted">Only those that nearly every page names. A page that names none of them scores lower.</p>
      <${Weighted} values=${draft.people} change=${(people) => change({ people })} what="name" />
      ${draft.proposedPeople.length > 0 && html`<div class="chips" role="group" aria-label="Names on the pages">${draft.proposedPeople.filter(({ name }) => !draft.people.some((each) => each.name === name)).slice(0, 14).map((each) => html`<button type="button" class="chip" key=${each.name} onClick=${() => change({ people: [...draft.people, each] })}><${Icon} name="plus" /><bdi dir="auto">${each.name}</bdi></button>`)}</div>`}</section>
    <section class="block"><h2>Languages</h2><${Languages} values=${draft.languages} change=${(languages) => change({ languages })} /></section>
    <${Seeds} draft=${draft} change=${change} />
    <section class="block"><h2>How far</h2><div class="toolbar">
      <label>Pages <input type="number" min="1" value=${draft.pages} onInput=${(event) => change({ pages: Math.round(event.target.valueAsNumber) || 0 })} /></label>
      <label>Your contact, shown to the sites <input value=${draft.contact} placeholder="you@example.org" onInput=${(event) => change({ contact: event.target.value })} /></label></div></section>
    <div class="toolbar wizard-save">
      <button class="primary big" disabled=${isBusy || !draft.name || !draft.seeds.length} onClick=${() => save(true)}><${Icon} name="play" />Save and start</button>
      <button class="big" disabled=${isBusy || !draft.name || !draft.seeds.length} onClick=${() => save(false)}>Save</button>
      ${!draft.seeds.length && html`<span class="muted small">A crawl needs at least one seed.</span>`}
    </div>
  </div>`;
}

/** The seeds as lines; whatever is pasted, its addresses are taken. */
function Seeds({ draft, change }) {
  const take = (event) => {
    const seeds = addressesIn(event.target.value);
    event.target.value = seeds.join("\n");
    change({ seeds });
  };
  return html`<section class="block"><h2>Seeds <span class="faint">${number(draft.seeds.length)}</span></h2><p class="small muted">The crawl starts here. Paste anything, such as a list of search results: the addresses in it are taken.</p>
    ${draft.seedsNote && html`<p class="small muted">${draft.seedsNote}</p>`}
    <textarea rows="6" spellcheck="false" aria-label="Seeds" value=${draft.seeds.join("\n")} onChange=${take}></textarea></section>`;
}

/** Chips with a slider for the weight of each, and a field for more. */
function Weighted({ values, change, what }) {
  const [text, setText] = useState("");
  const add = (event) => {
    event.preventDefault();
    const names = text.split(",").map((each) => each.trim()).filter((each) => each && !values.some(({ name }) => name === each));
    if (names.length) change([...values, ...names.map((name) => ({ name, weight: 1 }))]);
    setText("");
  };
  const weigh = (place) => (event) => change(values.map((each, index) => (index === place ? { ...each, weight: event.target.valueAsNumber } : each)));
  return html`<ul class="weighted">${values.map(({ name, weight }, place) => html`<li key=${name}>
      <span class="weighted-name" dir="auto" title=${name}>${name}</span>
      <input type="range" min="0.05" max="1" step="0.05" value=${weight} aria-label=${`Weight of ${name}`} onInput=${weigh(place)} />
      <span class="numbers small faint">${weight.toFixed(2)}</span>
      <button type="button" class="plain icon" aria-label=${`Remove ${name}`} onClick=${() => change(values.filter((_, index) => index !== place))}><${Icon} name="close" /></button>
    </li>`)}</ul>
    <form class="toolbar" onSubmit=${add}><input value=${text} dir="auto" aria-label=${`Add a ${what}`} placeholder=${`Add a ${what}`} onInput=${(event) => setText(event.target.value)} /><button>Add</button></form>`;
}

const COMMON = ["en", "fr", "es", "de", "pt", "ar", "ru", "uk", "it", "nl", "tr", "zh", "ja"];

function Languages({ values, change }) {
  const all = [...new Set([...values, ...COMMON])];
  const toggle = (code) => change(values.includes(code) ? values.filter((each) => each !== code) : [...values, code]);
  return html`<div class="chips" role="group" aria-label="Languages">${all.map((code) => html`<button type="button" key=${code} class=${values.includes(code) ? "chip on" : "chip"} aria-pressed=${values.includes(code)} onClick=${() => toggle(code)}>${language(code)}</button>`)}
    ${!values.length && html`<span class="muted small">all languages</span>`}</div>`;
}
