import type { TaskPayloads } from "../../jobs/tasks.ts";
import { Refusal } from "../../refusal.ts";
import type { StaffActor, StockContext } from "../enter-unit.ts";
import { moveUnit, restoreUnit, type Alongside } from "../list-unit.ts";
import {
  actById,
  noteDone,
  noteRefused,
  statusOf,
  waitingUnits,
  type ActRow,
  type WaitingRow,
} from "./sql.ts";

/**
 * Job `run-unit-act`: one unit after the other, each in its own transaction with its result, so
 * that a second run continues where the first one ended (D87).
 */
export async function runUnitAct(
  context: StockContext,
  { actId, ip }: TaskPayloads["run-unit-act"],
): Promise<void> {
  const act = await actById(context.pool, actId);
  if (act === null) return;
  const by = { userId: act.created_by, ip };
  for (const unit of await waitingUnits(context.pool, actId)) {
    try {
      await change(context, act, unit, by);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await noteRefused(context.pool, actId, unit.inventory_id, error.said);
    }
  }
}

async function change(
  context: StockContext,
  { id, kind, undoes_kind: undone }: ActRow,
  { inventory_id: unit, status_to: to }: WaitingRow,
  by: StaffActor,
): Promise<void> {
  const note: Alongside = (tx, before) => noteDone(tx, id, unit, before);
  const target = statusOf[kind];
  if (target !== null) return moveUnit(context, unit, target, by, note);
  const from = statusOf[undone ?? "UNDO"];
  if (from === null || to === null) throw new Error("an undo without its act");
  return restoreUnit(context, unit, { from, to }, by, note);
}
