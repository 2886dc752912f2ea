import { unitSections } from "@gavelyard/contract/inventory/unit-fields";
import { auditActions } from "@gavelyard/domain/audit/audit-actions";
import { auditFields, auditWords } from "@gavelyard/domain/audit/audit-fields";
import { codeName } from "@gavelyard/domain/code-names";
import { permissionNames } from "@gavelyard/domain/users/permissions";
import { say, t, type Message } from "@gavelyard/messages/text";
import { formatDateTime } from "@gavelyard/domain/time-zone";
import { wallTimeToMs } from "@gavelyard/domain/wall-time";
import { money, words } from "../text/format.ts";

/** A field before and after an action, formatted; null where the record has no value. */
export interface FieldChange {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly changed: boolean;
}

/**
 * Returns the changes of each field. After an action, records store only fields that were set, so a
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

/** Returns a field's label: "Value: Limit above" for `value.limitAbove`. */
function fieldName(path: string): string {
  const unitLabel = unitFields.get(path);
  return unitLabel === undefined ? path.split(".").map(partName).join(": ") : say(unitLabel);
}

/** Labels of a unit's specifications, by their recorded paths. */
const unitFields = new Map(
  unitSections.flatMap(({ fields }) => fields).map(({ name, label }) => [name, label]),
);

const names: Readonly<Record<string, Message>> = auditFields;
const actions: Readonly<Record<string, Message>> = auditActions;

/** Falls back to the part itself as a code, since codes of records, such as TRAILER, have names. */
const partName = (part: string): string => {
  const known = names[part];
  if (known !== undefined) return say(known);
  const code = part.replace(/_?cents$/i, "").replaceAll(/([a-z\d])([A-Z])/g, "$1_$2");
  return words(code.toUpperCase());
};

const instantText = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)$/;

/** Fields in whole dollars; fields in cents say so in their names. */
const dollarFields =
  /(^|[.])(limit|limitAbove|bidLimitAmount|recommended|awarded|amount|approvedAmount|balance|credit|bid|hammer|freed|price|startingPrice|reservePrice|minPremium|docFee|perMile|minimum|permits)$/;
const codeFields =
  /(^|[.])(status|role|lifecycle|recommendation|decision|phase|outcome|method|accountType|((inventory|fuel|cab|sale)_type|(title|odometer)_brand|odometer_unit|axle_config|primary_damage|run_condition|transmission))$/;
/** Fields that can hold one of the log's own words. */
const wordFields =
  /(^|[.])(how|by|signIn|closesAt|lastLotClosesAt|proposal|purpose|titleKind|titleEvent|fault|sellerKind|role)$/;
const ownWords: Readonly<Record<string, Message>> = auditWords;
const permissions: Readonly<Record<string, Message>> = permissionNames;

function shown(path: string, value: unknown, zone: string): string {
  if (value === null || value === "") return t("None");
  if (typeof value === "boolean") return value ? t("Yes") : t("No");
  if (typeof value === "number") {
    if (/cents$/i.test(path)) return money(value / 100);
    return dollarFields.test(path) ? money(value) : String(value);
  }
  if (typeof value === "string") return shownText(path, value, zone);
  if (Array.isArray(value) && value.every((one) => typeof one !== "object"))
    return value.length === 0 ? t("None") : value.map((one) => listed(path, one)).join(", ");
  return JSON.stringify(value);
}

function shownText(path: string, value: string, zone: string): string {
  const own = wordFields.test(path) ? ownWords[value] : undefined;
  if (own !== undefined) return say(own);
  if (codeFields.test(path)) return words(value.replace(/^ROLE_/, ""));
  const ending = path === "accountNumber" ? /^ends in (\d+)$/.exec(value)?.[1] : undefined;
  if (ending !== undefined) return t("ends in {digits}", { digits: ending });
  return instantText.test(value) ? formatDateTime(value, zone) : value;
}

function listed(path: string, value: unknown): string {
  const known = path === "permissions" ? permissions[String(value)] : undefined;
  return known === undefined ? String(value) : say(known);
}

/** Returns an action's name: "Winner declared" for `winner-declared`. */
export const actionName = (action: string): string =>
  say(actions[action] ?? codeName(action.replaceAll("-", "_")));

/** Returns the path of a record's subject; null if it has no screen. */
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
    case "seller":
      return `?tab=sellers&seller=${subjectId}`;
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
