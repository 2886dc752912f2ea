import { connectionConfig } from "../db/pool.ts";
import type { DatabaseAddress } from "../db/servers/servers.ts";
import type { OpenLine } from "./line.ts";

export const NOTIFY_CHANNEL = "gavelyard_events";
/** Maximum length of a note, in bytes; PostgreSQL refuses payloads of 8,000 bytes or more. */
export const MAX_NOTE_BYTES = 7_900;

/** Opens connections on the database itself, with LISTEN and NOTIFY. */
export function postgresLine(address: DatabaseAddress): OpenLine {
  return async ({ onText, onLost }) => {
    const config = connectionConfig(address, "gavelyard-bus");
    const client = new config.Client({ ...config, pipeline: true });
    client.on("notification", (message) => onText(message.payload ?? ""));
    client.on("error", onLost);
    client.on("end", onLost);
    await client.connect();
    await client.query(`LISTEN ${NOTIFY_CHANNEL}`);
    return {
      publish: async (text) => {
        await client.query("SELECT pg_notify($1, $2)", [NOTIFY_CHANNEL, text]);
      },
      close: () => client.end(),
    };
  };
}
