import { msg } from "@gavelyard/messages/text";
import * as auctions from "@gavelyard/contract/auctions/auctions";
import type { Context } from "../context.ts";
import { notFound } from "../refusal.ts";
import type { Serve } from "../http/serve.ts";
import { runListOf } from "../inventory/sql.ts";
import { auctionById, listAuctions } from "./sql.ts";

/** Routes that read auctions (specification section 7). */
export function auctionRoutes(serve: Serve, { pool }: Context): void {
  serve(auctions.listAuctions, () => listAuctions(pool));

  serve(auctions.auctionById, async ({ params }) => {
    const [auction, runList] = await Promise.all([
      auctionById(pool, params.id),
      runListOf(pool, params.id),
    ]);
    if (auction === null) throw notFound(msg("Auction not found"));
    return { ...auction, runList };
  });
}
