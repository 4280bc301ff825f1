// The analysts' own fields of a page, as the event file names them.
import { inside, refresh, send, useResource } from "../../shell/api.js";
import { html } from "../../shell/html.js";
import { complain } from "../../shell/notices.js";

const TYPES = { number: "number", date: "date" };

export function Fields({ page, collection }) {
  const fields = useResource(inside(collection, "/fields"));
  const items = fields.data?.items ?? [];
  if (!items.length) return null;
  const save = async (name, value) => {
    try {
      await send("PUT", inside(collection, `/pages/${page.id}/fields`), { values: { [name]: value } });
      refresh(inside(collection, `/pages/${page.id}`));
    } catch (error) {
      complain(error);
    }
  };
  return html`<section><h2>Your fields</h2><div class="form">${items.map((field) => html`<${Field} key=${field.name} field=${field} value=${page.fields[field.name]} save=${save} />`)}</div></section>`;
}

function Field({ field: { name, kind, choices }, value, save }) {
  const change = ({ target }) => save(name, target.value === "" ? null : kind === "number" ? target.valueAsNumber : target.value);
  const shown = value ?? "";
  return html`<label><span dir="auto">${name}</span>${choices.length
    ? html`<select value=${shown} onChange=${change}><option value=""></option>${choices.map((choice) => html`<option key=${choice} value=${choice}>${choice}</option>`)}</select>`
    : html`<input type=${TYPES[kind] ?? "text"} step="any" value=${shown} dir="auto" onChange=${change} />`}</label>`;
}
