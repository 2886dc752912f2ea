import { msg } from "@gavelyard/messages/text";
import type { FastifyInstance } from "fastify";
import type { Context } from "../context.ts";
import { withTimeout } from "../db/with-timeout.ts";
import { errorBodyOf } from "./errors.ts";

const DATABASE_TIMEOUT_MS = 1_000;
const hidden = { schema: { hide: true } };

/**
 * Serves `/healthz`, which says that the process is alive, and `/readyz`, which says that it can
 * serve and reach a database. A lost event bus doesn't make a process unready, or all processes
 * would leave the load balancer at once. Nor does a lost primary, since browsing continues from a
 * standby.
 */
export function healthRoutes(
  app: FastifyInstance,
  context: Pick<Context, "pool" | "bus" | "servers">,
  isReady: () => boolean,
): void {
  app.get("/healthz", hidden, () => ({ status: "ok" }));

  // Concurrent probes share one query.
  let pinging: Promise<boolean> | null = null;
  const pingDatabase = () => {
    pinging ??= withTimeout(context.pool.query("SELECT 1"), DATABASE_TIMEOUT_MS)
      .then(
        () => true,
        () => false,
      )
      .finally(() => (pinging = null));
    return pinging;
  };

  app.get("/readyz", hidden, async (_request, reply) => {
    const database = await pingDatabase();
    const bidding = context.servers?.acceptsWrites ?? true;
    const missing = [
      ...(isReady() ? [] : ["starting or stopping"]),
      ...(database ? [] : ["database"]),
      ...(context.bus.connected || !bidding ? [] : ["bus"]),
    ];
    const without = [
      ...(bidding ? [] : ["changes"]),
      ...(context.bus.complete ? [] : ["carrier of events"]),
    ];
    if (missing.length === 0)
      return { status: "ready", ...(without.length === 0 ? {} : { without }) };
    return reply
      .code(503)
      .send(errorBodyOf("not-ready", msg("Not ready: {join}", { join: missing.join(", ") })));
  });
}
