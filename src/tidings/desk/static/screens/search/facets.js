// The facets at the left: what the pages found have in common, each value a link that narrows the search.
import { bareHost, country, language, number } from "../../shell/format.js";
import { html, useState } from "../../shell/html.js";
import { withQuery } from "../../shell/router.js";
import { Bars } from "../../components/bars.js";
import { Icon } from "../../components/icon.js";
import { FACETS, toggled } from "./query.js";

const SHOWN = 6;
const LABELS = {
  language, country, domain: bareHost,
  type: (value) => value.replaceAll("_", " "),
};

export const labelOf = (name, value) => (LABELS[name] ?? String)(value);

export function Facets({ facets, values }) {
  const filled = FACETS.filter(([name]) => facets[name]?.length > 0 || values[name]);
  return html`<div class="facets">
    ${filled.map(([name, title]) => html`<${Facet} key=${name} name=${name} title=${title} counts=${facets[name] ?? []} values=${values} />`)}
  </div>`;
}

function Facet({ name, title, counts, values }) {
  const [isOpen, setOpen] = useState(false);
  const chosen = values[name] ?? [];
  const missing = chosen.filter((value) => !counts.some((each) => each.value === value)).map((value) => ({ value, pages: 0 }));
  const all = [...missing, ...counts].map(({ value, pages }) => ({
    value, pages, label: labelOf(name, value) || "unknown", on: chosen.includes(value), href: toggled(values, name, value),
  }));
  const shown = isOpen ? all : all.filter(({ on }, index) => index < SHOWN || on);
  return html`<section class="facet">
    <h3>${title}</h3>
    <${Bars} items=${shown} label=${title} />
    ${all.length > SHOWN && html`<button class="plain more" aria-expanded=${isOpen} onClick=${() => setOpen(!isOpen)}>${isOpen ? "fewer" : `${number(all.length - shown.length)} more`}</button>`}
  </section>`;
}

/** The filters in force, each with a cross. */
export function Chosen({ values }) {
  const chips = [];
  for (const [name, title] of [...FACETS, ["host", "Host"]])
    for (const value of values[name] ?? []) chips.push([`${title}: ${labelOf(name, value)}`, toggled(values, name, value)]);
  if (values.since || values.until) chips.push([`published ${values.since ?? ""}…${values.until ?? ""}`, withQuery({ since: null, until: null })]);
  if (values.captured_since || values.captured_until) chips.push([`came in ${(values.captured_since ?? "").replace("T", " ")}…${values.captured_until ?? ""}`, withQuery({ captured_since: null, captured_until: null })]);
  if (values.box) chips.push(["inside the area on the map", withQuery({ box: null })]);
  if (values.story) chips.push(["copies of one story", withQuery({ story: null, fold: null })]);
  if (values.minimum_score) chips.push([`score from ${values.minimum_score}`, withQuery({ minimum_score: null })]);
  if (!chips.length) return null;
  const all = { since: null, until: null, captured_since: null, captured_until: null, box: null, story: null, minimum_score: null, host: null, ...Object.fromEntries(FACETS.map(([name]) => [name, null])) };
  return html`<div class="chips chosen" role="group" aria-label="Filters in force">
    ${chips.map(([label, address]) => html`<a key=${label} class="chip on" href=${address} aria-label=${`Remove: ${label}`}><span class="clip" dir="auto">${label}</span><${Icon} name="close" /></a>`)}
    ${chips.length > 1 && html`<a class="chip" href=${withQuery(all)}>Clear all</a>`}
  </div>`;
}
