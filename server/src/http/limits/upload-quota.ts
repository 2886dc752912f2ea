import { msg } from "@gavelyard/messages/text";
import type { FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import { limitByTarget, type RateLimit } from "./rate-limits.ts";

const DAY_SEC = 24 * 60 * 60;
const KIB = 1024;
const refusal = msg("You've reached the daily upload limit.");

/** Limits per customer and day of forms with files (D42). */
const quota = {
  forms: { name: "uploads-day", tries: 50, windowSec: DAY_SEC, refusal },
  kib: { name: "upload-kib-day", tries: 200 * KIB, windowSec: DAY_SEC, refusal },
} as const satisfies Record<string, RateLimit>;

/**
 * Counts a form with files before it is read, so that a rejected form is never on disk. Staff
 * aren't counted, since they import thousands of pictures.
 * @param maxBytes size to count for a body of unknown length
 * @throws Refusal 429 over the account's forms or bytes of the day
 */
export async function countUpload(
  context: Pick<Context, "pool">,
  { principal, headers }: Pick<FastifyRequest, "principal" | "headers">,
  maxBytes: number,
): Promise<void> {
  if (principal?.role !== "ROLE_CUSTOMER") return;
  const account = String(principal.userId);
  const stated = Number(headers["content-length"] ?? maxBytes);
  await limitByTarget(context, quota.forms, account);
  await limitByTarget(context, quota.kib, account, Math.ceil(Math.min(stated, maxBytes) / KIB));
}
