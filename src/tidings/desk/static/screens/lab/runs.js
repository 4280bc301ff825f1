// The reports of lab runs found beside the collections: the curve of every strategy.
import { useResource } from "../../shell/api.js";
import { percent } from "../../shell/format.js";
import { html, useMemo } from "../../shell/html.js";
import { setQuery } from "../../shell/router.js";
import { Curve, valueAt } from "../../charts/curve.js";

const SHOWN = 5; // strategies that can be drawn apart

export function Runs({ chosen }) {
  const runs = useResource("/lab/runs");
  const items = runs.data?.items ?? [];
  if (!items.length) return html`<section class="block"><h2>Lab runs</h2><p class="muted">No report of <code>tidings lab run</code> lies beside the collections.</p></section>`;
  const run = items.find(({ name }) => name === chosen) ?? items[0];
  return html`<section class="block runs"><div class="toolbar"><h2>Lab runs</h2><select aria-label="Report" value=${run.name} onChange=${(event) => setQuery({ run: event.target.value })}>${items.map(({ name, title }) => html`<option key=${name} value=${name}>${title}, ${name}</option>`)}</select></div>
    <${Run} run=${run} /></section>`;
}

function Run({ run: { title, command, strategies } }) {
  const [xs, lines] = useMemo(() => {
    const drawn = strategies.filter(({ curve }) => curve.length > 1).slice(0, SHOWN);
    const points = [...new Set(drawn.flatMap(({ curve }) => curve.map(([visited]) => Math.round(visited))))].sort((a, b) => a - b);
    return [points, drawn.map(({ name, curve }) => ({ name, values: points.map((x) => valueAt(curve, x)) }))];
  }, [strategies]);
  return html`${xs.length > 1 && html`<${Curve} title=${title} note="share of the visited pages that were relevant" xs=${xs} lines=${lines} xName="Visited" height=${260} format=${(value) => percent(value)} />`}
    <table class="small"><thead><tr><th scope="col">Strategy</th><th scope="col" class="number">Harvest</th></tr></thead><tbody>${strategies.map(({ name, harvest }) => html`<tr key=${name}><th scope="row">${name}</th><td class="number">${percent(harvest ?? NaN, 1)}</td></tr>`)}</tbody></table>
    <p class="small faint"><code>${command}</code></p>`;
}
