// The first step: words, addresses of pages about the event, files.
import { bytes, plural } from "../../shell/format.js";
import { classes, html, useState } from "../../shell/html.js";
import { complain } from "../../shell/notices.js";
import { Icon } from "../../components/icon.js";

const LARGEST = 5_000_000; // bytes of a file

export function Describe({ draft, change, propose, byHand, presets, isBusy }) {
  const [isOver, setOver] = useState(false);
  const take = async (files) => {
    try {
      const read = await Promise.all([...files].filter(({ size }) => size < LARGEST).map(readFile));
      change({ files: [...draft.files, ...read.filter(({ isList }) => !isList)], seeds: [...new Set([...draft.seeds, ...read.flatMap(({ addresses }) => addresses)])] });
    } catch (error) {
      complain(error);
    }
  };
  const drop = (event) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  const submit = (event) => {
    event.preventDefault();
    propose();
  };
  const types = presets?.items ?? [];
  const isEmpty = !draft.text.trim() && !draft.addresses.trim() && !draft.files.length;
  return html`<form class="describe" onSubmit=${submit} onDragOver=${(event) => (event.preventDefault(), setOver(true))} onDragLeave=${() => setOver(false)} onDrop=${drop}>
    <label class="describe-words"><h2>What happened?</h2>
      <textarea rows="6" dir="auto" value=${draft.text} onInput=${(event) => change({ text: event.target.value })}
        placeholder="On 14 March 2019 the cyclone Idai reached the coast near Beira in Mozambique. Floods followed along the Buzi and Pungwe rivers …"></textarea></label>
    <label><h2>Pages about it</h2><span class="muted small">Addresses, one a line. Three good ones are enough: they are read, and their words, places and days become the proposal.</span>
      <textarea rows="5" value=${draft.addresses} onInput=${(event) => change({ addresses: event.target.value })} placeholder="https://…" spellcheck="false"></textarea></label>
    <div class=${classes("drop", isOver && "over")}>
      <p><${Icon} name="download" /> Drop files here: saved pages, texts, exported posts, a list of search results. <label class="file-button">Or choose them<input type="file" multiple class="visually-hidden" onChange=${(event) => take(event.target.files)} /></label></p>
      ${draft.files.length > 0 && html`<ul class="chips">${draft.files.map((file, index) => html`<li class="chip" key=${file.name}>${file.name} <span class="faint">${bytes(file.size)}</span>
        <button type="button" aria-label=${`Remove ${file.name}`} onClick=${() => change({ files: draft.files.filter((_, place) => place !== index) })}><${Icon} name="close" /></button></li>`)}</ul>`}
      ${draft.seeds.length > 0 && html`<p class="small muted">${plural(draft.seeds.length, "address", "addresses")} from files will be seeds.</p>`}
    </div>
    ${types.length > 0 && html`<label><h2>What kind of event?</h2><select value=${draft.type} onChange=${(event) => change(presetOf(types, event.target.value))}>
      <option value="">I do not know</option>${types.map((each) => html`<option key=${each.type} value=${each.type}>${each.title}</option>`)}</select></label>`}
    <label><h2>Your contact</h2><span class="muted small">An address that the sites can write to; it is sent with every request. Needed when pages are read from the web.</span>
      <input value=${draft.contact} placeholder="you@example.org" onInput=${(event) => change({ contact: event.target.value })} /></label>
    <div class="toolbar"><button class="primary big" disabled=${isEmpty || isBusy}>${isBusy ? "Reading…" : "Propose"}</button>
      <button type="button" class="plain" onClick=${byHand}>Fill it in by hand</button></div>
  </form>`;
}

/** Return the values that a preset changes. */
export function presetOf(types, type) {
  const preset = types.find((each) => (each.type) === type);
  return preset ? { type, lead: preset.lead ?? 0, cooldown: preset.cooldown ?? 30 } : { type };
}

/** Read a file: a page or a text is a reference; a file of addresses or posts gives seeds. */
async function readFile(file) {
  const content = await file.text();
  const isHtml = /html?$/i.test(file.name) || /^\s*<(!doctype|html)/i.test(content);
  const addresses = isHtml ? [] : [...new Set(content.match(/https?:\/\/[^\s"'<>\\,]+/gi) ?? [])].slice(0, 1000);
  const isList = !isHtml && addresses.length > 0 && addresses.join("").length > content.length * 0.25;
  return { name: file.name, size: file.size, content, isHtml, isList, addresses: isList || /\.(jsonl?|csv|tsv)$/i.test(file.name) ? addresses : [] };
}
