// The land of a map: coarse for the whole world, fine where somebody looks closer, and only there.
import L from "../vendor/leaflet.js";
import { world } from "./world.js";

const CLOSE = 4.25; // zoom from which the fine land is drawn

/** Draw the land of a map when the browser has time; return a function that takes it away. */
export function drawLand(map, ink) {
  const renderer = L.canvas({ pane: "land", padding: 0.4 });
  const options = { renderer, interactive: false, pane: "land", style: { color: ink.coast, weight: 0.6, fillColor: ink.land, fillOpacity: 1 } };
  let layer = null;
  let shown = ""; // what the layer holds: "110m", or the bounds of the fine land
  let isGone = false;

  const put = (features, name) => {
    const next = L.geoJSON({ type: "FeatureCollection", features }, options).addTo(map);
    layer?.remove();
    [layer, shown] = [next, name];
  };
  const update = async () => {
    const isClose = map.getZoom() >= CLOSE;
    if (!isClose && shown === "110m") return;
    if (isClose && layer?.around?.contains(map.getBounds())) return;
    const land = await world(isClose ? "50m" : "110m");
    if (isGone || isClose !== map.getZoom() >= CLOSE) return;
    if (!isClose) return void put(land.features, "110m");
    const around = map.getBounds().pad(1);
    put(land.features.filter(({ box }) => around.intersects(box)), "50m");
    layer.around = around;
  };
  const idle = window.requestIdleCallback ?? ((work) => setTimeout(work, 60));
  const later = () => idle(() => isGone || update(), { timeout: 1500 });
  later();
  map.on("moveend", later);
  return () => {
    isGone = true;
    map.off("moveend", later);
    layer?.remove();
  };
}
