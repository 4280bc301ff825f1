// One page found: title, source, date, snippet, score.
import { bareHost, country, language, number } from "../../shell/format.js";
import { classes, html } from "../../shell/html.js";
import { href, withQuery } from "../../shell/router.js";
import { Icon } from "../../components/icon.js";
import { Score } from "../../components/score.js";
import { Foreign, Marked, When } from "../../components/text.js";

export function Hit({ hit, isFocused, isSelected, select, judged, showsCollection }) {
  const { collection, id, title, url, snippet, score, parts, published, host, language: code, copies, story } = hit;
  const places = hit.places.slice(0, 3).map(({ name }) => name);
  return html`<article class=${classes("hit", isFocused && "focused", isSelected && "selected", judged && `judged ${judged === "relevant" ? "yes" : "no"}`)}>
    ${select && html`<input type="checkbox" checked=${isSelected} onChange=${() => select(hit)} aria-label=${`Select ${title || url}`} />`}
    <div class="hit-body">
      <div class="hit-head">
        <h2><a href=${href("page", { collection, page: id })} dir="auto" lang=${code || undefined}>${title ? html`<${Marked} text=${title} spans=${hit.title_highlights} />` : url}</a></h2>
        <${Score} score=${score} parts=${parts} />
      </div>
      <p class="hit-line">
        <span class="hit-host"><${Foreign}>${bareHost(host)}<//></span>
        <span title=${datedBy(published)} class=${published?.confidence < 0.6 ? "unsure" : ""}><${When} at=${published?.when} /></span>
        ${code && html`<span>${language(code)}</span>`}
        ${places.length > 0 && html`<span class="hit-places"><${Foreign}>${places.join(", ")}<//></span>`}
        ${hit.outcome && hit.outcome !== "kept" && html`<span class="hit-outcome">${hit.outcome}</span>`}
        ${showsCollection && html`<a href=${href("overview", { collection })}>${collection}</a>`}
        ${judged && html`<span class="hit-judged"><${Icon} name=${judged === "relevant" ? "check" : "close"} />${judged}</span>`}
      </p>
      <p class="hit-snippet" dir="auto" lang=${code || undefined}><${Marked} text=${snippet.text} spans=${snippet.highlights} /></p>
      ${(copies > 0 || hit.tags.length > 0) && html`<p class="hit-foot">
        ${copies > 0 && html`<a href=${withQuery({ story, fold: "false" })}><${Icon} name="copies" />${number(copies)} ${copies === 1 ? "copy" : "copies"}</a>`}
        ${hit.tags.map((tag) => html`<span class="chip" key=${tag}>${tag}</span>`)}
      </p>`}
    </div>
  </article>`;
}

/** Return how a date is known. */
export function datedBy(published) {
  if (!published) return "no date was found on this page";
  const sure = Number.isFinite(published.confidence) ? `, ${Math.round(100 * published.confidence)} % sure` : "";
  return published.evidence ? `read from ${published.evidence}${sure}` : "";
}
