import { english } from "@gavelyard/messages/text";
import { once } from "node:events";
import { createServer } from "node:http";
import type { Connection } from "../connection.ts";
import { Prepared } from "../prepared.ts";
import { defaultSockJs, type SockJsSettings } from "../sockjs-settings.ts";
import { defaultLimits } from "../limits.ts";
import { SockJs } from "../sockjs.ts";

/**
 * The services that SockJS's own tests use: `/echo` sends back each message, `/close` closes with
 * "Go away!", `/amplify` sends 2 to the power of the message in letters, and `/ticker` sends
 * messages on its own.
 */
const services: Readonly<Record<string, (connection: Connection) => void>> = {
  "/echo": (connection) => {
    connection.onMessage = (bytes) => connection.send(new Prepared([bytes]));
  },
  "/close": (connection) => connection.close(3000, "Go away!"),
  "/amplify": (connection) => {
    connection.onMessage = (bytes) => {
      const letters = "x".repeat(2 ** Number(bytes.toString()));
      connection.send(new Prepared([Buffer.from(letters)]));
    };
  },
  "/ticker": (connection) => {
    const ticking = setInterval(() => connection.send(new Prepared([Buffer.from("tick!")])), 50);
    connection.onClose = () => clearInterval(ticking);
  },
};

/** Starts the services on a free port, with the same transports as `/ws-bid`. */
export async function startEchoServices(settings: Partial<SockJsSettings> = {}) {
  const endpoints = Object.entries(services).map(
    ([prefix, onConnection]) =>
      new SockJs({
        prefix,
        settings: { ...defaultSockJs, ...settings },
        origins: { mayConnect: () => true },
        mayAttempt: () => true,
        networkOf: () => "",
        admits: () => true,
        onConnection,
        sayFor: english,
        limits: defaultLimits,
      }),
  );
  const server = createServer((request, response) => {
    const owner = endpoints.find((endpoint) => endpoint.owns(request.url));
    if (owner === undefined) response.writeHead(404).end();
    else owner.handle(request, response);
  });
  server.on("upgrade", (request, socket, head) => {
    const owner = endpoints.find((endpoint) => endpoint.owns(request.url));
    if (owner === undefined) socket.destroy();
    else owner.upgrade(request, socket, head);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
