import type { Pool } from "pg";
import { insertAudit } from "../audit/sql.ts";
import { moveOpenLots } from "../auctions/move-lots.ts";
import { clockNow } from "../db/clock.ts";
import { inTransaction } from "../db/transaction.ts";
import { moveDeadlines } from "../sales/offers-sql.ts";
import { BackupError } from "./backup-error.ts";
import { endHold, heldSince, openAuctions } from "./sql.ts";

/** How open lots resume: with unchanged times, or extended by the time lost. */
export const openings = ["as-is", "extend"] as const;
export type Opening = (typeof openings)[number];

/**
 * Opens a restored marketplace that is on hold, and audits it.
 * @throws BackupError when it is not on hold
 */
export async function openHouse(pool: Pool, opening: Opening): Promise<void> {
  await inTransaction(pool, async (tx) => {
    const since = await heldSince(tx);
    if (since === null) throw new BackupError("This marketplace is not on hold.");
    const { auctions, administrator } = await openAuctions(tx);
    const lostMs = (await clockNow(tx)).getTime() - since.getTime();
    if (opening === "extend") await moveDeadlines(tx, { from: since, to: null, byMs: lostMs });
    if (opening === "extend" && auctions.length > 0) {
      if (administrator === null)
        throw new BackupError("There is no administrator to record as the one who moved the lots.");
      for (const auctionId of auctions)
        await moveOpenLots(
          tx,
          () => {},
          auctionId,
          ({ opensAtMs, closesAtMs }) => ({
            opensAtMs: opensAtMs > since.getTime() ? opensAtMs + lostMs : opensAtMs,
            closesAtMs: closesAtMs + lostMs,
          }),
          // Extend as of the restored moment, so that lots whose time has run out since also
          // resume.
          { userId: administrator, nowMs: since.getTime(), ip: null, reason: "Restored" },
        );
    }
    await endHold(tx);
    await insertAudit(tx, {
      actorId: null,
      action: "opened-after-restore",
      subjectType: "site",
      subjectId: 1,
      reason: `${opening}, restored to ${since.toISOString()}`,
      ip: null,
    });
  });
}
