import { Client } from "pg";
import { connectionConfig } from "../db/pool.ts";
import type { OpenLine } from "./line.ts";

/** The channel on which transactions notify. */
export const NOTIFY_CHANNEL = "gavelyard_events";
/** PostgreSQL refuses payloads of 8,000 bytes and more. */
export const MAX_NOTE_BYTES = 7_900;

/** The line that the database itself offers: LISTEN and NOTIFY. */
export function postgresLine(url: string): OpenLine {
  return async ({ onText, onLost }) => {
    const client = new Client({ ...connectionConfig(url, "gavelyard-bus"), pipeline: true });
    client.on("notification", (message) => onText(message.payload ?? ""));
    client.on("error", onLost);
    client.on("end", onLost);
    await client.connect();
    await client.query(`LISTEN ${NOTIFY_CHANNEL}`);
    return {
      say: async (text) => {
        await client.query("SELECT pg_notify($1, $2)", [NOTIFY_CHANNEL, text]);
      },
      close: () => client.end(),
    };
  };
}
