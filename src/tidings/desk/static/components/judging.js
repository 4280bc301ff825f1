// Judgements of a person: sent at once, shown at once, and undone by one key.
import { get, inside, refresh, send } from "../shell/api.js";
import { number } from "../shell/format.js";
import { useEffect, useState } from "../shell/html.js";
import { complain, notify } from "../shell/notices.js";

const said = new Map(); // "collection id" -> verdict, "" when taken back
const listeners = new Set();
const done = []; // what can be undone, the last one last

const keyOf = (collection, id) => `${collection} ${id}`;
const redraw = () => listeners.forEach((listener) => listener((count) => count + 1));

/** Draw again when somebody judges. */
export function useJudgements() {
  const [, count] = useState(0);
  useEffect(() => {
    listeners.add(count);
    return () => listeners.delete(count);
  }, []);
}

/** Return the verdict on a page: what was just said, else what the server knew. */
export const verdictOn = (collection, id, known) => said.get(keyOf(collection, id)) ?? known ?? "";

/** Take in what another browser or the command line said. */
export function hear(collection, id, verdict) {
  said.set(keyOf(collection, id), verdict);
  redraw();
}

/** Judge pages of one collection: ``relevant`` or ``not relevant``. */
export async function judge(collection, ids, verdict) {
  const before = ids.map((id) => said.get(keyOf(collection, id)));
  ids.forEach((id) => said.set(keyOf(collection, id), verdict));
  redraw();
  try {
    const changes = await send("POST", inside(collection, "/judgements"), { pages: ids.map(Number), verdict: verdict === "relevant" ? "relevant" : "not" });
    done.push({ collection, ids });
    notify(`${ids.length === 1 ? "Judged" : `${number(ids.length)} pages judged`} ${verdict}. ${consequence(changes)}`, { action: { label: "Undo", run: undo } });
    refresh(inside(collection, "/judgements"));
    refresh(inside(collection, "/models"));
    return true;
  } catch (error) {
    ids.forEach((id, index) => (before[index] === undefined ? said.delete(keyOf(collection, id)) : said.set(keyOf(collection, id), before[index])));
    redraw();
    complain(error);
    return false;
  }
}

/** Return what a judgement changed, in words. */
function consequence({ applied, kept = 0, rejected = 0 }) {
  if (!applied) return "The running crawl takes it in.";
  return kept || rejected ? `${number(kept)} came in, ${number(rejected)} went out.` : "Nothing changed sides.";
}

/** Take back the last judgement of this browser. */
export async function undo() {
  const last = done.pop();
  if (!last) return void notify("Nothing to undo.");
  try {
    const { items } = await get(inside(last.collection, "/judgements"));
    const wanted = new Set(last.ids.map(Number));
    for (const { id } of items.filter(({ page }) => wanted.has(page))) await send("DELETE", inside(last.collection, `/judgements/${id}`));
    last.ids.forEach((id) => said.set(keyOf(last.collection, id), ""));
    notify("Taken back.");
    refresh(inside(last.collection, "/judgements"));
    refresh(inside(last.collection, "/models"));
  } catch (error) {
    complain(error);
  }
  redraw();
  return last;
}
