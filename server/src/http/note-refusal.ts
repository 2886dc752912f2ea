import type { Endpoint } from "@gavelyard/contract/endpoint";
import type { FastifyRequest } from "fastify";
import { recordSecurityEvent } from "../audit/security-sql.ts";
import type { Context } from "../context.ts";
import { countTry } from "../db/rate-windows.ts";
import type { Principal } from "./access.ts";
import { deviceOf } from "./device.ts";

const ENTRIES_PER_HOUR = 60;
const HOUR_SEC = 3_600;

export type NoteRefusal = (
  principal: Principal,
  endpoint: Pick<Endpoint, "route">,
  request: FastifyRequest,
) => Promise<void>;

/** Creates the function that logs refused calls. A failure to log doesn't change the response. */
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
