// The page as it was archived: another origin, a sandbox without scripts, nothing leaves the machine.
import { inside, useResource } from "../../shell/api.js";
import { html } from "../../shell/html.js";
import { Icon } from "../../components/icon.js";
import { Loaded } from "../../components/states.js";
import { When } from "../../components/text.js";

export function Archived({ page, collection, route }) {
  const replay = useResource(inside(collection, `/pages/${page.id}/replay`), { visit: route.query.get("visit") });
  return html`<${Loaded} of=${replay} what="the archive">${({ url, captured }) => html`<div class="archived">
    <p class="archived-bar small muted"><${Icon} name="clock" /><span>As it was on <${When} at=${captured} as="moment" />. Scripts are left out, and nothing is asked of the live web.</span>
      <span class="spacer"></span><a href=${url} target="_blank" rel="noopener noreferrer">Open alone</a></p>
    <iframe src=${url} sandbox="" referrerpolicy="no-referrer" title="The page as it was archived"></iframe>
  </div>`}<//>`;
}
