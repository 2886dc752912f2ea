import { connect, type ConnectionOptions } from "@nats-io/transport-node";
import type { OpenLine } from "./line.ts";

const CONNECT_TIMEOUT_MS = 3_000;

/**
 * Opens connections on a NATS subject. The URL may contain a user and password, or only a token.
 */
export function natsLine(address: string, subject: string): OpenLine {
  const options = connectionOptions(address);
  return async ({ onText, onLost }) => {
    const connection = await connect(options);
    connection.closed().then(onLost, onLost);
    connection.subscribe(subject, {
      callback: (error, message) => {
        if (error === null) onText(message.string());
      },
    });
    await connection.flush();
    return {
      publish: async (text) => {
        connection.publish(subject, text);
        await connection.flush();
      },
      close: () => connection.close(),
    };
  };
}

function connectionOptions(address: string): ConnectionOptions {
  const url = new URL(address);
  const user = decodeURIComponent(url.username);
  const pass = decodeURIComponent(url.password);
  return {
    servers: url.host,
    name: "gavelyard-bus",
    // `BusConnection` opens a new one.
    reconnect: false,
    timeout: CONNECT_TIMEOUT_MS,
    ...(url.protocol === "tls:" ? { tls: {} } : {}),
    ...(user === "" ? {} : pass === "" ? { token: user } : { user, pass }),
  };
}
