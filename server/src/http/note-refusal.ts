import type { Endpoint } from "@gavelyard/contract/endpoint";
import type { FastifyRequest } from "fastify";
import { recordSecurityEvent } from "../audit/security-sql.ts";
import type { Context } from "../context.ts";
import { countTry } from "../db/rate-windows.ts";
import type { Principal } from "./access.ts";
import { deviceOf } from "./device.ts";

/** Entries of one account in an hour; further refusals are only answered. */
const ENTRIES_PER_HOUR = 60;
const HOUR_SEC = 3_600;

/** Records a call that an account may not make. */
export type NoteRefusal = (
  principal: Principal,
  endpoint: Pick<Endpoint, "route">,
  request: FastifyRequest,
) => Promise<void>;

/** Returns what logs refused calls. A failure to log doesn't change the answer. */
export function createNoteRefusal({ pool, log }: Pick<Context, "pool" | "log">): NoteRefusal {
  return async ({ userId }, { route }, request) => {
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
