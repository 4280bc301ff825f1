// A new event: describe it, look at what is proposed and how it judges samples, save, start.
import { inside, send, useResource } from "../../shell/api.js";
import { html, useEffect, useState } from "../../shell/html.js";
import { complain, notify } from "../../shell/notices.js";
import { go, href, setQuery } from "../../shell/router.js";
import { Failure } from "../../components/states.js";
import { Describe } from "./describe.js";
import { Edit } from "./edit.js";
import { EMPTY, eventFile, forgetDraft, keep, resume } from "./event_file.js";
import { Preview } from "./preview.js";
import { proposed, request, seedsRequest } from "./proposal.js";

export function Screen({ route }) {
  const [draft, setDraft] = useState(resume);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState(null);
  const presets = useResource("/presets");
  const change = (values) => setDraft((old) => ({ ...old, ...values }));
  useEffect(() => keep(draft), [draft]);
  const attempt = async (work) => {
    setBusy(true);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      setProblem(error);
      window.scrollTo({ top: 0, behavior: "smooth" });
    }
    setBusy(false);
  };
  const propose = () => attempt(async () => {
    const answer = await send("POST", "/proposals", request(draft));
    const lists = seedsRequest(draft, answer.keywords.map(({ name }) => name));
    setDraft(proposed(draft, answer, lists && (await send("POST", "/proposals/seeds", lists))));
    setQuery({ step: "proposal" });
    window.scrollTo(0, 0);
  });
  const byHand = () => {
    change({ isProposed: true });
    setQuery({ step: "proposal" });
  };
  const save = (starts) => attempt(async () => {
    const card = await send("POST", "/collections", { event_file: eventFile(draft) });
    forgetDraft();
    if (starts) await send("POST", inside(card.name, "/crawl"), { action: "start" }).catch(complain);
    notify(`${card.title} was made.`);
    go(href(starts ? "monitor" : "overview", { collection: card.name }));
  });
  const atProposal = route.query.get("step") === "proposal" && draft.isProposed;
  return html`<div class="wizard">
    <header class="front-head"><div><h1>${atProposal ? "Check the proposal" : "New event"}</h1>
      <p class="muted">${atProposal ? "Change what is wrong. The samples show at once how pages would be judged." : "Describe what happened. Tidings proposes words, places and days, and you correct them."}</p></div>
      ${atProposal ? html`<button onClick=${() => setQuery({ step: null })}>Back to the description</button>` : draft.isProposed && html`<button onClick=${() => setDraft(EMPTY)}>Begin again</button>`}</header>
    ${problem && html`<${Failure} error=${problem} />`}
    ${atProposal
      ? html`<div class="wizard-columns"><${Edit} draft=${draft} change=${change} presets=${presets.data} save=${save} isBusy=${isBusy} /><${Preview} draft=${draft} change=${change} /></div>`
      : html`<${Describe} draft=${draft} change=${change} propose=${propose} byHand=${byHand} presets=${presets.data} isBusy=${isBusy} />`}
  </div>`;
}
