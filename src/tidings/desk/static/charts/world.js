// The countries of the world as GeoJSON that can be drawn on a flat map: rings across the date line made whole.
import topojson from "../vendor/topojson.js";

const worlds = {}; // detail -> promise of features

/** Return the countries at a detail of ``110m`` or ``50m``. */
export function world(detail) {
  worlds[detail] ??= fetch(new URL(`../vendor/world/countries-${detail}.json`, import.meta.url))
    .then((response) => response.json())
    .then((atlas) => flattened(topojson.feature(atlas, atlas.objects.countries), detail === "110m"));
  return worlds[detail];
}

/** The small world is drawn three times side by side, because it is shown whole. */
function flattened({ features }, isRepeated) {
  const polygons = features.flatMap(({ properties, geometry }) =>
    (geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates).map((rings) => ({ properties, rings: rings.map(unwound) })));
  const copies = polygons.flatMap(({ properties, rings }) => (isRepeated ? [-360, 0, 360] : [0, ...beyond(rings[0])]).map((shift) => polygon(properties, rings, shift)));
  return { type: "FeatureCollection", features: copies };
}

/** Return a ring without jumps from one edge of the map to the other; one around a pole is closed at it. */
function unwound(ring) {
  let turn = 0;
  const points = ring.map(([lon, lat], index) => {
    const step = index ? lon - ring[index - 1][0] : 0;
    if (step > 180) turn -= 360;
    if (step < -180) turn += 360;
    return [lon + turn, lat];
  });
  const [first, last] = [points[0], points.at(-1)];
  if (Math.abs(last[0] - first[0]) < 180) return points;
  const pole = first[1] < 0 ? -89 : 89;
  return [...points, [last[0], pole], [first[0], pole], first];
}

/** Return the shifts at which a ring that leaves the map comes in again at the other side. */
function beyond(ring) {
  const lons = ring.map(([lon]) => lon);
  return [...(Math.max(...lons) > 180.5 ? [-360] : []), ...(Math.min(...lons) < -180.5 ? [360] : [])];
}

const polygon = (properties, rings, shift) => ({
  type: "Feature", properties, box: boxOf(rings[0], shift),
  geometry: { type: "Polygon", coordinates: rings.map((ring) => (shift ? ring.map(([lon, lat]) => [lon + shift, lat]) : ring)) },
});

/** Return the bounds of a ring: its south-west and north-east corners. */
function boxOf(ring, shift) {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [lon, lat] of ring) {
    if (lon < west) west = lon;
    if (lon > east) east = lon;
    if (lat < south) south = lat;
    if (lat > north) north = lat;
  }
  return [[south, west + shift], [north, east + shift]];
}
