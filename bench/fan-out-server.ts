import { unawaited } from "../domain/src/unawaited.ts";
import { createServer, type Server as HttpServer } from "node:http";
import { Server as SocketIoServer } from "socket.io";
import { createServer as createSockjs, type Connection } from "sockjs";
import { WebSocketServer } from "ws";
import { pino } from "pino";
import { createApp } from "../server/src/app.ts";
import type { Context } from "../server/src/context.ts";
import { createPool } from "../server/src/db/pool.ts";
import { Bus } from "../server/src/events/bus.ts";
import { chooseCarrier } from "../server/src/events/carrier.ts";
import { LocalFiles } from "../server/src/files/local-files.ts";
import { Pushes } from "../server/src/push/pushes.ts";
import { PictureStore } from "../server/src/media/picture-store.ts";
import { readSettings } from "../server/src/settings.ts";
import { openPlainSecrets } from "../server/src/testing/secrets.ts";

/**
 * What a server process runs: our server, where each command places a bid at the bid desk, or a
 * peer that sends the same bytes to each connection.
 */
export type FanOutOrder =
  | {
      readonly kind: "product";
      readonly env: Readonly<Record<string, string>>;
      readonly inventoryId: number;
      readonly userIds: readonly number[];
    }
  | { readonly kind: Peer; readonly frame: string };

/** Alternatives that send the same bytes: a bare broadcast, and two frameworks with default use. */
export type Peer = "ws" | "socket.io" | "sockjs";

/** Command from the parent: send messages, or report the CPU used so far. */
export type FanOutCommand = { readonly send: number } | { readonly cpu: true };

/** Returns the CPU used since the start, in microseconds. */
const cpuMicros = () => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

async function serveProduct({
  env,
  inventoryId,
  userIds,
}: Extract<FanOutOrder, { kind: "product" }>) {
  const settings = readSettings(env);
  const databaseUrl = env["DATABASE_URL"] ?? "";
  const log = pino({ level: "silent" });
  const pool = createPool(databaseUrl);
  const bus = new Bus(databaseUrl, log, await chooseCarrier(settings.busUrl, pool));
  await bus.start();
  const context: Context = {
    settings,
    databaseUrl,
    servers: null,
    pool,
    secrets: await openPlainSecrets(pool),
    bus,
    files: new LocalFiles("/nonexistent"),
    log,
    publicUrl: "http://localhost",
  };
  const app = await createApp(context, {
    pushes: new Pushes(context),
    pictures: new PictureStore(context.files, async () => undefined),
    checkResponses: false,
    pages: false,
    isReady: () => true,
  });
  let amount = 0;
  const send = async () => {
    await app.desk.place({
      inventoryId,
      userId: userIds[++amount % userIds.length] ?? 0,
      amountCents: amount * 100,
      maxCents: null,
      raisesBidId: null,
      idempotencyKey: null,
      ip: null,
    });
  };
  return { url: await app.listen({ port: 0, host: "127.0.0.1" }), send };
}

async function servePeer(peer: Peer, frame: string) {
  const http = createServer();
  const send = peers[peer](http, frame);
  await new Promise<void>((resolve) => {
    http.listen(0, "127.0.0.1", resolve);
  });
  const address = http.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { url: `http://127.0.0.1:${address.port}`, send: async () => send() };
}

const peers: Readonly<Record<Peer, (http: HttpServer, frame: string) => () => void>> = {
  ws(http, frame) {
    const sockets = new WebSocketServer({ server: http, perMessageDeflate: false });
    sockets.on("connection", (socket) => socket.send(frame, { binary: false }));
    return () => {
      for (const socket of sockets.clients) socket.send(frame, { binary: false });
    };
  },
  "socket.io"(http, frame) {
    const io = new SocketIoServer(http, { transports: ["websocket"] });
    io.on("connection", (socket) => socket.emit("message", frame));
    return () => {
      io.emit("message", frame);
    };
  },
  sockjs(http, frame) {
    const connections = new Set<Connection>();
    const server = createSockjs({ log: () => {} });
    server.on("connection", (connection) => {
      connections.add(connection);
      connection.on("close", () => connections.delete(connection));
      connection.write(frame);
    });
    server.installHandlers(http, { prefix: "/echo" });
    return () => {
      for (const connection of connections) connection.write(frame);
    };
  },
};

async function obey(order: FanOutOrder): Promise<void> {
  const { url, send } =
    order.kind === "product" ? await serveProduct(order) : await servePeer(order.kind, order.frame);
  process.on("message", (command: FanOutCommand) => {
    if ("cpu" in command) process.send?.({ cpuMicros: cpuMicros() });
    else for (let sent = 0; sent < command.send; sent += 1) unawaited(send());
  });
  process.send?.({ url });
}

process.once("message", (order: FanOutOrder) => unawaited(obey(order)));
process.on("disconnect", () => process.exit(0));
