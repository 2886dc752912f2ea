import { msg } from "@gavelyard/messages/text";
import type { AuctionChanges } from "@gavelyard/contract/auctions/auctions-staff";
import { incrementTableProblem } from "@gavelyard/domain/bidding/bid-increments";
import { feeScheduleOf, feeScheduleProblem } from "@gavelyard/domain/sales/fees";
import { dollarsToCents } from "@gavelyard/domain/money";
import type { PoolClient } from "pg";
import { badRequest } from "../refusal.ts";
import { setting } from "../operating-settings/sql.ts";
import type { AuctionColumn } from "./staff-sql.ts";

/**
 * Returns an auction's own increments as JSON; null to use the settings'.
 * @throws Refusal 400
 */
export function incrementsOf(
  given: NonNullable<AuctionChanges["increments"]> | null,
): string | null {
  if (given === null) return null;
  const table = given.map(({ from, step }) => ({
    fromCents: dollarsToCents(from),
    stepCents: dollarsToCents(step),
  }));
  const problem = incrementTableProblem(table);
  if (problem !== null)
    throw badRequest(
      msg(
        "increments: The table must start at 0, prices must increase, and increments must be whole dollars above 0",
      ),
      [{ path: "increments", message: problem.code }],
    );
  return JSON.stringify(table);
}

/**
 * Returns an auction's own fees as JSON; null to use the settings'.
 * @throws Refusal 400
 */
export function feesOf(given: NonNullable<AuctionChanges["fees"]> | null): string | null {
  if (given === null) return null;
  const schedule = feeScheduleOf(given);
  const problem = feeScheduleProblem(schedule);
  if (problem !== null)
    throw badRequest(
      msg("fees: Rates must start at 0, increase, and stay between 0 and 100 percent"),
      [{ path: "fees", message: problem }],
    );
  return JSON.stringify(schedule);
}

/** Reads the soft close settings as they are now, for a new auction that doesn't set its own. */
export async function currentSoftClose(tx: PoolClient): Promise<Map<AuctionColumn, unknown>> {
  const soft = await setting(tx, "softClose");
  return new Map<AuctionColumn, unknown>(
    soft === null
      ? []
      : [
          ["soft_close_window_sec", soft.windowSec],
          ["soft_close_extend_sec", soft.extendSec],
          ["max_extensions", soft.maxExtensions],
        ],
  );
}

/**
 * Reads the tables that an auction takes from the settings. Defaults stay null, which keeps the
 * rows of lots small.
 */
export async function currentTables(
  tx: PoolClient,
  left: { readonly increments: boolean; readonly fees: boolean },
): Promise<Map<AuctionColumn, unknown>> {
  const columns = new Map<AuctionColumn, unknown>();
  const increments = left.increments ? await setting(tx, "increments") : null;
  if (increments !== null) {
    columns.set("increments", incrementsOf(increments.steps));
    columns.set("increments_from_settings", true);
  }
  const fees = left.fees ? await setting(tx, "fees") : null;
  if (fees !== null) {
    columns.set("fee_schedule", feesOf(fees));
    columns.set("fees_from_settings", true);
  }
  return columns;
}
