import { unawaited } from "../domain/src/unawaited.ts";
import Fastify from "fastify";
import { createPool } from "../server/src/db/pool.ts";

/**
 * The limits that others are measured beside, each a bare Fastify route in a process of its own:
 * `bid`, a transaction for each bid; `insert`, one row for each call; `page`, given statements and
 * bytes. Told by its parent what to be, it answers with its address.
 */
export type LimitOrder =
  | { readonly kind: "bid" | "insert"; readonly databaseUrl: string }
  | {
      readonly kind: "page";
      readonly databaseUrl: string;
      /** Statements that run side by side for each request. */
      readonly statements: readonly {
        readonly name: string;
        readonly text: string;
        readonly values: readonly unknown[];
      }[];
      readonly bytes: string;
    };

const BID_POOL = 16;
const PAGE_POOL = 12;

function bidServer(databaseUrl: string) {
  const pool = createPool(databaseUrl, BID_POOL);
  const app = Fastify();
  app.post<{ Querystring: { amount: string; user: string } }>("/bid", async (request, reply) => {
    const cents = Number(request.query.amount) * 100;
    const client = await pool.connect();
    try {
      await client.query("BEGIN");
      const { rows } = await client.query<{ price: number }>({
        name: "lock",
        text: "SELECT price FROM plain_lots WHERE id = 1 AND closes_at > clock_timestamp() FOR UPDATE",
      });
      const price = rows[0]?.price ?? Number.POSITIVE_INFINITY;
      if (cents < price + 100) {
        await client.query("ROLLBACK");
        return await reply.code(409).send({ message: "too low" });
      }
      await client.query({
        name: "insert",
        text: "INSERT INTO plain_bids (lot_id, user_id, cents) VALUES (1, $1, $2)",
        values: [request.query.user, cents],
      });
      await client.query({
        name: "update",
        text: "UPDATE plain_lots SET price = $1, leader = $2 WHERE id = 1",
        values: [cents, request.query.user],
      });
      await client.query("COMMIT");
      return { amount: cents / 100 };
    } finally {
      client.release();
    }
  });
  return app;
}

function insertServer(databaseUrl: string) {
  const pool = createPool(databaseUrl, BID_POOL);
  const app = Fastify();
  app.post<{ Querystring: { amount: string; user: string } }>("/bid", async (request, reply) => {
    const cents = Number(request.query.amount) * 100;
    await pool.query({
      name: "insert",
      text: "INSERT INTO plain_inserts (lot_id, user_id, cents) VALUES (1, $1, $2)",
      values: [request.query.user, cents],
    });
    return reply.send({ amount: cents / 100 });
  });
  return app;
}

function pageServer({ databaseUrl, statements, bytes }: Extract<LimitOrder, { kind: "page" }>) {
  const pool = createPool(databaseUrl, PAGE_POOL);
  const app = Fastify();
  app.get("/*", async (_request, reply) => {
    await Promise.all(
      statements.map(({ name, text, values }) => pool.query({ name, text, values: [...values] })),
    );
    return reply.type("application/json; charset=utf-8").send(bytes);
  });
  return app;
}

async function obey(order: LimitOrder): Promise<void> {
  const app =
    order.kind === "page"
      ? pageServer(order)
      : order.kind === "bid"
        ? bidServer(order.databaseUrl)
        : insertServer(order.databaseUrl);
  process.send?.(await app.listen({ port: 0, host: "127.0.0.1" }));
}

process.once("message", (order: LimitOrder) => unawaited(obey(order)));
process.on("disconnect", () => process.exit(0));
