import { plural, t } from "@gavelyard/messages/text";
import type { cleanUpBids } from "@gavelyard/contract/sales";
import { centsToDollars } from "@gavelyard/domain/money";
import type { PoolClient } from "pg";
import type { z } from "zod";
import { insertAudit } from "../audit/sql.ts";
import { archiveBids, releaseStaleHolds } from "./clean-up-sql.ts";
import { openSales, type SaleActor } from "./open-sale.ts";
import { holdersOf, lotsOfAuction } from "./sale-sql.ts";
import { noSuchAuction } from "./winning-bids.ts";

/**
 * Archives the bids of an auction's closed lots and releases stale holds. Repeating it changes
 * nothing (D9).
 * @throws HttpError 404
 */
export async function cleanUp(
  tx: PoolClient,
  auctionId: number,
  by: SaleActor,
): Promise<z.infer<typeof cleanUpBids.response>> {
  const lotIds = await lotsOfAuction(tx, auctionId);
  if (lotIds === null) throw noSuchAuction();
  await openSales(tx, lotIds);
  const archived = await archiveBids(tx, lotIds);
  const freed = await releaseStaleHolds(tx, await holdersOf(tx, lotIds));
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
