import { unawaited } from "../domain/src/unawaited.ts";
import Fastify from "fastify";
import { createPool } from "../server/src/db/pool.ts";

/**
 * Bare Fastify routes as a baseline, in a child process: `bid`, a transaction per bid; `insert`,
 * one row per call; `units`, lists from a plain table. The parent sends the order, and the process
 * replies with its URL.
 */
export interface LimitOrder {
  readonly kind: "bid" | "insert" | "units";
  readonly databaseUrl: string;
}

const BID_POOL = 16;
const UNIT_POOL = 12;

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

function unitServer(databaseUrl: string) {
  const pool = createPool(databaseUrl, UNIT_POOL);
  const app = Fastify();
  const columns = "id, make, model, year, price, state, body";
  app.get("/list", async () => {
    const [page, count] = await Promise.all([
      pool.query({
        name: "list",
        text: `SELECT ${columns} FROM plain_units ORDER BY price LIMIT 24`,
      }),
      pool.query({ name: "count", text: "SELECT count(*) FROM plain_units" }),
    ]);
    return { content: page.rows, total: count.rows };
  });
  app.post<{ Body: { make: string } }>("/filter", async ({ body }) => {
    const where = "FROM plain_units WHERE make = $1";
    const values = [body.make];
    const facet = (column: string) =>
      pool.query({
        name: `facet-${column}`,
        text: `SELECT ${column} AS value, count(*) ${where} GROUP BY 1`,
        values,
      });
    const [page, model, year, state] = await Promise.all([
      pool.query({
        name: "found",
        text: `SELECT ${columns} ${where} ORDER BY price LIMIT 24`,
        values,
      }),
      facet("model"),
      facet("year"),
      facet("state"),
    ]);
    return { content: page.rows, model: model.rows, year: year.rows, state: state.rows };
  });
  app.get<{ Params: { id: string } }>("/unit/:id", async ({ params }) => {
    const text = `SELECT ${columns} FROM plain_units WHERE id = $1`;
    return (await pool.query({ name: "unit", text, values: [params.id] })).rows[0] ?? {};
  });
  app.get<{ Params: { id: string } }>("/page/:id", async ({ params }, reply) => {
    const text = `SELECT ${columns} FROM plain_units WHERE id = $1`;
    const { rows } = await pool.query<Record<string, string | number>>({
      name: "unit",
      text,
      values: [params.id],
    });
    const lines = Object.entries(rows[0] ?? {}).map(([name, value]) => `<p>${name}: ${value}</p>`);
    return reply.type("text/html").send(`<!doctype html>${lines.join("").repeat(8)}`);
  });
  return app;
}

async function obey(order: LimitOrder): Promise<void> {
  const servers = { bid: bidServer, insert: insertServer, units: unitServer };
  const app = servers[order.kind](order.databaseUrl);
  process.send?.(await app.listen({ port: 0, host: "127.0.0.1" }));
}

process.once("message", (order: LimitOrder) => unawaited(obey(order)));
process.on("disconnect", () => process.exit(0));
