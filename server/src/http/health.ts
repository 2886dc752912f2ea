import type { FastifyInstance } from "fastify";
import type { Context } from "../context.ts";
import { errorBodyOf } from "./errors.ts";

const hidden = { schema: { hide: true } };

/** `/healthz`: the process lives. `/readyz`: it can serve, with its database and bus in reach. */
export function healthRoutes(app: FastifyInstance, context: Context, isReady: () => boolean): void {
  app.get("/healthz", hidden, () => ({ status: "ok" }));

  app.get("/readyz", hidden, async (_request, reply) => {
    const database = await context.pool.query("SELECT 1").then(
      () => true,
      () => false,
    );
    const missing = [
      ...(isReady() ? [] : ["start"]),
      ...(database ? [] : ["database"]),
      ...(context.bus.connected ? [] : ["bus"]),
    ];
    if (missing.length === 0) return { status: "ready" };
    return reply.code(503).send(errorBodyOf(503, `Not ready: ${missing.join(", ")}`));
  });
}
