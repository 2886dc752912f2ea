import { HEIGHT, WIDTH, type Outline, type Point } from "./outlines.ts";
import { zoneOf } from "./zones.ts";

/** Distance between the centers of two marks, so that each can be tapped on a phone. */
export const MIN_SPACING = 54;
const EDGE = MIN_SPACING / 2;
/** Candidate places around a mark in each ring; more rings follow until one has room. */
const PLACES_PER_RING = 12;

const distance = ([x, y]: Point, [otherX, otherY]: Point) => Math.hypot(x - otherX, y - otherY);
const rings = Math.ceil(WIDTH / EDGE);

/** Returns a place and those around it, nearest first. */
function* placesNear([x, y]: Point): Generator<Point> {
  yield [Math.min(WIDTH - EDGE, Math.max(EDGE, x)), Math.min(HEIGHT - EDGE, Math.max(EDGE, y))];
  for (let ring = 1; ring <= rings; ring++) {
    for (let turn = 0; turn < PLACES_PER_RING; turn++) {
      const angle = (2 * Math.PI * turn) / PLACES_PER_RING;
      const place: Point = [
        Math.round(x + ring * EDGE * Math.cos(angle)),
        Math.round(y + ring * EDGE * Math.sin(angle)),
      ];
      if (
        place[0] >= EDGE &&
        place[0] <= WIDTH - EDGE &&
        place[1] >= EDGE &&
        place[1] <= HEIGHT - EDGE
      ) {
        yield place;
      }
    }
  }
}

/**
 * Returns where each finding is marked on a drawing: at its zone, or nearby when another mark is
 * there. Null once the drawing has no room left.
 */
export function marksOf(
  outline: Outline,
  findings: readonly { readonly area: string; readonly item: string }[],
): readonly (Point | null)[] {
  const taken: Point[] = [];
  return findings.map((finding) => {
    const target = outline.at[zoneOf(finding)] ?? outline.at.side;
    for (const place of placesNear(target)) {
      if (taken.some((other) => distance(other, place) < MIN_SPACING)) continue;
      taken.push(place);
      return place;
    }
    return null;
  });
}
