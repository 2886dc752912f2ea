import { createClient } from "redis";
import type { OpenLine } from "./line.ts";

const CONNECT_TIMEOUT_MS = 3_000;

/**
 * Opens connections on a Redis channel; Redis 6 or newer lets one connection listen and publish.
 */
export function redisLine(url: string, channel: string): OpenLine {
  return async ({ onText, onLost }) => {
    const client = createClient({
      url,
      name: "gavelyard-bus",
      RESP: 3,
      disableOfflineQueue: true,
      // `BusConnection` opens a new one.
      socket: { reconnectStrategy: false, connectTimeout: CONNECT_TIMEOUT_MS },
    });
    client.on("error", onLost);
    client.on("end", onLost);
    try {
      await client.connect();
      await client.subscribe(channel, onText);
    } catch (error) {
      if (client.isOpen) client.destroy();
      throw error;
    }
    return {
      publish: async (text) => {
        await client.publish(channel, text);
      },
      close: async () => {
        if (client.isOpen) client.destroy();
      },
    };
  };
}
