// Judge: one page at a time, those that teach most first; one key for each verdict.
import { get, inside, refresh, send, useResource } from "../../shell/api.js";
import { bareHost, hostOf, number, plural } from "../../shell/format.js";
import { html, useCallback, useEffect, useRef, useState } from "../../shell/html.js";
import { useKeys } from "../../shell/keys.js";
import { useLive } from "../../shell/live.js";
import { complain } from "../../shell/notices.js";
import { href } from "../../shell/router.js";
import { Icon } from "../../components/icon.js";
import { judge, undo } from "../../components/judging.js";
import { Score } from "../../components/score.js";
import { Empty, Failure, Loading } from "../../components/states.js";
import { Foreign, Outward } from "../../components/text.js";
import { Learned } from "./learned.js";

const ASKED = 12;

export function Screen({ route }) {
  const { collection } = route;
  const queue = useQueue(collection);
  const card = useResource(inside(collection));
  const judgements = useResource(inside(collection, "/judgements"));
  useLive(collection, (kind) => {
    if (kind !== "judgement") return;
    refresh(inside(collection, "/judgements"));
    refresh(inside(collection, "/models"));
  });
  const takeBack = async () => {
    const last = await undo();
    if (last) queue.putBack(last.ids[0]);
  };
  useKeys("Judge", {
    r: ["Relevant", () => queue.say("relevant")],
    n: ["Not relevant", () => queue.say("not relevant")],
    s: ["Skip", queue.skip],
    u: ["Undo", takeBack],
  });
  return html`<div class="judging">
    <section class="judging-main" aria-live="polite">
      <header class="front-head"><div><h1>Judge</h1><p class="muted">The pages that teach the model most come first, also rejected ones near the line.</p></div>
        <p class="muted small">${plural(judgements.data?.items.length ?? 0, "judgement")} so far</p></header>
      ${queue.error && html`<${Failure} error=${queue.error} />`}
      ${queue.page ? html`<${Question} page=${queue.page} collection=${collection} threshold=${card.data?.threshold} say=${queue.say} skip=${queue.skip} takeBack=${takeBack} />`
        : queue.isLoading ? html`<${Loading} what="the pages that teach most" />`
        : !queue.error && html`<${Empty} title="Nothing to ask."><p>Every page that could teach something has been judged.</p><//>`}
    </section>
    <${Learned} collection=${collection} judgements=${judgements} />
  </div>`;
}

/** The pages to ask about: loaded ahead, so that the next one is there at once. */
function useQueue(collection) {
  const [state, setState] = useState({ pages: [], isLoading: true, error: null });
  const seen = useRef(new Map()); // pages that were asked about, by number
  const isAsking = useRef(false);
  const load = useCallback(async () => {
    if (isAsking.current) return;
    isAsking.current = true;
    try {
      const { items } = await get(inside(collection, "/judgements/next"), { limit: ASKED + Math.min(80, seen.current.size) });
      setState(({ pages }) => {
        const known = new Set(pages.map(({ page }) => page));
        const fresh = items.filter(({ page }) => !seen.current.has(page) && !known.has(page));
        return { pages: [...pages, ...fresh], isLoading: false, error: null };
      });
    } catch (error) {
      setState((old) => ({ ...old, isLoading: false, error }));
    }
    isAsking.current = false;
  }, [collection]);
  useEffect(() => void load(), [load]);
  const [page] = state.pages;
  const next = () => {
    seen.current.set(page.page, page);
    setState((old) => ({ ...old, pages: old.pages.slice(1), isLoading: old.pages.length < 2 }));
  };
  return {
    ...state,
    page,
    say: async (verdict) => {
      if (!page) return;
      next();
      await judge(collection, [page.page], verdict);
      if (state.pages.length < 6) load();
    },
    skip: () => {
      if (!page) return;
      next();
      if (state.pages.length < 6) load();
    },
    putBack: (id) => {
      const found = seen.current.get(Number(id));
      seen.current.delete(Number(id));
      if (found) setState((old) => ({ ...old, pages: [found, ...old.pages] }));
    },
  };
}

function Question({ page, collection, threshold, say, skip, takeBack }) {
  return html`<article class="question">
    <div class="question-head">
      <p class="small muted"><strong><${Foreign}>${bareHost(hostOf(page.url))}<//></strong> · ${page.outcome === "kept" ? "kept so far" : "rejected so far"}</p>
      <${Score} score=${page.score} threshold=${threshold} />
    </div>
    <h2 dir="auto">${page.title || page.url}</h2>
    <p class="small clip"><${Outward} url=${page.url} /></p>
    <div class="question-text" dir="auto" tabindex="0" role="region" aria-label="The beginning of the text">${page.lead || html`<span class="faint">No text was kept of this page.</span>`}</div>
    <div class="verdicts">
      <button class="yes" onClick=${() => say("relevant")}><${Icon} name="check" />Relevant <kbd>r</kbd></button>
      <button class="no" onClick=${() => say("not relevant")}><${Icon} name="close" />Not relevant <kbd>n</kbd></button>
      <button onClick=${skip}>Skip <kbd>s</kbd></button>
      <span class="spacer"></span>
      <button class="plain" onClick=${takeBack}><${Icon} name="undo" />Undo <kbd>u</kbd></button>
      <a class="button" href=${href("page", { collection, page: page.page })}>Whole page</a>
    </div>
  </article>`;
}
