import type { PoolClient } from "pg";
import { timingSafeEqual } from "node:crypto";
import { insertAudit } from "../audit/sql.ts";
import type { Sealer } from "../db/sealed.ts";
import { badRequest, conflict, notFound } from "../http/errors.ts";
import { notice } from "./announce-award.ts";
import { lotName, openSale, type Recorder, type SaleActor } from "./open-sale.ts";
import { releaseOf, sealedPinRow, setReleased } from "./payments-sql.ts";
import { lotOfAward, setUnitStatus } from "./sale-sql.ts";

/** Who comes to the gate. */
export interface Driver {
  readonly gatePin: string;
  readonly carrierName: string;
  readonly driverName: string;
}

/**
 * Lets a paid unit leave the yard to a driver who knows the gate PIN (D29). Count the tries before.
 * @throws HttpError 400 for a wrong PIN, 404, 409 when it is not paid or has left already
 */
export async function releaseUnit(
  tx: PoolClient,
  record: Recorder,
  awardId: number,
  driver: Driver,
  sealer: Sealer,
  by: SaleActor,
): Promise<void> {
  const lotId = await lotOfAward(tx, awardId);
  if (lotId === null) throw notFound("Award not found");
  const sale = await openSale(tx, lotId);
  const release = await releaseOf(tx, awardId);
  if (release === null) throw conflict(`${lotName(sale)} isn't paid, so it can't be released`);
  if (release.released_at !== null) throw conflict(`${lotName(sale)} has already left the yard`);
  const pin = sealer.open(sealedPinRow(awardId), release.gate_pin);
  if (pin === null || !sameText(pin, driver.gatePin)) {
    throw badRequest("gatePin: This isn't the gate PIN for this unit");
  }
  const { carrierName, driverName } = driver;
  await setReleased(tx, awardId, { carrierName, driverName, by: by.userId });
  await setUnitStatus(tx, sale.inventoryId, "RELEASED");
  await insertAudit(tx, {
    actorId: by.userId,
    action: "unit-released",
    subjectType: "inventory",
    subjectId: sale.inventoryId,
    after: { awardId, carrierName, driverName },
    ip: by.ip,
  });
  if (sale.award !== null) {
    record(notice(sale, [sale.award.userId], `The unit left the yard with ${driverName}.`));
  }
}

function sameText(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
