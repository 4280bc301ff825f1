// The first step: words, addresses of pages about the event, files, and lists of addresses to start from.
import { bytes } from "../../shell/format.js";
import { classes, html, useState } from "../../shell/html.js";
import { complain } from "../../shell/notices.js";
import { Icon } from "../../components/icon.js";
import { LARGEST, USES, readFile } from "./files.js";
import { presetOf } from "./presets.js";

export function Describe({ draft, change, propose, byHand, presets, isBusy }) {
  const [isOver, setOver] = useState(false);
  const take = async (files) => {
    const large = [...files].find(({ size }) => size > LARGEST);
    if (large) complain(new Error(`${large.name} is too large: at most ${bytes(LARGEST)}. For large files of posts there is “tidings seeds”.`));
    const read = await Promise.all([...files].filter(({ size }) => size <= LARGEST).map(readFile));
    change({ files: [...draft.files, ...read] });
  };
  const drop = (event) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files).catch(complain);
  };
  const submit = (event) => {
    event.preventDefault();
    propose();
  };
  const types = presets?.items ?? [];
  const isEmpty = !draft.text.trim() && !draft.addresses.trim() && !draft.files.length;
  return html`<form class="describe" onSubmit=${submit} onDragOver=${(event) => (event.preventDefault(), setOver(true))} onDragLeave=${() => setOver(false)} onDrop=${drop}>
    <label class="describe-words"><h2>What happened?</h2>
      <textarea rows="5" dir="auto" value=${draft.text} onInput=${(event) => change({ text: event.target.value })}
        placeholder="On 14 March 2019 the cyclone Idai reached the coast near Beira in Mozambique. Floods followed along the Buzi and Pungwe rivers …"></textarea></label>
    <label><h2>Pages about it</h2><span class="muted small">Addresses, one a line. Three good ones are enough: they are read, and their words, places and days become the proposal.</span>
      <textarea rows="4" value=${draft.addresses} onInput=${(event) => change({ addresses: event.target.value })} placeholder="https://…" spellcheck="false"></textarea></label>
    <${Drop} draft=${draft} change=${change} take=${take} isOver=${isOver} />
    <details class="describe-more" open=${Boolean(draft.pasted)}><summary><h2>Where to start</h2> <span class="muted small">optional</span></summary>
      <label><span class="muted small">Paste a list of search results, posts or any text: the addresses in it become seeds, those with words of the event first.</span>
        <textarea rows="4" dir="auto" value=${draft.pasted} onInput=${(event) => change({ pasted: event.target.value })} spellcheck="false"></textarea></label></details>
    <div class="describe-pair">
      ${types.length > 0 && html`<label><h2>What kind of event?</h2><span class="muted small">It says how long before and after people write about it.</span><select value=${draft.type} onChange=${(event) => change(presetOf(types, event.target.value, draft))}>
        <option value="">I do not know</option>${types.map((each) => html`<option key=${each.type} value=${each.type}>${each.title}</option>`)}</select></label>`}
      <label><h2>Your contact</h2><span class="muted small">Sent to the sites with every request; needed to read pages from the web.</span>
        <input value=${draft.contact} placeholder="you@example.org" onInput=${(event) => change({ contact: event.target.value })} /></label>
    </div>
    <div class="toolbar"><button class="primary big" disabled=${isEmpty || isBusy}>${isBusy ? "Reading…" : "Propose"}</button>
      <button type="button" class="plain" onClick=${byHand}>Fill it in by hand</button></div>
  </form>`;
}

/** The place for files, and what each of them is used for. */
function Drop({ draft, change, take, isOver }) {
  const choose = (event) => take(event.target.files).catch(complain);
  const use = (place) => (event) => change({ files: draft.files.map((file, index) => (index === place ? { ...file, use: event.target.value } : file)) });
  const remove = (place) => () => change({ files: draft.files.filter((_, index) => index !== place) });
  return html`<div class=${classes("drop", isOver && "over")}>
    <p><${Icon} name="download" /> Drop files here: saved pages, texts, exported posts, saved search results. <label class="file-button">Or choose them<input type="file" multiple class="visually-hidden" onChange=${choose} /></label></p>
    ${draft.files.length > 0 && html`<ul class="files">${draft.files.map((file, place) => html`<li key=${`${file.name} ${place}`}>
      <span class="clip" dir="auto">${file.name}</span> <span class="faint small">${bytes(file.size)}</span>
      <select aria-label=${`Use ${file.name} as`} value=${file.use} onChange=${use(place)}>${USES.map(([value, label]) => html`<option key=${value} value=${value}>${label}</option>`)}</select>
      <button type="button" class="plain icon" aria-label=${`Remove ${file.name}`} onClick=${remove(place)}><${Icon} name="close" /></button></li>`)}</ul>`}
  </div>`;
}
