import type { Endpoint } from "@gavelyard/contract/endpoint";
import type { FastifyRequest } from "fastify";
import { recordSecurityEvent } from "../audit/security-sql.ts";
import type { Context } from "../context.ts";
import { countTry } from "../db/rate-windows.ts";
import type { Principal } from "./access.ts";
import { deviceOf } from "../network/device.ts";

const ENTRIES_PER_HOUR = 60;
const HOUR_SEC = 3_600;

export type NoteRefusal = (
  principal: Principal,
  endpoint: Pick<Endpoint, "route">,
  request: FastifyRequest,
) => Promise<void>;

/**
 * Creates the function that logs refused calls. A failure to log doesn't change the response. Most
 * of a flood is counted in memory, so that it takes no connection; the database counts the rest for
 * all processes.
 */
export function createNoteRefusal({ pool, log }: Pick<Context, "pool" | "log">): NoteRefusal {
  let hour = 0;
  const refused = new Map<number, number>();
  return async ({ userId }, { route }, request) => {
    const now = Math.floor(performance.now() / 1_000 / HOUR_SEC);
    if (now !== hour) refused.clear();
    hour = now;
    const own = (refused.get(userId) ?? 0) + 1;
    refused.set(userId, own);
    if (own > ENTRIES_PER_HOUR) return;
    try {
      const { hits } = await countTry(pool, `refusals:${userId}`, HOUR_SEC);
      if (hits > ENTRIES_PER_HOUR) return;
      await recordSecurityEvent(pool, {
        kind: "ACCESS_REFUSED",
        user: { id: userId },
        device: deviceOf(request),
        detail: `${route.method} ${route.path}`.slice(0, 80),
      });
    } catch (error) {
      log.error({ err: error }, "a refused call could not be logged");
    }
  };
}
