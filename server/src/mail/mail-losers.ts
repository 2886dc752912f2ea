import type { Pool } from "pg";
import { addressesOfBidders } from "../bidding/close-sql.ts";
import { enqueueAll, job } from "../jobs/enqueue.ts";
import type { LosersToMail } from "../jobs/tasks.ts";

/** Job `mail-losers`: enqueues an email to every bidder of a closed lot except its leader. */
export async function mailLosers(
  pool: Pool,
  { lotId, leaderId, content }: LosersToMail,
): Promise<void> {
  const bidders = await addressesOfBidders(pool, lotId);
  await enqueueAll(
    pool,
    bidders
      .filter(({ user_id }) => user_id !== leaderId)
      .map(({ user_id, name, email }) =>
        job("send-mail", {
          eventKey: `lot-closed:${lotId}:${user_id}`,
          to: email,
          content: { kind: "LOST", name, ...content },
        }),
      ),
  );
}
