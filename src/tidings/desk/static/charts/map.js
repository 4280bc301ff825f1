// A map without tiles: Natural Earth countries on a canvas, circles for places, a rectangle to choose an area.
import { number } from "../shell/format.js";
import { html, useEffect, useRef, useState } from "../shell/html.js";
import { colours, useTheme } from "../shell/theme.js";
import L from "../vendor/leaflet.js";
import { Figure } from "../components/figure.js";
import { Icon } from "../components/icon.js";
import { drawLand } from "./land.js";

/**
 * ``points`` are {lat, lon, pages, name, places}; ``box`` is [south, west, north, east] or null.
 * ``onChoose(box)`` makes the map choose areas; ``onOpen(point)`` follows a click on a circle.
 */
export function PlaceMap({ points, box, onChoose, onOpen, height = 300, title, note, level = 2, tools, tint = "blue", fit = true }) {
  const element = useRef(null);
  const map = useRef(null);
  const [isChoosing, setChoosing] = useState(false);
  const theme = useTheme();
  const latest = useRef({});
  latest.current = { onChoose, onOpen, setChoosing };

  useEffect(() => {
    const made = makeMap(element.current);
    map.current = made;
    made.on("boxchosen", ({ box: chosen }) => {
      latest.current.setChoosing(false);
      latest.current.onChoose?.(chosen);
    });
    const observer = new ResizeObserver(() => made.invalidateSize({ animate: false }));
    observer.observe(element.current);
    return () => {
      observer.disconnect();
      made.remove();
      map.current = null;
    };
  }, []);

  useEffect(() => {
    return drawLand(map.current, colours());
  }, [theme]);

  const key = points.map(({ lat, lon, pages }) => `${lat} ${lon} ${pages}`).join();
  const wasFitted = useRef(false);
  useEffect(() => {
    const ink = colours();
    const layer = drawPoints(map.current, points, tint === "red" ? ink.red : ink.blue, ink, (point) => latest.current.onOpen?.(point));
    if (fit && points.length && !wasFitted.current) {
      fitPoints(map.current, points, box);
      wasFitted.current = true;
    }
    return () => layer.remove();
  }, [key, theme, tint]);

  useEffect(() => {
    if (!box) return undefined;
    const ink = colours();
    const [south, west, north, east] = box;
    const drawn = L.rectangle([[south, west], [north, east]], { color: ink.red, weight: 1.5, fillOpacity: 0.06, interactive: false }).addTo(map.current);
    return () => drawn.remove();
  }, [box?.join(), theme]);

  useEffect(() => (isChoosing ? choosing(map.current) : undefined), [isChoosing]);

  const areaTools = onChoose && html`
    ${box && html`<button class="plain" onClick=${() => onChoose(null)}>Clear area</button>`}
    <button class="plain" aria-pressed=${isChoosing} onClick=${() => setChoosing(!isChoosing)} title="Draw a rectangle on the map"><${Icon} name="area" /> ${isChoosing ? "Draw a rectangle…" : "Choose area"}</button>`;
  return html`<${Figure} title=${title} note=${note} level=${level} tools=${[tools, areaTools]} plain=${true}
      columns=${["Place", "Pages", "Latitude", "Longitude"]} rows=${points.map((point) => [nameOf(point), number(point.pages), point.lat.toFixed(2), point.lon.toFixed(2)])}>
    <div class=${isChoosing ? "map choosing" : "map"} ref=${element} role="application" aria-label=${`${title}: map with ${points.length} places`} style=${{ height: `${height}px` }}></div>
  <//>`;
}

const nameOf = ({ name, places }) => name ?? (places ?? []).join(", ");

function makeMap(element) {
  const map = L.map(element, {
    preferCanvas: true, attributionControl: false, zoomControl: false, worldCopyJump: true, scrollWheelZoom: false,
    minZoom: 0, maxZoom: 9, zoomSnap: 0.25, zoomDelta: 0.75, boxZoom: false, maxBounds: [[-85, -400], [85, 400]], maxBoundsViscosity: 0.8,
  });
  L.control.zoom({ position: "bottomright" }).addTo(map);
  map.createPane("land").style.zIndex = 200;
  map.setView([25, 12], 1.25);
  // the wheel scrolls the page until the map has the focus
  map.on("focus", () => map.scrollWheelZoom.enable());
  map.on("blur", () => map.scrollWheelZoom.disable());
  // a rectangle with the shift key, as elsewhere
  map.getContainer().addEventListener("mousedown", (event) => event.shiftKey && choosing(map));
  return map;
}

function drawPoints(map, points, colour, ink, open) {
  const most = Math.max(1, ...points.map(({ pages }) => pages));
  const group = L.layerGroup();
  for (const point of [...points].sort((a, b) => b.pages - a.pages)) {
    const circle = L.circleMarker([point.lat, point.lon], {
      radius: 3.5 + 15 * Math.sqrt(point.pages / most) * (points.length > 1 ? 1 : 0.4), color: ink.raised, weight: 1, fillColor: colour, fillOpacity: 0.72,
    });
    circle.bindTooltip(tooltip(point), { direction: "top", className: "map-tip", opacity: 1 });
    circle.on("click", () => open(point));
    group.addLayer(circle);
  }
  return group.addTo(map);
}

function tooltip(point) {
  const box = document.createElement("div");
  const name = document.createElement("strong");
  name.dir = "auto";
  name.textContent = nameOf(point) || "unnamed";
  const count = document.createElement("span");
  count.textContent = point.note ?? ` ${number(point.pages)} ${point.pages === 1 ? "page" : "pages"}`;
  box.append(name, count);
  return box;
}

function fitPoints(map, points, box) {
  if (box) return void map.fitBounds([[box[0], box[1]], [box[2], box[3]]], { padding: [30, 30], animate: false });
  const sorted = [...points].sort((a, b) => b.pages - a.pages);
  const total = sorted.reduce((sum, { pages }) => sum + pages, 0);
  let seen = 0;
  const main = sorted.filter(({ pages }) => (seen += pages) - pages < 0.9 * total);
  const bounds = L.latLngBounds(main.map(({ lat, lon }) => [lat, lon]));
  if (bounds.getEast() - bounds.getWest() > 100) return void map.fitBounds([[-44, -128], [62, 152]], { animate: false });
  map.fitBounds(bounds.pad(0.15), { maxZoom: 6, padding: [24, 24], animate: false });
}

/** Let the next drag draw a rectangle. */
function choosing(map) {
  map.dragging.disable();
  const box = map.getContainer();
  let start = null;
  let shape = null;
  const point = (event) => map.mouseEventToLatLng(event);
  const down = (event) => {
    if (event.target.closest(".leaflet-control")) return;
    start = point(event);
    shape = L.rectangle([start, start], { color: colours().red, weight: 1.5, fillOpacity: 0.08 }).addTo(map);
    box.setPointerCapture(event.pointerId);
    event.stopPropagation();
  };
  const move = (event) => start && shape.setBounds(L.latLngBounds(start, point(event)));
  const up = (event) => {
    if (!start) return;
    const bounds = L.latLngBounds(start, point(event));
    start = null;
    end();
    const values = [bounds.getSouth(), bounds.getWest(), bounds.getNorth(), bounds.getEast()];
    map.fire("boxchosen", { box: values.map((each) => Math.round(each * 100) / 100) });
  };
  const end = () => {
    shape?.remove();
    map.dragging.enable();
    box.removeEventListener("pointerdown", down, true);
    box.removeEventListener("pointermove", move);
    box.removeEventListener("pointerup", up);
  };
  box.addEventListener("pointerdown", down, true);
  box.addEventListener("pointermove", move);
  box.addEventListener("pointerup", up);
  return end;
}
