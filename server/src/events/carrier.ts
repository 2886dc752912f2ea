import { randomUUID } from "node:crypto";
import type { Db } from "../db/pool.ts";
import { getOrCreateFact } from "../db/site-facts-sql.ts";
import type { OpenLine } from "./line.ts";

/** A message broker that carries most events instead of the database. */
export interface Carrier {
  readonly name: string;
  readonly open: OpenLine;
}

/**
 * Returns the carrier that `BUS_URL` chooses; null for the database itself. Each marketplace has a
 * channel of its own, named with a random id from its database, so that several can share a broker.
 * Client libraries are loaded only when used.
 */
export async function chooseCarrier(busUrl: string | null, db: Db): Promise<Carrier | null> {
  if (busUrl === null) return null;
  const site = await getOrCreateFact(db, "bus-channel", randomUUID());
  if (/^rediss?:/.test(busUrl)) {
    const { redisLine } = await import("./redis-line.ts");
    return { name: "Redis", open: redisLine(busUrl, `gavelyard:${site}`) };
  }
  const { natsLine } = await import("./nats-line.ts");
  return { name: "NATS", open: natsLine(busUrl, `gavelyard.${site}`) };
}
