import * as acts from "@gavelyard/contract/inventory/unit-acts";
import { msg, say } from "@gavelyard/messages/text";
import type { Context } from "../../context.ts";
import { sendPdf } from "../../documents/pdf.ts";
import { inTransaction } from "../../db/transaction.ts";
import { located } from "../../http/distance.ts";
import { actorOf } from "../../http/actor.ts";
import type { Serve } from "../../http/serve.ts";
import { enqueue } from "../../jobs/enqueue.ts";
import { badRequest, notFound, Refusal } from "../../refusal.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import type { StaffActor } from "../enter-unit.ts";
import { amongOf } from "../imports/among.ts";
import { labelledUnits } from "../labels/labels-sql.ts";
import { labelsPdf } from "../labels/labels-pdf.ts";
import {
  actById,
  addChangedUnits,
  addUnits,
  countUnits,
  faultsOf,
  insertAct,
  type ActRow,
} from "./sql.ts";

/** Acts on many units, one after the other, so that each has its own result. */
const QUEUE = "unit-acts";

/** Routes of acts on many units (D87). */
export function unitActRoutes(serve: Serve, context: Context, catalogue: Catalogue): void {
  const { pool } = context;
  const actOr404 = async (id: number): Promise<ActRow> => {
    const act = await actById(pool, id);
    if (act === null) throw notFound(msg("Action not found"));
    return act;
  };
  const progressOf = async (act: ActRow): Promise<acts.UnitActProgress> => {
    const { id } = act;
    const counts = await countUnits(pool, act);
    const faults = counts.refused === 0 ? [] : await faultsOf(pool, id);
    return {
      id,
      kind: act.kind,
      units: counts.units,
      done: counts.done,
      refused: counts.refused,
      finished: counts.done + counts.refused === counts.units,
      undoable: act.kind === "UNDO" || act.is_undone ? 0 : counts.changed,
      faults: faults.map(
        ({ inventory_id: inventoryId, stock_number: stockNumber, name, fault }) => ({
          inventoryId,
          stockNumber,
          name,
          message: say(fault),
        }),
      ),
    };
  };
  const progress = async (id: number) => progressOf(await actOr404(id));
  const start = (
    kind: ActRow["kind"],
    units: readonly number[] | { readonly changedBy: ActRow },
    by: StaffActor,
  ) =>
    inTransaction(pool, async (tx) => {
      const undoes = "changedBy" in units ? units.changedBy : null;
      const id = await insertAct(tx, { kind, undoes: undoes?.id ?? null, userId: by.userId });
      if (id === null) throw new Refusal("wrong-state", msg("This was undone already."));
      await ("changedBy" in units
        ? addChangedUnits(tx, id, units.changedBy)
        : addUnits(tx, id, units));
      await enqueue(tx, "run-unit-act", { actId: id, ip: by.ip }, { queue: QUEUE });
      return id;
    });

  /** Returns the units that a call names, or that its search finds. */
  const chosenUnits = async ({
    units = [],
    search,
    except,
  }: acts.UnitChoice): Promise<readonly number[]> => {
    if (search === undefined) return units;
    const found = await catalogue.unitsForStaff(
      await located(search),
      await amongOf(context, search),
    );
    const left = new Set(except);
    return [...found].filter((id) => !left.has(id));
  };

  serve(acts.startUnitAct, async ({ body, user, request }) => {
    const chosen = await chosenUnits(body);
    if (chosen.length > acts.MAX_ACT_UNITS)
      throw badRequest(msg("That is more than 20,000 units. Narrow the search."));
    return progress(await start(body.kind, chosen, actorOf(user, request)));
  });
  serve(acts.printLabels, async ({ body, reply }) => {
    const chosen = await chosenUnits(body);
    if (chosen.length > acts.MAX_LABELS)
      throw badRequest(
        msg("That is more than {most} units. Print their labels in parts.", {
          most: acts.MAX_LABELS,
        }),
      );
    const units = await labelledUnits(pool, chosen);
    if (units.length === 0) throw notFound(msg("No such units"));
    await sendPdf(reply, "labels", await labelsPdf(units, context.publicUrl));
  });
  serve(acts.unitActById, ({ params }) => progress(params.id));
  serve(acts.undoUnitAct, async ({ params, user, request }) => {
    const act = await actOr404(params.id);
    const { finished, undoable } = await progressOf(act);
    if (!finished) throw new Refusal("too-early", msg("Wait until the action is finished."));
    if (undoable === 0) throw new Refusal("wrong-state", msg("There is nothing to undo."));
    const by = actorOf(user, request);
    return progress(await start("UNDO", { changedBy: act }, by));
  });
}
