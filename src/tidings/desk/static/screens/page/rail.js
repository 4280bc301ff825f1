// Beside a page: why it was kept, dates, places, names, how it was found, tags, and how to cite it.
import { bareHost, bytes, country, dateTime, day, hostOf, number, utc } from "../../shell/format.js";
import { html } from "../../shell/html.js";
import { notify } from "../../shell/notices.js";
import { href } from "../../shell/router.js";
import { PlaceMap } from "../../charts/map.js";
import { Icon } from "../../components/icon.js";
import { Score, stacked } from "../../components/score.js";
import { Foreign, When } from "../../components/text.js";
import { told } from "../monitor/due.js";
import { Fields } from "./fields.js";
import { KINDS } from "./reading.js";
import { Tags } from "./tags.js";

export function Rail({ page, collection }) {
  return html`<aside class="rail" aria-label="What is known about this page">
    <${Why} page=${page} />
    <${About} page=${page} />
    <${Dates} page=${page} />
    <${Places} page=${page} collection=${collection} />
    <${Names} title="People" facet="person" names=${page.people} collection=${collection} />
    <${Names} title="Organisations" facet="organisation" names=${page.organisations} collection=${collection} />
    <${Amounts} page=${page} />
    <${Path} page=${page} collection=${collection} />
    <${Tags} page=${page} collection=${collection} />
    <${Fields} page=${page} collection=${collection} />
    <${Cite} page=${page} />
  </aside>`;
}

function Why({ page }) {
  const aspects = stacked(page.score ?? 0, page.parts);
  const lists = page.evidence.filter(({ aspect }) => aspect !== "odds");
  return html`<section>
    <h2>${page.outcome === "kept" ? "Why it was kept" : `Why it is ${page.outcome}`}</h2>
    ${page.score !== null && html`<${Score} score=${page.score} parts=${page.parts} threshold=${page.why.threshold} wide=${true} />`}
    <p class="small muted">${page.reason}</p>
    ${aspects.map(([name, , shade, value]) => html`<div class="aspect" key=${name}>
      <h3><span class=${`shade ${shade}`} aria-hidden="true"></span>${name}<span class="numbers faint">${value.toFixed(2)}</span></h3>
      <ul class="chips">${lists.filter(({ aspect }) => aspect === name).slice(0, 12).map(({ what, note, amount }) => html`<li key=${what} class=${`evidence ${KINDS[name] ?? "words"}`} title=${`adds ${amount.toFixed(2)}`}>
        <${Foreign}>${what}<//> <span class="evidence-note">${note}</span></li>`)}</ul>
    </div>`)}
  </section>`;
}

/** What the page says about itself, and what kind of page it is. */
function About({ page }) {
  const rows = [["Author", page.author], ["Site", page.site], ["Genre", guess(page.genre)], ["Source", guess(page.source)], ["Complete", whole(page.completeness)], ["Comes back", again(page.comes_back)]].filter(([, value]) => value);
  if (!rows.length) return null;
  return html`<section><h2>About it</h2><table class="small"><tbody>${rows.map(([name, value]) => html`<tr key=${name}><th scope="row">${name}</th><td dir="auto">${value}</td></tr>`)}</tbody></table></section>`;
}

const guess = (named) => (named ? `${named.name} (${Math.round(100 * named.confidence)} %)` : "");

/** How much of what the page needs to be shown is archived. */
const whole = (parts) => (parts ? `${number(parts.captured)} of ${number(parts.seen)} parts archived${parts.waiting ? `, ${number(parts.waiting)} wait` : ""}${parts.missing ? `, ${number(parts.missing)} could not be had` : ""}` : "");

/** When the page is visited again, and how often. */
const again = (due) => (due ? `${dateTime(due.due)}${due.rhythm ? ` (${told(due.rhythm)})` : ""}` : "");

/** The numbers that the page reports. */
function Amounts({ page }) {
  if (!page.numbers?.length) return null;
  return html`<section><h2>Numbers</h2><table class="small"><tbody>${page.numbers.slice(0, 10).map(({ what, value, most, bound, unit, sentence }, index) => html`<tr key=${index} title=${sentence}>
    <th scope="row">${what}</th><td class="number">${bound} ${number(value)}${most > value ? `–${number(most)}` : ""} ${unit}</td></tr>`)}</tbody></table></section>`;
}

function Dates({ page }) {
  if (!page.dates.length) return null;
  return html`<section><h2>Dates</h2><table class="small"><tbody>${page.dates.slice(0, 12).map((each, index) => html`<tr key=${index}>
    <th scope="row"><${When} at=${each.when} as=${each.precision === "time" ? "moment" : "day"} /></th><td>${each.kind}</td><td class="muted">${each.evidence}</td>
    <td class="number faint">${each.confidence ? `${Math.round(each.confidence * 100)} %` : ""}</td></tr>`)}</tbody></table></section>`;
}

function Places({ page, collection }) {
  if (!page.places.length) return null;
  const points = page.places.filter(({ lat, lon }) => lat !== null && lon !== null).map((place) => ({ ...place, pages: place.times, note: ` ${number(place.times)}×` }));
  return html`<section class="rail-places">
    ${points.length ? html`<${PlaceMap} title="Places" points=${points} height=${170} />` : html`<h2>Places</h2>`}
    <ul class="chips">${page.places.slice(0, 16).map(({ name, country: code, times }) => html`<li key=${`${name} ${code}`}>
      <a class="chip" href=${href("search", { collection }, { place: code ? `${name}, ${code}` : name })} title=${code ? country(code) : undefined}><${Foreign}>${name}<//>${times > 1 && html`<span class="faint">${times}</span>`}</a></li>`)}</ul>
  </section>`;
}

function Names({ title, facet, names, collection }) {
  if (!names.length) return null;
  return html`<section><h2>${title}</h2>
    <ul class="chips">${names.slice(0, 16).map(({ name, times }) => html`<li key=${name}><a class="chip" href=${href("search", { collection }, { [facet]: name })}><${Foreign}>${name}<//>${times > 1 && html`<span class="faint">${times}</span>`}</a></li>`)}</ul></section>`;
}

function Path({ page, collection }) {
  const { path, anchor } = page.why;
  return html`<section><h2>How it was found</h2>
    <ol class="path">
      ${[...path].reverse().map((step) => html`<li key=${step.id}><a href=${href("page", { collection, page: step.id })} dir="auto" title=${step.url}>${step.title || bareHost(hostOf(step.url))}</a>
        <span class="faint small">${step.channel === "seed" ? "a seed" : step.outcome}</span></li>`)}
      <li><strong>this page</strong> ${anchor ? html`<span class="small muted">by the link “<${Foreign}>${anchor}<//>”</span>` : html`<span class="small muted">${page.channel}</span>`}</li>
    </ol>
    <p class="small faint">found <${When} at=${page.found} as="moment" />, read <${When} at=${page.captured} as="moment" />; ${page.mime}, ${bytes(page.size)}${page.provenance ? html`; from <${Foreign}>${page.provenance}<//>` : ""}</p>
  </section>`;
}

function Cite({ page }) {
  const text = citation(page);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    notify("Copied.");
  };
  return html`<section><h2>Cite</h2><p class="cite serif" dir="auto">${text}</p><button onClick=${copy}><${Icon} name="copies" />Copy</button></section>`;
}

function citation(page) {
  const published = page.published ? ` ${day(page.published)}.` : " n.d.";
  const archived = page.captured ? ` Archived ${utc(page.captured)}.` : "";
  return `“${page.title || page.url}”. ${bareHost(page.host)},${published}${archived} ${page.url}`;
}
