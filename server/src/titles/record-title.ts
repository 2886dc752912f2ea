import { msg, type Message } from "@gavelyard/messages/text";
import type { Paper, TitleEventInput } from "@gavelyard/contract/titles";
import { calendarDateIn } from "@gavelyard/domain/wall-time";
import {
  isInHand,
  refuseTitleEvent,
  titleAfter,
  type TitleEvent,
  type TitleRefusal,
} from "@gavelyard/domain/titles/title";
import type { PoolClient } from "pg";
import { insertAudit } from "../audit/sql.ts";
import type { FieldCipher } from "../db/secrets/sealed.ts";
import type { Actor } from "../http/actor.ts";
import { notFound, Refusal } from "../refusal.ts";
import { factsNow, takesPaper, type HouseDays, type TitleFactsNow } from "./present-title.ts";
import {
  insertTitle,
  insertTitleEvent,
  lockTitle,
  sealedNumberRow,
  titlesOf,
  type TitleRow,
} from "./sql.ts";

export const noSuchUnit = () => notFound(msg("Unit not found"));

const refusals: Readonly<Record<TitleRefusal, Message>> = {
  WRONG_STATE: msg("This isn't possible for the title now. Read it again."),
  OPEN_FAULTS: msg("The title has open faults. Fix them first, or correct the listing."),
  FAULT_OPEN: msg("This fault is open already"),
  FAULT_NOT_OPEN: msg("The title doesn't have this fault"),
  LIEN_BY_RELEASE: msg("A lien ends with its release. Record that instead."),
  NOT_PAID: msg("The unit isn't sold and paid with cleared money, so its title stays here"),
};

/** Locks a unit's title and reads it. @throws Refusal 404 */
async function lockedTitle(
  tx: PoolClient,
  inventoryId: number,
): Promise<{ row: TitleRow; now: TitleFactsNow }> {
  await lockTitle(tx, inventoryId);
  const [row] = await titlesOf(tx, [inventoryId]);
  if (row === undefined) throw noSuchUnit();
  return { row, now: factsNow(row) };
}

/** @throws Refusal 409 */
function requirePossible(event: TitleEvent, { title, ...facts }: TitleFactsNow): void {
  const refusal = refuseTitleEvent(title, event, facts);
  if (refusal !== null)
    throw new Refusal(refusal === "NOT_PAID" ? "too-early" : "wrong-state", refusals[refusal]);
}

/**
 * Records the paper that arrived, or corrects what is recorded of a paper in hand (D82). Its number is
 * sealed, and isn't in the audit.
 * @throws Refusal 404; 409 once the title has left; 422 for a title without VIN or brand
 */
export async function recordTitle(
  tx: PoolClient,
  inventoryId: number,
  { number, ...paper }: Paper,
  cipher: FieldCipher,
  by: Actor,
): Promise<void> {
  const { row, now } = await lockedTitle(tx, inventoryId);
  if (!takesPaper(now)) throw new Refusal("wrong-state", refusals.WRONG_STATE);
  requirePrinted(paper);
  const isTitled = paper.kind !== "NOT_TITLED";
  const state = now.title?.state;
  const isCorrection = isTitled ? isInHand(state) : state === "NOT_TITLED";
  const event = { kind: isTitled ? "RECEIVED" : "NOT_TITLED" } as const;
  // A correction isn't another arrival.
  if (!isCorrection) {
    requirePossible(event, now);
    const after = titleAfter(now.title, event);
    await insertTitleEvent(tx, inventoryId, { ...event, state: after.state }, by.userId);
  }
  const sealed = number === "" ? null : cipher.seal(sealedNumberRow(inventoryId), number);
  await insertTitle(tx, inventoryId, { ...paper, number: sealed }, by.userId);
  await insertAudit(tx, {
    actorId: by.userId,
    action: "title-recorded",
    subjectType: "inventory",
    subjectId: inventoryId,
    before: row.paper === null ? null : audited(row.paper),
    after: audited(paper),
    ip: by.ip,
  });
}

/** What a checked title must say is never blank. @throws Refusal 422 */
function requirePrinted({ kind, vin, brand }: Omit<Paper, "number">): void {
  const isTitle = kind === "TITLE" || kind === "ELECTRONIC";
  if (vin === null && (isTitle || kind === "MSO"))
    throw new Refusal("value-refused", msg("vin: Enter the VIN on the paper"));
  if (brand === null && isTitle)
    throw new Refusal("value-refused", msg("brand: Choose the brand on the paper"));
}

const audited = ({ kind, state, vin, brand, odometer, place }: Omit<Paper, "number">) => ({
  titleKind: kind,
  state,
  vin,
  title_brand: brand,
  odometer,
  place,
});

/**
 * Records what happened to a title (D82).
 * @throws Refusal 404; 409 for what isn't possible now; 422 for a day that has passed
 */
export async function recordTitleEvent(
  tx: PoolClient,
  inventoryId: number,
  given: TitleEventInput,
  { zone }: HouseDays,
  by: Actor,
): Promise<void> {
  const { row, now } = await lockedTitle(tx, inventoryId);
  requirePossible(given, now);
  if ("expectedOn" in given && given.expectedOn < calendarDateIn(row.now.getTime(), zone))
    throw new Refusal("value-refused", msg("expectedOn: Choose today or a later day"));
  const leaves = given.kind === "SENT" || given.kind === "HANDED_OVER";
  await insertTitleEvent(
    tx,
    inventoryId,
    {
      ...given,
      state: titleAfter(now.title, given).state,
      ...(leaves && row.award_id !== null ? { awardId: row.award_id } : {}),
    },
    by.userId,
  );
  await insertAudit(tx, {
    actorId: by.userId,
    action: "title-event-recorded",
    subjectType: "inventory",
    subjectId: inventoryId,
    after: {
      titleEvent: given.kind,
      ...("fault" in given ? { fault: given.fault } : {}),
      ...("expectedOn" in given ? { expectedOn: given.expectedOn } : {}),
      ...("carrier" in given ? { carrierName: given.carrier } : {}),
      ...(leaves ? { awardId: row.award_id } : {}),
    },
    reason: given.note === "" ? null : given.note,
    ip: by.ip,
  });
}
