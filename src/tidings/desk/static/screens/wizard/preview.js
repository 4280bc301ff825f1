// How the draft would judge sample pages, and what the last change did to each.
import { send } from "../../shell/api.js";
import { bareHost, hostOf, plural } from "../../shell/format.js";
import { html, useEffect, useRef, useState } from "../../shell/html.js";
import { complain, notify } from "../../shell/notices.js";
import { Score } from "../../components/score.js";
import { Foreign } from "../../components/text.js";
import { eventFile } from "./event_file.js";

const SAMPLES = 20;
const PAUSE = 500; // milliseconds without a change before the samples are judged again

export function Preview({ draft, change }) {
  const [answer, setAnswer] = useState(null);
  const [round, setRound] = useState(0);
  const [isReading, setReading] = useState(false);
  const [error, setError] = useState(null);
  const before = useRef(new Map());
  const file = eventFile(draft);
  useEffect(() => {
    let isGone = false;
    const timer = setTimeout(async () => {
      try {
        const judged = await send("POST", "/proposals/preview", { event_file: file });
        if (isGone) return;
        setAnswer((old) => {
          before.current = new Map((old?.items ?? []).map(({ url, score }) => [url, score]));
          return judged;
        });
        setError(null);
      } catch (failure) {
        if (!isGone) setError(failure);
      }
    }, PAUSE);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [file, round]);
  const readMore = async () => {
    setReading(true);
    try {
      const { read, warnings } = await send("POST", "/proposals/samples", { urls: draft.seeds.slice(0, 50), contact: draft.contact });
      notify(read ? `${plural(read, "sample")} read.` : warnings[0] ?? "The seeds have been read already.");
      setRound((count) => count + 1);
    } catch (failure) {
      complain(failure);
    }
    setReading(false);
  };
  const items = [...(answer?.items ?? [])].sort((a, b) => b.score - a.score);
  const kept = items.filter((each) => each.kept).length;
  return html`<aside class="preview" aria-label="How sample pages would be judged"><h2>Samples <span class="faint">${items.length ? `${kept} of ${plural(items.length, "page")} kept` : ""}</span></h2>
    <label class="small toolbar">Threshold <input type="range" min="0.1" max="0.9" step="0.05" value=${draft.threshold || answer?.threshold || 0.4} onInput=${(event) => change({ threshold: event.target.valueAsNumber })} /> <span class="numbers">${(draft.threshold || answer?.threshold || 0.4).toFixed(2)}</span></label>
    ${error && html`<p class="small bad">${error.message}</p>`}
    ${!answer && !error && html`<p class="faint small">Reading the samples…</p>`}
    <ol>${items.map((each) => html`<li key=${each.url} class=${each.kept ? "kept" : "out"}>
      <p class="preview-title" dir="auto">${each.title || (each.url.startsWith("file:") ? "Your own text" : each.url)}</p>
      <p class="small faint">${hostOf(each.url) && html`<${Foreign}>${bareHost(hostOf(each.url))}<//> · `}${each.kept ? "kept" : "left out"} <${Moved} now=${each.score} before=${before.current.get(each.url)} /></p>
      <${Score} score=${each.score} parts=${each.parts} threshold=${draft.threshold || answer.threshold} wide=${true} />
    </li>`)}</ol>
    ${answer && items.length < SAMPLES && draft.seeds.length > 0 && html`<p class="small muted">Twenty samples show more.</p><button onClick=${readMore} disabled=${isReading}>${isReading ? "Reading…" : "Read some of the seeds"}</button>`}
  </aside>`;
}

function Moved({ now, before }) {
  if (before === undefined || Math.abs(now - before) < 0.005) return null;
  const change = now - before;
  return html`<span class=${change > 0 ? "came" : "went"}>${change > 0 ? "+" : "−"}${Math.abs(change).toFixed(2)}</span>`;
}
