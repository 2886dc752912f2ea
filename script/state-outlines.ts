import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { z } from "zod";

/** The part of a TopoJSON file that state outlines need. */
const topology = z.object({
  transform: z.object({
    scale: z.tuple([z.number(), z.number()]),
    translate: z.tuple([z.number(), z.number()]),
  }),
  arcs: z.array(z.array(z.tuple([z.number(), z.number()]))),
  objects: z.object({
    states: z.object({
      geometries: z.array(
        z.discriminatedUnion("type", [
          z.object({
            type: z.literal("Polygon"),
            properties: z.object({ name: z.string() }),
            arcs: z.array(z.array(z.int())).transform((polygon) => [polygon]),
          }),
          z.object({
            type: z.literal("MultiPolygon"),
            properties: z.object({ name: z.string() }),
            arcs: z.array(z.array(z.array(z.int()))),
          }),
        ]),
      ),
    }),
  }),
});

type Point = readonly [x: number, y: number];

/** A state as a path in a square of `SIZE`, and how to map coordinates into it. */
export interface StateOutline {
  /** Longitude and latitude of the square's origin at the top left. */
  readonly west: number;
  readonly north: number;
  /** Units per degree of longitude and of latitude. */
  readonly perLng: number;
  readonly perLat: number;
  readonly width: number;
  readonly height: number;
  readonly d: string;
}

const SIZE = 200;
/** Largest distance of a left-out corner from the line drawn instead. */
const TOLERANCE = 0.7;
/** Islands smaller than this, in square units, are left out. */
const SMALLEST_AREA = 12;

const area = (ring: readonly Point[]) =>
  Math.abs(
    ring.reduce((sum, [x, y], at) => {
      const [nextX, nextY] = ring[(at + 1) % ring.length] ?? [x, y];
      return sum + x * nextY - nextX * y;
    }, 0),
  ) / 2;

function fromLine([x, y]: Point, [fromX, fromY]: Point, [toX, toY]: Point): number {
  const length = Math.hypot(toX - fromX, toY - fromY);
  if (length === 0) return Math.hypot(x - fromX, y - fromY);
  return Math.abs((toY - fromY) * x - (toX - fromX) * y + toX * fromY - toY * fromX) / length;
}

function simplified(line: readonly Point[]): readonly Point[] {
  const [first, last] = [line[0], line.at(-1)];
  if (first === undefined || last === undefined || line.length < 3) return line;
  const far = line.map((point) => fromLine(point, first, last));
  const most = Math.max(...far);
  if (most <= TOLERANCE) return [first, last];
  const at = far.indexOf(most);
  return [...simplified(line.slice(0, at + 1)).slice(0, -1), ...simplified(line.slice(at))];
}

/** Writes a ring as integer steps from corner to corner, which compress best. */
function pathOf(ring: readonly Point[]): string {
  const corners = simplified(ring)
    .map(([x, y]): Point => [Math.round(x), Math.round(y)])
    .filter(([x, y], at, all) => x !== all[at - 1]?.[0] || y !== all[at - 1]?.[1]);
  return `${corners
    .map(([x, y], at) => {
      const before = corners[at - 1];
      return before === undefined ? `M${x} ${y}` : `l${x - before[0]} ${y - before[1]}`;
    })
    .join("")}z`;
}

/** Returns the outline of each US state by name, from the Census Bureau's boundaries. */
export async function stateOutlines(): Promise<Map<string, StateOutline>> {
  const file = fileURLToPath(import.meta.resolve("us-atlas/states-10m.json"));
  const { transform, arcs, objects } = topology.parse(JSON.parse(await readFile(file, "utf8")));
  const lines = arcs.map((arc) => {
    let [x, y] = [0, 0];
    return arc.map(([stepX, stepY]): Point => {
      x += stepX;
      y += stepY;
      const lng = x * transform.scale[0] + transform.translate[0];
      // Alaska extends past 180 degrees.
      return [lng > 0 ? lng - 360 : lng, y * transform.scale[1] + transform.translate[1]];
    });
  });
  const lineOf = (index: number) => (index < 0 ? lines[~index]?.toReversed() : lines[index]) ?? [];
  return new Map(
    objects.states.geometries.map(({ properties, arcs: polygons }) => {
      const rings = polygons.flat().map((ring) => ring.flatMap(lineOf));
      const points = rings.flat();
      const [west, east] = [Math.min, Math.max].map((of) => of(...points.map(([lng]) => lng)));
      const [south, north] = [Math.min, Math.max].map((of) => of(...points.map(([, lat]) => lat)));
      if (west === undefined || east === undefined || south === undefined || north === undefined) {
        throw new Error(`${properties.name} has no bounds`);
      }
      const narrower = Math.cos((((north + south) / 2) * Math.PI) / 180);
      const perLat = SIZE / Math.max((east - west) * narrower, north - south);
      const perLng = perLat * narrower;
      const drawn = rings
        .map((ring) =>
          ring.map(([lng, lat]): Point => [(lng - west) * perLng, (north - lat) * perLat]),
        )
        .filter((ring) => area(ring) >= SMALLEST_AREA);
      const round = (value: number) => Math.round(value * 10_000) / 10_000;
      return [
        properties.name,
        {
          west: round(west),
          north: round(north),
          perLng: round(perLng),
          perLat: round(perLat),
          width: Math.ceil((east - west) * perLng),
          height: Math.ceil((north - south) * perLat),
          d: drawn.map(pathOf).join(""),
        },
      ];
    }),
  );
}
