import type { FastifyInstance } from "fastify";
import type { Context } from "../context.ts";
import { inTime } from "../db/in-time.ts";
import { errorBodyOf } from "./errors.ts";

const LOOK_WITHIN_MS = 1_000;
const hidden = { schema: { hide: true } };

/**
 * `/healthz`: the process lives. `/readyz`: it can serve, with its database in reach. A carrier of
 * events that is away makes no process unready, or all of them would leave the load balancer at once.
 */
export function healthRoutes(
  app: FastifyInstance,
  context: Pick<Context, "pool" | "bus">,
  isReady: () => boolean,
): void {
  app.get("/healthz", hidden, () => ({ status: "ok" }));

  app.get("/readyz", hidden, async (_request, reply) => {
    const database = await inTime(context.pool.query("SELECT 1"), LOOK_WITHIN_MS).then(
      () => true,
      () => false,
    );
    const missing = [
      ...(isReady() ? [] : ["starting or stopping"]),
      ...(database ? [] : ["database"]),
      ...(context.bus.connected ? [] : ["bus"]),
    ];
    if (missing.length === 0)
      return {
        status: "ready",
        ...(context.bus.complete ? {} : { without: ["carrier of events"] }),
      };
    return reply.code(503).send(errorBodyOf(503, `Not ready: ${missing.join(", ")}`));
  });
}
