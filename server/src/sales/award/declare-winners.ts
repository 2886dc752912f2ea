import { msg, say } from "@gavelyard/messages/text";
import {
  declareWinners as call,
  type DeclaredBid,
  type Declaration,
} from "@gavelyard/contract/sales/sales";
import { mayMoveAward } from "@gavelyard/domain/sales/settlement";
import type { PoolClient } from "pg";
import { z } from "zod";
import { insertAudit } from "../../audit/sql.ts";
import { lockBidders } from "../../bidding/close-sql.ts";
import type { Context } from "../../context.ts";
import type { Db } from "../../db/pool.ts";
import { act } from "../../events/act.ts";
import { firstAnswer, once, partKey } from "../../events/once.ts";
import { badRequest, Refusal } from "../../refusal.ts";
import { announceAward, auditedAward } from "../announce-award.ts";
import { buyerOf, insertDeclaredAward, setDeclared } from "../awards-sql.ts";
import { endAndTell, refusePaidAward } from "../end-award.ts";
import { shownPerson } from "../../proposals/person-sql.ts";
import { requireSecondPerson } from "../../proposals/proposals.ts";
import { standingBid, type StandingBid } from "../bids-sql.ts";
import {
  dueOf,
  highBidOf,
  lotName,
  nextPhase,
  openLot,
  requestKey,
  saleConflict,
  type Recorder,
  type SaleActor,
} from "../lock-sale.ts";
import { lotsOfAuction, lotsOfUnits, salesOf, type Sale } from "../sale-sql.ts";
import { noSuchAuction, winningBidsOf } from "./winning-bids.ts";

/**
 * Declares the winners of lots, each in a transaction of its own, and returns the auction's winning
 * bids with why a lot was refused. A repeated call with the same key continues where the first one
 * stopped (D14, D27).
 * @param orPropose runs one declaration, or stores it for a second person
 * @throws Refusal 404, what `lotsToDeclare` throws, and the first refusal if every lot is refused
 */
export async function declareWinners(
  context: Pick<Context, "pool" | "bus">,
  auctionId: number,
  declarations: readonly Declaration[],
  by: SaleActor,
  orPropose: (
    declaration: Declaration,
    work: (tx: PoolClient, record: Recorder) => Promise<null>,
  ) => Promise<null>,
): Promise<DeclaredBid[]> {
  const { pool } = context;
  const key = requestKey(by, `declare ${auctionId} ${JSON.stringify(declarations)}`);
  const first = await firstAnswer(pool, key, call.response);
  if (first !== undefined) return first;
  if ((await lotsOfAuction(pool, auctionId)) === null) throw noSuchAuction();
  const refused = new Map<number, Refusal>();
  for (const { lotId, declaration } of await lotsToDeclare(pool, auctionId, declarations)) {
    const ofLot = requestKey(by, `declare ${lotId} ${JSON.stringify(declaration)}`);
    try {
      await orPropose(declaration, (tx, record) =>
        once(tx, partKey(ofLot, lotId), z.null(), async () => {
          await declareWinner(tx, record, lotId, declaration, by);
          return null;
        }),
      );
    } catch (error) {
      if (!(error instanceof Refusal) || !isOfOneLot(error)) throw error;
      refused.set(lotId, error);
    }
  }
  const [refusal] = refused.values();
  if (refusal !== undefined && refused.size === declarations.length) throw refusal;
  return act(context, (tx) =>
    once(tx, key, call.response, async () =>
      (await winningBidsOf(tx, auctionId)).map((bid) => {
        const why = refused.get(bid.lotId);
        return why === undefined
          ? bid
          : { ...bid, refusal: { code: why.code, message: say(why.said) } };
      }),
    ),
  );
}

/** Whether the other lots of a list can still be declared. */
const isOfOneLot = ({ code, statusCode }: Refusal): boolean =>
  statusCode < 500 && code !== "in-progress" && code !== "key-reused";

/**
 * Returns the lot of each declaration.
 * @throws Refusal 400 for a lot listed twice, 409 for a lot that didn't close with a bid, 422 for
 * a unit that isn't a lot in the auction
 */
export async function lotsToDeclare(
  db: Db,
  auctionId: number,
  declarations: readonly Declaration[],
): Promise<{ readonly lotId: number; readonly declaration: Declaration }[]> {
  const units = declarations.map(({ inventoryId }) => inventoryId);
  if (new Set(units).size < units.length) throw badRequest(msg("List each lot only once"));
  const lots = await lotsOfUnits(db, auctionId, units);
  const found = declarations.map((declaration) => {
    const lotId = lots.get(declaration.inventoryId);
    if (lotId !== undefined) return { lotId, declaration };
    throw new Refusal(
      "value-refused",
      msg("Vehicle {unknownUnit} isn't a lot in this auction", {
        unknownUnit: declaration.inventoryId,
      }),
    );
  });
  for (const sale of await salesOf(db, [...lots.values()])) {
    if (sale.outcome === null) throw saleConflict(sale);
    highBidOf(sale);
  }
  return found;
}

/**
 * Declares the computed winner of one lot, or awards the lot to another bid with a reason. Issues
 * the winner's invoice and notifies the runners-up (D27). An override needs a second person (D38).
 * Only an override changes holds, so only it locks bidders, and those two alone.
 * @throws Refusal 409 for a lot without a winner to declare or declared already, 422 for a bid
 * that can't win
 */
export async function declareWinner(
  tx: PoolClient,
  record: Recorder,
  lotId: number,
  declaration: Declaration,
  by: SaleActor,
): Promise<void> {
  const sale = await openLot(tx, lotId);
  if (sale.lifecycle === "SETTLED")
    throw new Refusal("wrong-state", msg("This auction is settled, so its winners can't change"));
  nextPhase(sale, "OVERRIDE");
  const { award } = sale;
  if (award === null) throw new Error(`lot ${sale.lotId} is awarded without an award`);
  if (declaration.userId !== undefined && award.bidId === declaration.bidId) {
    requireSameBidder(sale, declaration.userId, award.userId);
  }
  const paymentDueAtMs = dueOf(sale);
  if (award.bidId === declaration.bidId) {
    if (!mayMoveAward(award.status, "DECLARED")) {
      throw new Refusal(
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
  await requireSecondPerson(tx, by, {
    kind: "WINNER_OVERRIDE",
    subjectType: "lot",
    subjectId: sale.lotId,
    title: sale.title,
    before: {
      lot: sale.label,
      ...(await shownPerson(tx, award.userId, sale.lotId)),
      bidId: award.bidId,
      hammerCents: award.hammerCents,
    },
    after: {
      ...(await shownPerson(tx, bid.userId, sale.lotId)),
      bidId: bid.bidId,
      hammerCents: bid.amountCents,
    },
    reason,
  });
  await lockBidders(tx, [award.userId, bid.userId]);
  await endAndTell(tx, record, sale, award, { how: "VOID", reason });
  const { availableCents } = await buyerOf(tx, bid.userId);
  if (availableCents < bid.amountCents) {
    throw new Refusal(
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
  throw new Refusal(
    "value-refused",
    msg("userId: That bid on {sale} belongs to another bidder", { sale: lotName(sale) }),
  );
}

/** Returns the bid that replaces the winner's. @throws Refusal 422 if it can't win */
async function bidToWin(
  tx: PoolClient,
  sale: Sale,
  { bidId, userId, reason }: Declaration,
): Promise<StandingBid> {
  const bid = await standingBid(tx, sale.lotId, bidId);
  if (bid === null) {
    throw new Refusal(
      "value-refused",
      msg("bidId: Bid {bidId} isn't a standing bid on {sale}", { bidId, sale: lotName(sale) }),
    );
  }
  if (userId !== undefined) requireSameBidder(sale, userId, bid.userId);
  if (reason === undefined) {
    throw new Refusal(
      "value-refused",
      msg("reason: Enter why {sale} goes to a bid that isn't the highest", { sale: lotName(sale) }),
    );
  }
  if (bid.status !== "ACTIVE") {
    throw new Refusal(
      "value-refused",
      msg("{name}'s account isn't active and can't buy", { name: bid.name }),
    );
  }
  return bid;
}
