// Pages that share the strongest keywords of this one.
import { inside, useResource } from "../../shell/api.js";
import { html } from "../../shell/html.js";
import { useJudgements, verdictOn } from "../../components/judging.js";
import { Empty, Loaded } from "../../components/states.js";
import { Hit } from "../search/hit.js";

export function Similar({ page, collection }) {
  const found = useResource(inside(collection, `/pages/${page.id}/similar`), { limit: 20 });
  useJudgements();
  return html`<${Loaded} of=${found} what="the index">${({ items }) => items.length
    ? html`<ol class="similar">${items.map((hit) => html`<li key=${hit.id}><${Hit} hit=${hit} judged=${verdictOn(collection, hit.id, hit.judged)} /></li>`)}</ol>`
    : html`<${Empty} title="No page is like this one." />`}<//>`;
}
