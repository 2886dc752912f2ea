import { formatDateTime, wallTimeToMs } from "@gavelyard/domain/time-zone";
import { money } from "../ui/format.ts";

/** A field of a record before and after an act, as people read it; null where the record does not say. */
export interface FieldChange {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly changed: boolean;
}

/**
 * What an act made of each field. Records keep of the state after an act what was set, so a field that
 * is not named there stayed as it was, unless nothing is left at all. Instants are shown in `zone`.
 */
export function changesOf(before: unknown, after: unknown, zone: string): FieldChange[] {
  const [was, is] = [flat(before), flat(after)];
  return [...new Set([...was.keys(), ...is.keys()])].map((path) => {
    const [one, other] = [was.get(path), is.get(path)];
    return {
      field: fieldName(path),
      before: one === undefined ? null : shown(path, one, zone),
      after: other === undefined ? null : shown(path, other, zone),
      changed: other === undefined ? is.size === 0 : JSON.stringify(one) !== JSON.stringify(other),
    };
  });
}

/** The values of a record by their paths, also of records within it. */
function flat(value: unknown, path = ""): Map<string, unknown> {
  if (value === null || value === undefined) return new Map(path === "" ? [] : [[path, value]]);
  if (typeof value !== "object" || Array.isArray(value)) return new Map([[path, value]]);
  return new Map(
    Object.entries(value).flatMap(([name, inner]) => [
      ...flat(inner, path === "" ? name : `${path}.${name}`),
    ]),
  );
}

/** "Starting price" of `startingPrice`, `starting_cents` or `starting price`. */
function fieldName(path: string): string {
  const words = path
    .split(".")
    .map((part) =>
      part
        .replace(/_?cents$/i, "")
        .replaceAll("_", " ")
        .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
        .toLowerCase(),
    )
    .join(", ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const instantText = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)$/;

function shown(path: string, value: unknown, zone: string): string {
  if (value === null || value === "") return "None";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "number") return /cents$/i.test(path) ? money(value / 100) : String(value);
  if (typeof value === "string")
    return instantText.test(value) ? formatDateTime(value, zone) : value;
  if (Array.isArray(value) && value.every((one) => typeof one !== "object"))
    return value.length === 0 ? "None" : value.join(", ");
  return JSON.stringify(value);
}

/** "Winner declared" of `winner-declared`. */
export function actName(action: string): string {
  const text = action.replaceAll("-", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Where the subject of a record is looked at; null when it has no screen. */
export function subjectPath(record: {
  readonly subjectType: string;
  readonly subjectId: number;
  readonly inventoryId: number | null;
  readonly auctionId: number | null;
}): string | null {
  const { subjectType, subjectId, inventoryId, auctionId } = record;
  switch (subjectType) {
    case "user":
      return `?tab=users&user=${subjectId}`;
    case "inventory":
      return `?tab=inventory&unit=${subjectId}`;
    case "auction":
      return `?tab=auctions&auction=${subjectId}`;
    case "enquiry":
      return `?tab=leads&enquiry=${subjectId}`;
    case "bank-details":
      return "?tab=settings&part=bank-details";
    case "finance-request":
      return `?tab=finance&request=${subjectId}`;
  }
  if (inventoryId !== null) return `?tab=inventory&unit=${inventoryId}`;
  return auctionId === null ? null : `?tab=auctions&auction=${auctionId}`;
}

/** The instants at which a day begins and ends in a zone; undefined for what is no day. */
export function dayIn(
  day: string,
  zone: string,
): { readonly begins: string; readonly ends: string } | undefined {
  try {
    const ends = wallTimeToMs(`${day}T23:59:59`, zone) + 999;
    return {
      begins: new Date(wallTimeToMs(`${day}T00:00`, zone)).toISOString(),
      ends: new Date(ends).toISOString(),
    };
  } catch {
    return undefined;
  }
}
