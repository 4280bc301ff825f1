// The state of a crawl in a word, with a dot.
import { html } from "../shell/html.js";

const WORDS = {
  running: ["collecting", "live"], waiting: ["waiting", "live"], paused: ["paused", "held"], stopped: ["stopped", "held"],
  finished: ["finished", "done"], done: ["finished", "done"], ended: ["finished", "done"], failed: ["failed", "bad"],
  "out of budget": ["budget used up", "done"],
};

export function StateLine({ state, full = false }) {
  const [word, kind] = state.broken_off ? ["broken off", "bad"]
    : state.running ? WORDS[state.state] ?? ["collecting", "live"]
    : state.state ? WORDS[state.state] ?? [state.state, "done"] : ["not begun", "held"];
  return html`<p class=${`state ${kind}`}><span class="dot" aria-hidden="true"></span><span>${word}${full && state.reason ? `: ${state.reason}` : ""}</span></p>`;
}
