import { codeName } from "@gavelyard/domain/code-names";
import { msg } from "@gavelyard/messages/text";
import { publishGaps } from "@gavelyard/domain/inventory/unit-rules";
import type { PoolClient } from "pg";
import { insertAudit } from "../audit/sql.ts";
import { act } from "../events/act.ts";
import { Refusal } from "../refusal.ts";
import { recordForWebhooks } from "../webhooks/events-sql.ts";
import { noSuchUnit, slugOf, type StaffActor, type StockContext } from "./enter-unit.ts";
import {
  copyUnit,
  factsOf,
  hasAward,
  lockUnit,
  nextStockNumber,
  setUnitStatus,
  takenBy,
  unitById,
  type UnitRow,
} from "./stock-sql.ts";

type Status = UnitRow["status"];

/** Statuses from which staff may move a unit to each target. Auctions make all other changes. */
const allowedFrom: Readonly<Record<"AVAILABLE" | "WITHDRAWN" | "ARCHIVED", readonly Status[]>> = {
  AVAILABLE: ["DRAFT", "WITHDRAWN", "UNSOLD"],
  WITHDRAWN: ["DRAFT", "AVAILABLE", "UNSOLD"],
  ARCHIVED: ["DRAFT", "AVAILABLE", "UNSOLD", "WITHDRAWN", "RELEASED"],
};

const acts = {
  AVAILABLE: "inventory-published",
  WITHDRAWN: "inventory-withdrawn",
  ARCHIVED: "inventory-archived",
} as const;

/** What else a move writes in its transaction, with the status before. */
export type Alongside = (tx: PoolClient, before: Status) => Promise<void>;

/**
 * Publishes, withdraws or archives a unit. Archiving deletes nothing that bids or payments refer to
 * (D12).
 * @throws Refusal 404; 409 for a status that doesn't allow it, or with what is missing to publish
 */
export async function moveUnit(
  context: StockContext,
  id: number,
  to: keyof typeof allowedFrom,
  by: StaffActor,
  alongside: Alongside = async () => {},
): Promise<void> {
  await act(context, async (tx) => {
    const unit = await lockUnit(tx, id);
    if (unit === null) throw noSuchUnit();
    await alongside(tx, unit.status);
    if (unit.status === to) return;
    if (unit.open_lot_id !== null)
      throw new Refusal(
        "in-use",
        msg("This unit is in an auction. Remove it from the run list first."),
      );
    if (!allowedFrom[to].includes(unit.status) || (to === "ARCHIVED" && (await hasAward(tx, id)))) {
      throw new Refusal(
        "wrong-state",
        msg("A unit with the status “{status}” can't change to “{to}”", {
          status: codeName(unit.status),
          to: codeName(to),
        }),
      );
    }
    if (to === "AVAILABLE") refuseGaps(unit);
    await setUnitStatus(tx, id, to);
    if (to === "AVAILABLE") await announceUnit(tx, unit);
    await insertAudit(tx, {
      actorId: by.userId,
      action: acts[to],
      subjectType: "inventory",
      subjectId: id,
      before: { status: unit.status },
      after: { status: to },
      ip: by.ip,
    });
  });
}

/**
 * Puts a unit back from the status that an act gave it (D87).
 * @throws Refusal 409 if it changed since
 */
export async function restoreUnit(
  context: StockContext,
  id: number,
  { from, to }: { readonly from: Status; readonly to: Status },
  by: StaffActor,
  alongside: Alongside,
): Promise<void> {
  await act(context, async (tx) => {
    const unit = await lockUnit(tx, id);
    if (unit === null) throw noSuchUnit();
    if (unit.status !== from || unit.open_lot_id !== null)
      throw new Refusal("wrong-state", msg("The unit has changed since, so it stays as it is."));
    // An archived unit holds neither number, and one that has left doesn't again (D84).
    if (from === "ARCHIVED" && to !== "RELEASED") {
      const taken = await takenBy(tx, id, unit.stock_number, unit.vin);
      if (taken.vin !== null) throw new Refusal("in-use", msg("Another unit has this VIN by now."));
      if (taken.stock_number)
        throw new Refusal("in-use", msg("Another unit has this stock number by now."));
    }
    await alongside(tx, from);
    await setUnitStatus(tx, id, to);
    await insertAudit(tx, {
      actorId: by.userId,
      action: "inventory-restored",
      subjectType: "inventory",
      subjectId: id,
      before: { status: from },
      after: { status: to },
      ip: by.ip,
    });
  });
}

/** Queues `unit.published` for webhooks. */
async function announceUnit(tx: PoolClient, unit: UnitRow): Promise<void> {
  const title = [unit.model_year, unit.manufacturer, unit.model, unit.trim]
    .filter((part) => part !== null)
    .join(" ");
  const data = { inventoryId: unit.id, stockNumber: unit.stock_number, title };
  await recordForWebhooks(tx, [{ type: "unit.published", data }]);
}

function refuseGaps(unit: UnitRow): void {
  const gaps = publishGaps(factsOf(unit));
  const first = gaps[0];
  if (first === undefined) return;
  throw new Refusal(
    "too-early",
    msg("Not ready to publish: {message}", { message: first.message }),
    {
      issues: gaps.map(({ field, message }) => ({ path: field, message })),
    },
  );
}

/** Creates a draft from another unit and returns its ID. @throws Refusal 404 */
export async function duplicateUnit(
  context: StockContext,
  id: number,
  by: StaffActor,
): Promise<number> {
  return act(context, async (tx) => {
    const unit = await unitById(tx, id);
    if (unit === null) throw noSuchUnit();
    const stockNumber = await nextStockNumber(tx);
    const slug = slugOf([unit.model_year, unit.manufacturer, unit.model, stockNumber]);
    const copy = await copyUnit(tx, id, stockNumber, slug);
    await insertAudit(tx, {
      actorId: by.userId,
      action: "inventory-entered",
      subjectType: "inventory",
      subjectId: copy,
      after: { copiedFrom: id },
      ip: by.ip,
    });
    return copy;
  });
}
