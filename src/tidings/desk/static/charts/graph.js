// The pages around a page on two half circles: those that link to it at the left, those it links to at the right.
import { bareHost } from "../shell/format.js";
import { html } from "../shell/html.js";

const WIDTH = 760;
const HEIGHT = 420;

export function LinkGraph({ centre, nodes, edges, hrefOf }) {
  const places = placed(centre, nodes, edges);
  const line = ({ source, target }) => {
    const [a, b] = [places.get(source), places.get(target)];
    return a && b && `M${a.x} ${a.y}Q${(a.x + b.x) / 2} ${(a.y + b.y) / 2 - Math.abs(a.x - b.x) / 12} ${b.x} ${b.y}`;
  };
  return html`<svg class="graph" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="group" aria-label="Pages and links">
    <g class="edges">${edges.map((edge) => line(edge) && html`<path key=${`${edge.source} ${edge.target}`} d=${line(edge)} />`)}</g>
    ${nodes.map((node) => places.has(node.id) && html`<${Node} key=${node.id} node=${node} place=${places.get(node.id)} isCentre=${node.id === centre} href=${hrefOf(node)} />`)}
  </svg>`;
}

function Node({ node, place, isCentre, href }) {
  const name = node.title || node.url;
  const label = node.title || bareHost(node.host);
  const kept = node.outcome === "kept" ? "kept" : "other";
  return html`<a href=${href} class=${`node ${kept}${isCentre ? " centre" : ""}`} aria-label=${`${name}, ${node.outcome}`}>
    <title>${name}</title>
    <circle cx=${place.x} cy=${place.y} r=${isCentre ? 9 : 3 + 4 * (node.score ?? 0)} />
    ${place.label && html`<text x=${place.x + (place.side < 0 ? -10 : 10)} y=${place.y + 4} text-anchor=${place.side < 0 ? "end" : "start"}>${label.length > 34 ? `${label.slice(0, 33)}…` : label}</text>`}
  </a>`;
}

/** Return the place of every node: near ones on half circles, the next step further out. */
function placed(centre, nodes, edges) {
  const sides = new Map();
  for (const { source, target } of edges) {
    if (target === centre && source !== centre) sides.set(source, -1);
    if (source === centre && target !== centre && !sides.has(target)) sides.set(target, 1);
  }
  const far = nodes.filter(({ id }) => id !== centre && !sides.has(id));
  for (const { id } of far) {
    const link = edges.find(({ source, target }) => (source === id && sides.has(target)) || (target === id && sides.has(source)));
    sides.set(id, 2 * (link ? Math.sign(sides.get(link.source === id ? link.target : link.source)) : 1));
  }
  const places = new Map([[centre, { x: WIDTH / 2, y: HEIGHT / 2, side: 0 }]]);
  for (const side of [-2, -1, 1, 2]) {
    const group = nodes.filter(({ id }) => sides.get(id) === side).sort((a, b) => (b.score ?? 0) - (a.score ?? 0));
    group.forEach(({ id }, index) => places.set(id, spot(index, group.length, side)));
  }
  return places;
}

function spot(index, count, side) {
  const [radiusX, radiusY] = Math.abs(side) === 1 ? [130, HEIGHT / 2 - 18] : [215, HEIGHT / 2 - 6];
  const height = count === 1 ? 0 : (2 * index) / (count - 1) - 1;
  const width = 0.35 + 0.65 * Math.sqrt(1 - 0.9 * height * height);
  return {
    x: Math.round(WIDTH / 2 + Math.sign(side) * radiusX * width), y: Math.round(HEIGHT / 2 + radiusY * height),
    side, label: Math.abs(side) === 1 && count <= 30,
  };
}
