import { randomUUID } from "node:crypto";
import { keptSecret } from "../db/kept-secret.ts";
import type { Db } from "../db/pool.ts";
import type { OpenLine } from "./line.ts";

/** What carries most events in the database's place. */
export interface Carrier {
  /** As people call it. */
  readonly name: string;
  readonly open: OpenLine;
}

/**
 * The carrier that `BUS_URL` chooses; null for the database itself. Each marketplace has a channel
 * of its own, named by its database, so that several may share a server. Libraries load only where
 * they are used.
 */
export async function chooseCarrier(busUrl: string | null, db: Db): Promise<Carrier | null> {
  if (busUrl === null) return null;
  const site = await keptSecret(db, "bus-channel", randomUUID());
  if (/^rediss?:/.test(busUrl)) {
    const { redisLine } = await import("./redis-line.ts");
    return { name: "Redis", open: redisLine(busUrl, `gavelyard:${site}`) };
  }
  const { natsLine } = await import("./nats-line.ts");
  return { name: "NATS", open: natsLine(busUrl, `gavelyard.${site}`) };
}
