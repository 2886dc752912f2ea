import states from "./states.json";

/** A state's outline with a yard's position on it. */
export interface YardMap {
  readonly width: number;
  readonly height: number;
  /** The outline as the `d` of an SVG path. */
  readonly d: string;
  readonly x: number;
  readonly y: number;
}

const outlines: Readonly<Record<string, (typeof states)["TX"]>> = states;

/** Returns a yard's map; null if its position is unknown or outside its state. */
export function yardMap(yard: {
  readonly state: string;
  readonly lat: number | null;
  readonly lng: number | null;
}): YardMap | null {
  const outline = outlines[yard.state];
  if (outline === undefined || yard.lat === null || yard.lng === null) return null;
  const { west, north, perLng, perLat, width, height, d } = outline;
  const [x, y] = [(yard.lng - west) * perLng, (north - yard.lat) * perLat];
  if (!(x >= 0 && x <= width && y >= 0 && y <= height)) return null;
  return { width, height, d, x, y };
}
