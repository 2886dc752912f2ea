import type { LotOutcome } from "@gavelyard/domain/settlement";
import type { PoolClient } from "pg";
import { enqueue } from "../jobs/enqueue.ts";
import type { ClosingLotRow } from "./close-sql.ts";

/** A bidder of a lot that closes, with where mail reaches them. */
interface ToldBidder {
  readonly user_id: number;
  readonly name: string;
  readonly email: string;
}

/** Mails everyone who bid on a lot how it ended, once each, in the transaction of its close (D27). */
export async function tellOfClose(
  tx: PoolClient,
  close: {
    lot: ClosingLotRow;
    outcome: LotOutcome;
    bidders: readonly ToldBidder[];
    paymentDueAtMs: number;
    /** Of the lot's record; null when it has none. */
    root: string | null;
  },
): Promise<void> {
  const { lot, outcome } = close;
  for (const bidder of close.bidders) {
    const content = {
      name: bidder.name,
      inventoryId: lot.inventory_id,
      title: lot.title,
      auctionName: lot.auction_name,
      hammerCents: lot.price_cents ?? 0,
      proofRoot: close.root,
    };
    const led = bidder.user_id === lot.leader_id;
    const kind = !led ? "LOST" : outcome === "SOLD" ? "WON" : "RESERVE_NOT_MET";
    await enqueue(tx, "send-mail", {
      eventKey: `lot-closed:${lot.id}:${bidder.user_id}`,
      to: bidder.email,
      content:
        kind === "WON"
          ? {
              kind,
              ...content,
              paymentDueAt: new Date(close.paymentDueAtMs).toISOString(),
              timeZone: lot.time_zone,
            }
          : { kind, ...content },
    });
  }
}
