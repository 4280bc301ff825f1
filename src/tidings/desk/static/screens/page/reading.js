// The text of a page in paragraphs, with the evidence of its score marked.
import { number } from "../../shell/format.js";
import { html, useMemo, useState } from "../../shell/html.js";
import { Marked } from "../../components/text.js";

const SHOWN = 40_000; // characters; longer texts are shown on demand

/** The kind of a mark by the aspect of the score. */
export const KINDS = { topic: "words", what: "words", text: "words", genre: "words", place: "places", where: "places", date: "days", time: "days", when: "days", who: "names", judgements: "taught" };

export function Reading({ page }) {
  const [isWhole, setWhole] = useState(false);
  const text = isWhole ? page.text : page.text.slice(0, SHOWN);
  const paragraphs = useMemo(() => withoutTitle(paragraphsOf(text, page.evidence), page.title), [text, page.evidence]);
  if (!page.text) return html`<p class="loading-line">No text was kept of this page. ${page.reason}</p>`;
  return html`<div class="reading" lang=${page.language || undefined}>
    ${paragraphs.map(({ words, spans }, index) => html`<p key=${index} dir="auto"><${Marked} text=${words} spans=${spans} /></p>`)}
    ${page.text.length > text.length && html`<button onClick=${() => setWhole(true)}>Show all ${number(page.text.length)} characters</button>`}
  </div>`;
}

/** The title stands above already. */
const withoutTitle = (paragraphs, title) => (paragraphs.length > 1 && paragraphs[0].words.trim() === title ? paragraphs.slice(1) : paragraphs);

function paragraphsOf(text, evidence) {
  const points = /[\ud800-\udfff]/.test(text) ? Array.from(text) : text;
  const marks = evidence.flatMap(({ aspect, spans }) => spans.map(([start, end]) => [start, end, KINDS[aspect] ?? "words"]));
  const paragraphs = [];
  let start = 0;
  for (let at = 0; at <= points.length; at += 1) {
    if (at < points.length && points[at] !== "\n") continue;
    if (at > start) paragraphs.push(paragraph(points, start, at, marks));
    start = at + 1;
  }
  return paragraphs;
}

function paragraph(points, low, high, marks) {
  const part = points.slice(low, high);
  return {
    words: typeof part === "string" ? part : part.join(""),
    spans: marks.filter(([start, end]) => start >= low && end <= high).map(([start, end, kind]) => [start - low, end - low, kind]),
  };
}
