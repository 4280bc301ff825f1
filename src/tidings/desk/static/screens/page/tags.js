// The tags of a page.
import { inside, refresh, send } from "../../shell/api.js";
import { html, useState } from "../../shell/html.js";
import { complain } from "../../shell/notices.js";
import { Icon } from "../../components/icon.js";
import { Foreign } from "../../components/text.js";

export function Tags({ page, collection }) {
  const [text, setText] = useState("");
  const save = async (tags) => {
    try {
      await send("PUT", inside(collection, `/pages/${page.id}/tags`), { tags });
      refresh(inside(collection, `/pages/${page.id}`));
      setText("");
    } catch (error) {
      complain(error);
    }
  };
  const add = (event) => {
    event.preventDefault();
    if (text.trim()) save([...new Set([...page.tags, text.trim()])]);
  };
  return html`<section><h2>Tags</h2>
    ${page.tags.length > 0 && html`<ul class="chips">${page.tags.map((tag) => html`<li key=${tag} class="chip"><${Foreign}>${tag}<//>
      <button aria-label=${`Remove the tag ${tag}`} onClick=${() => save(page.tags.filter((each) => each !== tag))}><${Icon} name="close" /></button></li>`)}</ul>`}
    <form class="toolbar" onSubmit=${add}><input value=${text} onInput=${(event) => setText(event.target.value)} aria-label="New tag" placeholder="Add a tag" maxlength="100" dir="auto" /><button>Add</button></form>
  </section>`;
}
