import { t } from "@gavelyard/messages/text";
import { formatDateTime, wallTimeToMs } from "@gavelyard/domain/time-zone";
import { money, words } from "../ui/format.ts";

/** A field before and after an act, formatted; null where the record has no value. */
export interface FieldChange {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly changed: boolean;
}

/**
 * Returns the changes of each field. After an act, records store only fields that were set, so a
 * missing field is unchanged, unless the whole state is empty. Times are shown in `zone`.
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

/** Flattens a record into values by path. */
function flat(value: unknown, path = ""): Map<string, unknown> {
  if (value === null || value === undefined) return new Map(path === "" ? [] : [[path, value]]);
  if (typeof value !== "object" || Array.isArray(value)) return new Map([[path, value]]);
  return new Map(
    Object.entries(value).flatMap(([name, inner]) => [
      ...flat(inner, path === "" ? name : `${path}.${name}`),
    ]),
  );
}

/** Returns a field's label: "Starting price" for `startingPrice` or `starting_cents`. */
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

/** Fields that hold whole dollars; names of the others say cents. */
const dollars =
  /(^|[.])(limit|limitAbove|bidLimitAmount|recommended|awarded|amount|balance|bid|price|startingPrice|reservePrice)$/;
/** Fields that hold one of a few words, in capitals. */
const choices = /(^|[.])(status|role|lifecycle|recommendation|decision|phase|outcome)$/;

function shown(path: string, value: unknown, zone: string): string {
  if (value === null || value === "") return t("None");
  if (typeof value === "boolean") return value ? t("Yes") : t("No");
  if (typeof value === "number") {
    if (/cents$/i.test(path)) return money(value / 100);
    return dollars.test(path) ? money(value) : String(value);
  }
  if (typeof value === "string" && choices.test(path)) return words(value.replace(/^ROLE_/, ""));
  if (typeof value === "string")
    return instantText.test(value) ? formatDateTime(value, zone) : value;
  if (Array.isArray(value) && value.every((one) => typeof one !== "object"))
    return value.length === 0 ? t("None") : value.join(", ");
  return JSON.stringify(value);
}

/** Returns an act's label: "Winner declared" for `winner-declared`. */
export function actName(action: string): string {
  const text = action.replaceAll("-", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns the path of a record's subject; null when it has no screen. */
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

/** Returns the start and end of a day in a zone; undefined for an invalid date. */
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
