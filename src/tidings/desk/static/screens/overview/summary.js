// What happened, in sentences of the pages themselves.
import { bareHost } from "../../shell/format.js";
import { html } from "../../shell/html.js";
import { href } from "../../shell/router.js";
import { Failure, Loading } from "../../components/states.js";
import { Foreign, When } from "../../components/text.js";

export function Summary({ summary, collection }) {
  if (summary.error?.status === 404) return null;
  if (summary.error) return html`<${Failure} error=${summary.error} />`;
  if (!summary.data) return html`<section class="block what-happened coming"><h2>What happened</h2><${Loading} what="the pages" /></section>`;
  const sentences = summary.data.sentences ?? [];
  if (!sentences.length) return null;
  return html`<section class="block what-happened"><h2>What happened</h2>
    <p class="note faint small">Sentences quoted from independent pages, in order of time. Nothing is written by the machine.</p>
    <ol>${sentences.map((each, index) => html`<li key=${index}><${Quotation} quoted=${each} collection=${collection} /></li>`)}</ol>
  </section>`;
}

function Quotation({ quoted, collection }) {
  return html`<div class="quotation">
    <p class="quotation-day"><${When} at=${quoted.when} /></p>
    <blockquote dir="auto" lang=${quoted.language || undefined}>${quoted.text}</blockquote>
    <p class="small"><a href=${href("page", { collection, page: quoted.page })} dir="auto" title=${quoted.title}><${Foreign}>${bareHost(quoted.host)}<//></a></p>
  </div>`;
}
