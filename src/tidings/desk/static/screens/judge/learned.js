// What the judgements taught: the model as it grows, what changed sides, and the list of judgements.
import { get, inside, refresh, send, useResource } from "../../shell/api.js";
import { number } from "../../shell/format.js";
import { html, useMemo } from "../../shell/html.js";
import { complain } from "../../shell/notices.js";
import { href } from "../../shell/router.js";
import { Curve } from "../../charts/curve.js";
import { Icon } from "../../components/icon.js";
import { hear } from "../../components/judging.js";
import { Foreign, When } from "../../components/text.js";

export function Learned({ collection, judgements }) {
  const models = useResource(inside(collection, "/models"));
  const revisions = models.data?.items ?? [];
  return html`<aside class="learned" aria-label="What was learned">
    <${Growth} revisions=${revisions} />
    <${Sides} collection=${collection} revisions=${revisions} />
    <${List} collection=${collection} items=${judgements.data?.items ?? []} />
  </aside>`;
}

function Growth({ revisions }) {
  const rated = revisions.filter(({ quality }) => typeof quality === "number");
  const shown = rated.length > 1 ? rated : revisions;
  const xs = useMemo(() => shown.map(({ judgements }, index) => Math.max(judgements, index)), [revisions]);
  const lines = useMemo(() => rated.length > 1
    ? [{ name: "quality", values: shown.map(({ quality }) => quality) }]
    : [{ name: "came in", values: sums(shown, "kept") }, { name: "went out", values: sums(shown, "rejected") }], [revisions]);
  return html`<${Curve} title="The model" note=${rated.length > 1 ? "by cross-validation" : "pages that changed sides"} xs=${xs} lines=${lines} xName="Judgements" height=${150} />`;
}

function sums(revisions, name) {
  let total = 0;
  return revisions.map((revision) => (total += revision[name] ?? 0));
}

function Sides({ collection, revisions }) {
  const last = revisions.at(-1)?.number;
  const before = revisions.at(-2)?.number ?? 0;
  const changes = useResource(last ? inside(collection, "/models/changes") : null, { before, after: last });
  const items = last ? changes.data?.items ?? [] : [];
  return html`<section class="block"><h2>What changed sides <span class="faint">${last ? number(changes.data?.total ?? items.length) : ""}</span></h2>
    ${!items.length && html`<p class="small muted">${last ? "The last judgement moved no page over the line." : "Judge a page, and see what it moves."}</p>`}
    <ul class="headlines">${items.slice(0, 8).map((side) => html`<li key=${side.page}>
      <a href=${href("page", { collection, page: side.page })} dir="auto">${side.title || side.url}</a>
      <span class="small numbers ${side.kept ? "came" : "went"}">${side.kept ? "came in" : "went out"} <span class="faint">${side.before.toFixed(2)} → ${side.after.toFixed(2)}</span></span>
    </li>`)}</ul>
  </section>`;
}

function List({ collection, items }) {
  const withdraw = async ({ id, page }) => {
    try {
      await send("DELETE", inside(collection, `/judgements/${id}`));
      if (page !== null) hear(collection, page, "");
      refresh(inside(collection, "/judgements"));
      refresh(inside(collection, "/models"));
    } catch (error) {
      complain(error);
    }
  };
  if (!items.length) return null;
  return html`<section class="block"><h2>Judgements <span class="faint">${number(items.length)}</span></h2>
    <ul class="headlines judged-list">${[...items].reverse().slice(0, 30).map((each) => html`<li key=${each.id}>
      <a href=${each.page === null ? undefined : href("page", { collection, page: each.page })} dir="auto">${each.title || each.url}</a>
      <span class="small"><span class=${each.verdict === "relevant" ? "came" : "went"}>${each.verdict === "relevant" ? "relevant" : "not relevant"}</span> <span class="faint"><${When} at=${each.judged} as="ago" /></span>
        <button class="plain icon" aria-label=${`Take back the judgement of ${each.title || each.url}`} onClick=${() => withdraw(each)}><${Icon} name="undo" /></button></span>
    </li>`)}</ul>
  </section>`;
}
