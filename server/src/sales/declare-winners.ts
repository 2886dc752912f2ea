import { msg } from "@gavelyard/messages/text";
import type { Declaration } from "@gavelyard/contract/sales";
import { mayMoveAward } from "@gavelyard/domain/settlement";
import type { PoolClient } from "pg";
import { insertAudit } from "../audit/sql.ts";
import { lockAuction } from "../auctions/staff-sql.ts";
import { badRequest, HttpError } from "../http/errors.ts";
import { announceAward, auditedAward } from "./announce-award.ts";
import { buyerOf, insertDeclaredAward, setDeclared } from "./awards-sql.ts";
import { endAndTell, refusePaidAward } from "./end-award.ts";
import { requireSecondPerson } from "../proposals/proposals.ts";
import { twoPersonRule } from "../proposals/sql.ts";
import { biddersOfBids, peopleByIds, standingBid, type StandingBid } from "./bids-sql.ts";
import {
  dueOf,
  lotName,
  nextPhase,
  openSales,
  type Recorder,
  type SaleActor,
} from "./open-sale.ts";
import { lotsOfUnits, type Sale } from "./sale-sql.ts";
import { noSuchAuction } from "./winning-bids.ts";

/**
 * Declares the computed winners of lots, or awards a lot to another bid with a reason; all of them
 * or none. Issues the winners' invoices and notifies the runners-up (D27). An override needs a
 * second person (D38).
 * @throws HttpError 400 for a lot listed twice, 404, 409 for a lot without a winner to declare or
 * declared already, 422 for a bid that can't win
 */
export async function declareWinners(
  tx: PoolClient,
  record: Recorder,
  auctionId: number,
  declarations: readonly Declaration[],
  by: SaleActor,
): Promise<void> {
  const auction = await lockAuction(tx, auctionId);
  if (auction === null) throw noSuchAuction();
  if (auction.lifecycle === "SETTLED")
    throw new HttpError("wrong-state", msg("This auction is settled, so its winners can't change"));
  const units = declarations.map(({ inventoryId }) => inventoryId);
  if (new Set(units).size < units.length) throw badRequest(msg("List each lot only once"));
  const lots = await lotsOfUnits(tx, auctionId, units);
  const unknownUnit = units.find((unit) => !lots.has(unit));
  if (unknownUnit !== undefined) {
    throw new HttpError(
      "value-refused",
      msg("Vehicle {unknownUnit} isn't a lot in this auction", { unknownUnit }),
    );
  }
  const buyers = await biddersOfBids(
    tx,
    declarations.map(({ bidId }) => bidId),
  );
  const sales = new Map(
    (await openSales(tx, [...lots.values()], buyers)).map((sale) => [sale.inventoryId, sale]),
  );
  const overrides = declarations.filter(({ inventoryId, bidId }) => {
    const award = sales.get(inventoryId)?.award ?? null;
    return award !== null && award.bidId !== bidId;
  });
  if (overrides.length > 1 && (await twoPersonRule(tx)).isOn)
    throw new HttpError(
      "value-refused",
      msg("Override one winner at a time, so that a second person sees each."),
    );
  for (const declaration of declarations) {
    const sale = sales.get(declaration.inventoryId);
    if (sale !== undefined) await declareWinner(tx, record, sale, declaration, by);
  }
}

async function declareWinner(
  tx: PoolClient,
  record: Recorder,
  sale: Sale,
  declaration: Declaration,
  by: SaleActor,
): Promise<void> {
  nextPhase(sale, "OVERRIDE");
  const { award } = sale;
  if (award === null) throw new Error(`lot ${sale.lotId} is awarded without an award`);
  if (declaration.userId !== undefined && award.bidId === declaration.bidId) {
    requireSameBidder(sale, declaration.userId, award.userId);
  }
  const paymentDueAtMs = dueOf(sale);
  if (award.bidId === declaration.bidId) {
    if (!mayMoveAward(award.status, "DECLARED")) {
      throw new HttpError(
        "already-done",
        msg("The winner of {sale} was already declared", { sale: lotName(sale) }),
      );
    }
    await setDeclared(tx, award.id, { by: by.userId, paymentDueAtMs });
    await announceAward(tx, record, sale, { ...award, paymentDueAtMs, insteadOf: null });
    await insertAudit(tx, {
      actorId: by.userId,
      action: "winner-declared",
      subjectType: "lot",
      subjectId: sale.lotId,
      after: auditedAward(award),
      ip: by.ip,
    });
    return;
  }
  const bid = await bidToWin(tx, sale, declaration);
  await refusePaidAward(tx, sale, award);
  const reason = declaration.reason ?? "";
  const winner = (await peopleByIds(tx, [award.userId])).get(award.userId);
  await requireSecondPerson(tx, by, {
    kind: "WINNER_OVERRIDE",
    subjectType: "lot",
    subjectId: sale.lotId,
    title: sale.title,
    before: { lot: sale.label, winner: winner?.name ?? "", hammerCents: award.hammerCents },
    after: { winner: bid.name, hammerCents: bid.amountCents },
    reason,
  });
  await endAndTell(tx, record, sale, award, { how: "VOID", reason });
  const { availableCents } = await buyerOf(tx, bid.userId);
  if (availableCents < bid.amountCents) {
    throw new HttpError(
      "value-refused",
      msg("{name}'s bid limit doesn't cover {sale}", { name: bid.name, sale: lotName(sale) }),
    );
  }
  const won = {
    lotId: sale.lotId,
    bidId: bid.bidId,
    userId: bid.userId,
    hammerCents: bid.amountCents,
    basis: "OVERRIDE" as const,
    paymentDueAtMs,
    declaredBy: by.userId,
    overrideReason: reason,
  };
  const id = await insertDeclaredAward(tx, won);
  await announceAward(tx, record, sale, { ...won, id, insteadOf: award.userId });
  await insertAudit(tx, {
    actorId: by.userId,
    action: "winner-overridden",
    subjectType: "lot",
    subjectId: sale.lotId,
    before: auditedAward(award),
    after: auditedAward({ ...won, id }),
    reason,
    ip: by.ip,
  });
}

function requireSameBidder(sale: Sale, expected: number, actual: number): void {
  if (expected === actual) return;
  throw new HttpError(
    "value-refused",
    msg("userId: That bid on {sale} belongs to another bidder", { sale: lotName(sale) }),
  );
}

/** Returns the bid that replaces the winner's. @throws HttpError 422 if it can't win */
async function bidToWin(
  tx: PoolClient,
  sale: Sale,
  { bidId, userId, reason }: Declaration,
): Promise<StandingBid> {
  const bid = await standingBid(tx, sale.lotId, bidId);
  if (bid === null) {
    throw new HttpError(
      "value-refused",
      msg("bidId: Bid {bidId} isn't a standing bid on {sale}", { bidId, sale: lotName(sale) }),
    );
  }
  if (userId !== undefined) requireSameBidder(sale, userId, bid.userId);
  if (reason === undefined) {
    throw new HttpError(
      "value-refused",
      msg("reason: Enter why {sale} goes to a bid that isn't the highest", { sale: lotName(sale) }),
    );
  }
  if (bid.status !== "ACTIVE") {
    throw new HttpError(
      "value-refused",
      msg("{name}'s account isn't active and can't buy", { name: bid.name }),
    );
  }
  return bid;
}
