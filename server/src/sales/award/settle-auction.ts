import { codeName } from "@gavelyard/domain/code-names";
import { msg, type Message } from "@gavelyard/messages/text";
import { lifecycleAfter } from "@gavelyard/domain/auctions/auction-lifecycle";
import { settleProblem, type SettleProblem } from "@gavelyard/domain/sales/sale-phase";
import type { PoolClient } from "pg";
import { insertAudit } from "../../audit/sql.ts";
import { lockAuction } from "../../auctions/staff-sql.ts";
import { Refusal } from "../../refusal.ts";
import { lotName, phaseOfSale, type SaleActor } from "../lock-sale.ts";
import { lotsOfAuction, salesOf, setSettled } from "../sale-sql.ts";
import { noSuchAuction } from "./winning-bids.ts";

const problems: Readonly<Record<SettleProblem, (sale: Message) => Message>> = {
  OPEN: (sale) => msg("{sale} has not closed", { sale }),
  UNDECIDED: (sale) => msg("{sale} did not meet its reserve and still needs a decision", { sale }),
  AWARD_ENDED: (sale) => msg("{sale} no longer has a winner and still needs a decision", { sale }),
  NOT_DECLARED: (sale) => msg("{sale} has a winner who hasn't been declared", { sale }),
};
/** Lots named in the error; the rest are only counted. */
const NAMED = 5;

/**
 * Settles an auction once every lot has an outcome, which freezes it (D28). Payments, defaults and
 * second-chance offers may still follow.
 * @throws Refusal 404; 409 with what is missing, or if it is settled already
 */
export async function settleAuction(
  tx: PoolClient,
  auctionId: number,
  by: SaleActor,
): Promise<void> {
  const auction = await lockAuction(tx, auctionId);
  if (auction === null) throw noSuchAuction();
  if (lifecycleAfter(auction.lifecycle, "SETTLE") === null) {
    throw new Refusal(
      auction.lifecycle === "SETTLED" ? "already-done" : "wrong-state",
      auction.lifecycle === "SETTLED"
        ? msg("This auction is already settled")
        : msg("An auction with the status “{status}” can't be settled", {
            status: codeName(auction.lifecycle),
          }),
    );
  }
  const endMs = auction.last_close?.getTime() ?? auction.scheduled_end_time?.getTime() ?? Infinity;
  if (auction.now.getTime() <= endMs)
    throw new Refusal("too-early", msg("This auction has not ended yet"));
  // Every action on a sale locks its auction first, so the auction's lock holds the lots still.
  const sales = await salesOf(tx, (await lotsOfAuction(tx, auctionId)) ?? []);
  const missing = sales.flatMap((sale) => {
    const problem = settleProblem(phaseOfSale(sale), sale.award?.status ?? null);
    return problem === null ? [] : [problems[problem](lotName(sale))];
  });
  if (missing.length > 0) {
    const named = missing.slice(0, NAMED).reduce((all, one) => msg("{all}; {one}", { all, one }));
    const more = missing.length - NAMED;
    throw new Refusal(
      "too-early",
      more > 0
        ? msg("Some lots have no outcome yet: {named}; and {more} more.", { named, more })
        : msg("Some lots have no outcome yet: {named}.", { named }),
    );
  }
  await setSettled(tx, auctionId, by.userId);
  await insertAudit(tx, {
    actorId: by.userId,
    action: "auction-settled",
    subjectType: "auction",
    subjectId: auctionId,
    after: { lots: sales.length },
    ip: by.ip,
  });
}
