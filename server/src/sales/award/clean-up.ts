import { plural, t } from "@gavelyard/messages/text";
import type { cleanUpBids } from "@gavelyard/contract/sales/sales";
import { centsToDollars } from "@gavelyard/domain/money";
import type { PoolClient } from "pg";
import type { z } from "zod";
import { insertAudit } from "../../audit/sql.ts";
import { lockBidders } from "../../bidding/close-sql.ts";
import { archiveBids, releaseStaleHolds, staleHolders } from "./clean-up-sql.ts";
import type { SaleActor } from "../lock-sale.ts";
import { holdersOf, lotsOfAuction } from "../sale-sql.ts";
import { noSuchAuction } from "./winning-bids.ts";

/**
 * Archives the bids of an auction's closed lots and releases stale holds. Locks only bidders with
 * one, so that nobody else's bids wait. Repeating it changes nothing (D9).
 * @throws Refusal 404
 */
export async function cleanUp(
  tx: PoolClient,
  auctionId: number,
  by: SaleActor,
): Promise<z.infer<typeof cleanUpBids.response>> {
  const lotIds = await lotsOfAuction(tx, auctionId);
  if (lotIds === null) throw noSuchAuction();
  const archived = await archiveBids(tx, lotIds);
  const stale = await staleHolders(tx, await holdersOf(tx, lotIds));
  await lockBidders(tx, stale);
  const freed = await releaseStaleHolds(tx, stale);
  const freedCents = freed.reduce((sum, { cents }) => sum + cents, 0);
  const result = {
    auctionId,
    lotsArchived: archived.lots,
    bidsArchived: archived.bids,
    holdsFreed: freed.length,
    freed: centsToDollars(freedCents),
  };
  if (archived.lots > 0 || freed.length > 0) {
    await insertAudit(tx, {
      actorId: by.userId,
      action: "bids-cleaned-up",
      subjectType: "auction",
      subjectId: auctionId,
      after: { ...result, users: freed.map(({ userId }) => userId) },
      ip: by.ip,
    });
  }
  return {
    ...result,
    message:
      archived.lots === 0 && freed.length === 0
        ? t("Nothing to clean up")
        : t("Archived {bids} of {lots} and released {holds}", {
            bids: plural(archived.bids, "{n} bid", "{n} bids"),
            lots: plural(archived.lots, "{n} lot", "{n} lots"),
            holds: plural(freed.length, "{n} hold", "{n} holds"),
          }),
  };
}
