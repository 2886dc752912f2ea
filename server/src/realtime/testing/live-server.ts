import type { LotMessage } from "@gavelyard/contract/realtime";
import { english } from "@gavelyard/messages/text";
import { once } from "node:events";
import { pino } from "pino";
import type { SayFor } from "../close-codes.ts";
import type { LivePrincipal } from "../destinations.ts";
import type { LiveLimits } from "../limits.ts";
import { createHttpServer } from "../../http/connections/http-server.ts";
import { Realtime } from "../realtime.ts";
import type { SockJsSettings } from "../sockjs-settings.ts";
import { MemoryLedger } from "./memory-ledger.ts";

/** The live endpoint on a port of its own, over a ledger in memory. */
export interface LiveServer {
  readonly url: string;
  readonly realtime: Realtime;
  readonly ledger: MemoryLedger;
  /** Principals by token; other tokens are invalid. */
  readonly tokens: Map<string, LivePrincipal | "expired">;
  /** Writes a bid and publishes it, like the bid desk. */
  bid(inventoryId: number, amount: number): LotMessage;
  stop(): Promise<void>;
  /** Drops every connection without a close, like a killed process. */
  cut(): void;
}

export interface LiveServerOptions {
  readonly limits?: Partial<LiveLimits>;
  readonly sockJs?: Partial<SockJsSettings>;
  readonly allowedOrigins?: readonly string[];
  readonly networkFactor?: number;
  readonly sayFor?: SayFor;
  readonly now?: () => number;
  readonly port?: number;
}

export async function startLiveServer({
  limits = {},
  sockJs = {},
  allowedOrigins = ["https://gavelyard.example"],
  networkFactor = 0,
  sayFor = english,
  now = () => performance.now(),
  port = 0,
}: LiveServerOptions = {}): Promise<LiveServer> {
  const ledger = new MemoryLedger();
  const tokens: LiveServer["tokens"] = new Map();
  const realtime = new Realtime({
    authenticate: async (token) => tokens.get(token) ?? "invalid",
    lots: ledger,
    allowedOrigins,
    networkFactor,
    limits,
    sockJs,
    sayFor,
    log: pino({ level: "silent" }),
    now,
  });
  const { server } = createHttpServer(
    (_request, response) => response.writeHead(404).end(),
    realtime,
  );
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  const cut = () => {
    server.closeAllConnections();
    server.close();
  };
  return {
    url: `http://127.0.0.1:${address.port}`,
    realtime,
    ledger,
    tokens,
    bid(inventoryId, amount) {
      const message = ledger.bid(inventoryId, amount);
      realtime.publishLot(inventoryId, () => [message]);
      return message;
    },
    async stop() {
      await realtime.drain();
      cut();
    },
    cut,
  };
}
