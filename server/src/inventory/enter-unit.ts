import { msg, t, type Message } from "@gavelyard/messages/text";
import type { NewUnit, UnitChanges } from "@gavelyard/contract/inventory/inventory-staff";
import { spelledMake, tidyName } from "@gavelyard/domain/inventory/makes";
import { dollarsToCents } from "@gavelyard/domain/money";
import {
  boundChange,
  modelYearProblem,
  unitProblems,
  type BoundFacts,
  type UnitProblem,
} from "@gavelyard/domain/inventory/unit-rules";
import { gvwrClass } from "@gavelyard/domain/inventory/vehicle-class";
import {
  expectedIdentifierType,
  normalizeSerial,
  normalizeVin,
} from "@gavelyard/domain/inventory/vin";
import { refuseSellerChange, type SellerChangeRefusal } from "@gavelyard/domain/sellers/seller";
import type { PoolClient } from "pg";
import { insertAudit } from "../audit/sql.ts";
import type { Context } from "../context.ts";
import { clockNow } from "../db/clock.ts";
import { act } from "../events/act.ts";
import type { ProductEvent } from "../events/events.ts";
import { badFields, Refusal, notFound } from "../refusal.ts";
import { sellerExists, setLotSeller } from "./sellers-sql.ts";
import {
  factsOf,
  freeSlug,
  insertUnit,
  lockUnit,
  nextStockNumber,
  priceOpenLot,
  takenBy,
  updateUnit,
  withColumns,
  yardAt,
  yardExists,
  type UnitRow,
} from "./stock-sql.ts";
import { moneyColumns, plainColumns, type UnitColumn } from "./unit-columns.ts";

export type StockContext = Pick<Context, "pool" | "bus">;

/** The member of staff who makes a change, and their IP address. */
export interface StaffActor {
  readonly userId: number;
  readonly ip: string | null;
}

export const noSuchUnit = () => notFound(msg("Vehicle not found"));

/**
 * Returns the columns to write for the given fields. `before` is the current unit, or null for a
 * new one.
 */
async function columnsOf(
  tx: PoolClient,
  given: Partial<NewUnit>,
  before: UnitRow | null,
): Promise<Map<UnitColumn, unknown>> {
  const columns = fieldColumns(given, before);
  const yardId = await placeOf(tx, given);
  if (yardId !== null) columns.set("yard_id", yardId);
  const { sellerId } = given;
  if (typeof sellerId === "number" && !(await sellerExists(tx, sellerId)))
    throw problemsError([{ field: "sellerId", message: t("Seller not found") }]);
  return columns;
}

/** Like `columnsOf`, but without the yard, and without looking for the seller. */
export function fieldColumns(
  given: Partial<NewUnit>,
  before: UnitRow | null,
): Map<UnitColumn, unknown> {
  const columns = new Map<UnitColumn, unknown>();
  for (const [field, column] of entriesOf(plainColumns)) {
    if (given[field] !== undefined) columns.set(column, spelledField(field, given[field]));
  }
  for (const [field, column] of entriesOf(moneyColumns)) {
    const dollars = given[field];
    if (dollars !== undefined)
      columns.set(column, dollars === null ? null : dollarsToCents(dollars));
  }
  setIdentifier(columns, given, before);
  if (given.specs !== undefined) {
    const specs = { ...plainObject(before?.specs), ...given.specs };
    columns.set("specs", JSON.stringify(specs));
    columns.set("gvwr_class", gvwrClass(specs.gvwrLb ?? null));
  }
  return columns;
}

const nameFields = new Set<string>(["model", "trim", "bodyStyle"]);

/**
 * Names are stored with single spaces, and makes as their makers spell them. The database puts in the
 * house's spellings (D81).
 */
function spelledField(field: string, value: unknown): unknown {
  if (typeof value !== "string") return value;
  if (field === "manufacturer") return spelledMake(value);
  return nameFields.has(field) ? tidyName(value) : value;
}

function entriesOf<K extends string, V>(table: Readonly<Record<K, V>>): [K, V][] {
  // Both tables are literals, so K is exactly their keys.
  return Object.entries(table) as [K, V][];
}

function plainObject(value: unknown): { gvwrLb?: number | null } {
  return typeof value === "object" && value !== null ? value : {};
}

function setIdentifier(
  columns: Map<UnitColumn, unknown>,
  given: Partial<NewUnit>,
  before: UnitRow | null,
): void {
  const inventoryType = given.inventoryType ?? before?.inventory_type;
  const modelYear = given.modelYear ?? before?.model_year;
  if (inventoryType === undefined || modelYear === undefined) return;
  const type =
    given.identifierType ??
    before?.identifier_type ??
    expectedIdentifierType({ inventoryType, modelYear });
  if (before === null || given.identifierType !== undefined) columns.set("identifier_type", type);
  if (given.vin === undefined) return;
  const typed = given.vin ?? "";
  const identifier = type === "SERIAL" ? normalizeSerial(typed) : normalizeVin(typed);
  columns.set("vin", identifier === "" ? null : identifier);
}

async function placeOf(tx: PoolClient, given: Partial<NewUnit>): Promise<number | null> {
  if (given.yardId !== undefined) {
    if (await yardExists(tx, given.yardId)) return given.yardId;
    throw problemsError([{ field: "yardId", message: t("Yard not found") }]);
  }
  return given.location === undefined ? null : yardAt(tx, given.location);
}

function problemsError(problems: readonly UnitProblem[]) {
  return badFields(problems.map(({ field, message }) => ({ path: field, message })));
}

function refuseProblems(unit: UnitRow): void {
  const problems = unitProblems(factsOf(unit));
  if (problems.length > 0) throw problemsError(problems);
}

/** Refuses a model year of the future. A stored one stays while nobody changes it. */
async function refuseFutureYear(
  tx: PoolClient,
  given: Partial<NewUnit>,
  before: UnitRow | null,
): Promise<void> {
  const { modelYear } = given;
  if (modelYear === undefined || modelYear === before?.model_year) return;
  const problem = modelYearProblem(modelYear, (await clockNow(tx)).getUTCFullYear());
  if (problem !== null) throw problemsError([problem]);
}

async function refuseTaken(
  tx: PoolClient,
  id: number | null,
  columns: ReadonlyMap<UnitColumn, unknown>,
): Promise<void> {
  const text = (column: UnitColumn) => {
    const value = columns.get(column);
    return typeof value === "string" ? value : null;
  };
  const taken = await takenBy(tx, id, text("stock_number"), text("vin"));
  if (taken.stock_number)
    throw new Refusal("already-exists", msg("stockNumber: Another unit has this stock number"));
  if (taken.vin !== null)
    throw new Refusal(
      "already-exists",
      msg("vin: Unit {stockNumber} has this identifier. Edit that unit instead.", {
        stockNumber: taken.vin,
      }),
    );
}

/**
 * Creates a unit as a draft and returns its ID.
 * @throws Refusal 400 with an issue per invalid field, 409 for a stock number or identifier that
 * is taken
 */
export async function enterUnit(tx: PoolClient, given: NewUnit, by: StaffActor): Promise<number> {
  const columns = await columnsOf(tx, given, null);
  if (!columns.has("yard_id"))
    throw problemsError([{ field: "location", message: t("Enter the unit's location") }]);
  if (!columns.has("stock_number")) columns.set("stock_number", await nextStockNumber(tx));
  if (!columns.has("specs")) columns.set("specs", "{}");
  const slug = slugOf([
    given.modelYear,
    given.manufacturer,
    given.model,
    columns.get("stock_number"),
  ]);
  columns.set("slug", await freeSlug(tx, slug));
  await refuseTaken(tx, null, columns);
  await refuseFutureYear(tx, given, null);
  refuseProblems(withColumns(null, columns));
  const id = await insertUnit(tx, columns);
  await insertAudit(tx, {
    actorId: by.userId,
    action: "inventory-entered",
    subjectType: "inventory",
    subjectId: id,
    after: Object.fromEntries(columns),
    ip: by.ip,
  });
  return id;
}

/** Returns a URL slug such as "2019-peterbilt-579-t1001". */
export function slugOf(parts: readonly unknown[]): string {
  return parts
    .map(String)
    .join("-")
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

/**
 * Changes a unit, and the prices of its open lot while that has no bid.
 * @throws Refusal 400, 404; 409 if someone else changed the unit since `updatedAt`, or if the lot
 * has bids and the change affects its identity or prices
 */
export async function changeUnit(
  context: StockContext,
  { id, updatedAt, ...given }: UnitChanges,
  by: StaffActor,
  alsoWithin: (tx: PoolClient) => Promise<void>,
): Promise<void> {
  await act(context, async (tx, record) => {
    const before = await lockUnit(tx, id);
    if (before === null) throw noSuchUnit();
    if (before.status === "ARCHIVED")
      throw new Refusal("wrong-state", msg("This unit is archived"));
    if (updatedAt !== undefined && Date.parse(updatedAt) !== before.updated_at.getTime()) {
      throw new Refusal(
        "edit-conflict",
        msg("Someone changed this unit while you were editing. Reload it, then change it again."),
      );
    }
    const columns = await columnsOf(tx, given, before);
    await refuseTaken(tx, id, columns);
    await refuseFutureYear(tx, given, before);
    const after = withColumns(before, columns);
    refuseProblems(after);
    if (after.seller_id !== before.seller_id) await moveToSeller(tx, before, after.seller_id);
    if (columns.size > 0) await updateUnit(tx, id, columns);
    if (before.open_lot_id !== null)
      await carryToLot(tx, record, before.open_lot_id, before, after);
    await alsoWithin(tx);
    await insertAudit(tx, {
      actorId: by.userId,
      action: "inventory-changed",
      subjectType: "inventory",
      subjectId: id,
      before: Object.fromEntries(
        Object.entries(before).filter(([name]) => [...columns.keys()].some((key) => key === name)),
      ),
      after: Object.fromEntries(columns),
      ip: by.ip,
    });
  });
}

const sellerRefusals: Readonly<Record<SellerChangeRefusal, Message>> = {
  HAS_BIDS: msg("sellerId: This lot has bids, so its seller can't change until it closes."),
  SOLD: msg("sellerId: This unit was sold or has left, so its seller can't change."),
};

/** Gives a unit's open lot to another seller, before its first bid (D93). @throws Refusal 409 */
async function moveToSeller(
  tx: PoolClient,
  { open_lot_id: lotId, status }: UnitRow,
  sellerId: number | null,
): Promise<void> {
  const hasBids = lotId !== null && !(await setLotSeller(tx, lotId, sellerId));
  const refusal = refuseSellerChange({ status, hasBids });
  if (refusal !== null) throw new Refusal("in-use", sellerRefusals[refusal]);
}

async function carryToLot(
  tx: PoolClient,
  record: (event: ProductEvent) => void,
  lotId: number,
  before: UnitRow,
  after: UnitRow,
): Promise<void> {
  const change = boundChange(boundFactsOf(before), boundFactsOf(after));
  if (change === "NONE") return;
  if (!(await priceOpenLot(tx, lotId, after.starting_cents, after.reserve_cents)))
    throw new Refusal(
      "in-use",
      msg(
        "This lot has bids, so its identity, starting price and reserve can't change until it closes.",
      ),
    );
  if (change === "PRICES") record({ type: "lots-rescheduled" });
}

/** Older units may have other spellings of the same names. */
const boundFactsOf = (unit: UnitRow): BoundFacts => ({
  ...factsOf(unit),
  manufacturer: spelledMake(unit.manufacturer),
  model: tidyName(unit.model),
});
