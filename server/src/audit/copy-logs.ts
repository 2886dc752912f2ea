import type { Context } from "../context.ts";
import { RecurringWork } from "../recurring-work.ts";
import { post } from "../network/post.ts";
import {
  claimCopy,
  copyLagSec,
  recordsAfter,
  releaseCopy,
  saveCopy,
  type CopiedLog,
} from "./copies-sql.ts";

const PAGE_SIZE = 500;
const EVERY_MS = 5_000;
const MAX_WAIT_MS = 300_000;

let lagSec = 0;
/** Seconds for which records of the logs haven't been copied, as last read. */
export const logCopyLagSec = (): number => lagSec;

/** Thrown when the other system didn't accept records; they are sent again. */
class CopyRejected extends Error {
  override readonly name = "NotTaken";
}

/**
 * Copies a log to the system at `AUDIT_URL`, in order and each record at least once: its position
 * is saved after the records are accepted, so a crash in between sends them again. Does nothing
 * while another process copies it.
 * @throws NotTaken
 */
export async function copyLog(
  { pool, settings }: Pick<Context, "pool" | "settings">,
  log: CopiedLog,
  isStopped: () => boolean = () => false,
): Promise<void> {
  const { auditUrl, auditToken } = settings;
  for (let isMore = auditUrl !== null; isMore && !isStopped();) {
    const from = await claimCopy(pool, log);
    if (auditUrl === null || from === null) return;
    const records = await recordsAfter(pool, log, from, PAGE_SIZE);
    const newest = records.at(-1);
    isMore = records.length === PAGE_SIZE;
    if (newest !== undefined) {
      const body = records.map(({ line }) => `${line}\n`).join("");
      const headers = {
        "content-type": "application/x-ndjson",
        ...(auditToken === null ? {} : { authorization: `Bearer ${auditToken}` }),
      };
      const answer = await post(auditUrl, headers, body, { allowPrivate: true });
      if (!("status" in answer) || answer.status < 200 || answer.status > 299) {
        await releaseCopy(pool, log);
        throw new CopyRejected("status" in answer ? `it answered ${answer.status}` : answer.fault);
      }
    }
    const last = newest?.position ?? from;
    await saveCopy(pool, log, { from, last, until: isMore ? (newest?.at ?? null) : null });
  }
}

/**
 * Copies both logs every few seconds, and less often while the other system doesn't accept them.
 */
export function createLogCopier(
  context: Pick<Context, "pool" | "settings" | "log">,
): RecurringWork {
  let waitMs = EVERY_MS;
  return new RecurringWork({
    failure: "the logs could not be copied",
    log: context.log,
    afterFailureMs: EVERY_MS,
    run: async (isStopped) => {
      try {
        await copyLog(context, "audit", isStopped);
        await copyLog(context, "security", isStopped);
        waitMs = EVERY_MS;
      } catch (error) {
        context.log.error({ err: error }, "the logs were not copied to AUDIT_URL");
        waitMs = Math.min(2 * waitMs, MAX_WAIT_MS);
      }
      lagSec = await copyLagSec(context.pool);
      return waitMs;
    },
  });
}
