import { codeName } from "@gavelyard/domain/code-names";
import { msg, plural } from "@gavelyard/messages/text";
import { mostDaysAbsent, refuseOffer } from "@gavelyard/domain/titles/title";
import { lotLabel, maxLotNumber, numberLots } from "@gavelyard/domain/auctions/run-list";
import type { PoolClient } from "pg";
import { titleNow } from "../inventory/title-sql.ts";
import { inEachLanguage } from "../http/reader-language.ts";
import { badRequest, Refusal } from "../refusal.ts";
import {
  lockRunUnits,
  openPlannedLots,
  plannedLots,
  plannedTitles,
  setPlannedLots,
  type RunLine,
  type RunUnit,
} from "./run-list-sql.ts";

/** An entry of a requested run list; units without a number follow the highest one. */
export interface PlannedLot {
  readonly inventoryId: number;
  readonly lotNumber?: number | undefined;
  readonly suffix: string;
}

/**
 * @throws Refusal 400 for a duplicate unit or number, or an unknown unit; 409 for a unit that
 *   can't be offered now
 */
export async function planLots(
  tx: PoolClient,
  auctionId: number,
  planned: readonly PlannedLot[],
): Promise<void> {
  const lines = numberLots(planned, 0);
  if (lines === null)
    throw badRequest(msg("lots: Lot numbers can be up to {maxLotNumber}", { maxLotNumber }));
  refuseDuplicates(lines);
  const units = await lockRunUnits(
    tx,
    lines.map((line) => line.inventoryId),
    auctionId,
  );
  for (const line of lines) refuseUnit(line, units.get(line.inventoryId));
  await setPlannedLots(tx, auctionId, lines);
}

/**
 * Turns the run list of a draft with times into lots.
 * @throws Refusal 409 when it is empty, or a unit can no longer be offered
 */
export async function openLotsOf(tx: PoolClient, auctionId: number): Promise<void> {
  const lines = await plannedLots(tx, auctionId);
  if (lines.length === 0)
    throw new Refusal("too-early", msg("lots: Add at least one unit to the run list first"));
  const units = await lockRunUnits(
    tx,
    lines.map((line) => line.inventoryId),
    auctionId,
  );
  for (const line of lines) refuseUnit(line, units.get(line.inventoryId));
  await refuseTitles(tx, auctionId);
  await openPlannedLots(tx, auctionId);
}

/** @throws Refusal 409 for a unit whose title contradicts the listing or comes too late (D82) */
async function refuseTitles(tx: PoolClient, auctionId: number): Promise<void> {
  for (const unit of await plannedTitles(tx, auctionId)) {
    const { title, differences } = titleNow(unit);
    const refusal = title === null ? null : refuseOffer(title, differences, unit.closes_on);
    if (refusal === null) continue;
    throw new Refusal(
      "too-early",
      refusal === "DIFFERS"
        ? msg(
            "lots: The title of {name} ({id}) contradicts the listing. Correct one of them first.",
            {
              name: unit.name,
              id: unit.id,
            },
          )
        : msg("lots: The title of {name} ({id}) is expected more than {days} after the sale", {
            name: unit.name,
            id: unit.id,
            days: inEachLanguage(() => plural(mostDaysAbsent, "{n} day", "{n} days")),
          }),
    );
  }
}

function refuseDuplicates(lines: readonly RunLine[]): void {
  const units = new Set<number>();
  const numbers = new Set<string>();
  for (const line of lines) {
    const { inventoryId } = line;
    const label = lotLabel(line);
    if (units.has(inventoryId))
      throw badRequest(msg("lots: Unit {inventoryId} is listed twice", { inventoryId }));
    if (numbers.has(label))
      throw badRequest(msg("lots: Lot number {label} is used twice", { label }));
    units.add(inventoryId);
    numbers.add(label);
  }
}

function refuseUnit({ inventoryId }: RunLine, unit: RunUnit | undefined): void {
  if (unit === undefined)
    throw badRequest(msg("lots: Unit {inventoryId} not found", { inventoryId }));
  if (unit.planned_in !== null)
    throw new Refusal(
      "in-use",
      msg("lots: {name} ({id}) is already on the run list of auction {planned_in}", {
        name: unit.name,
        id: unit.id,
        planned_in: unit.planned_in,
      }),
    );
  if (unit.status !== "AVAILABLE" && unit.status !== "UNSOLD") {
    throw new Refusal(
      "wrong-state",
      msg("lots: {name} ({id}) has the status “{status}” and can't be offered", {
        name: unit.name,
        id: unit.id,
        status: codeName(unit.status),
      }),
    );
  }
}
