import { controlPrefix } from "@gavelyard/contract/topics";
import type { ChangeMessage, LotMessage, UserEvent } from "@gavelyard/contract/realtime";
import { english, msg } from "@gavelyard/messages/text";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { EndReason, SayFor } from "./close-codes.ts";
import { CLOSE_WITHIN_MS, type Connection } from "./connection.ts";
import { userChannel } from "./destinations.ts";
import { Hub } from "./hub.ts";
import { defaultLimits, type LiveLimits } from "./limits.ts";
import type { LotSource } from "./lot-reads.ts";
import { originRule } from "./origins.ts";
import { defaultSockJs, type SockJsSettings } from "./sockjs-settings.ts";
import { SockJs, type AdmitsRequest } from "./sockjs.ts";
import { StompSession, type AuthenticateLive } from "./stomp-session.ts";

const TICK_MS = 500;
const REFRESH_EVERY_TICKS = 30;
const REFRESH_EVERY_TICKS_WHILE_DEAF = 4;
const OUTDATE_EVERY_TICKS_WHILE_DEAF = 20;
/** Time over which a shutdown spreads disconnects, in ms; clients then return one after another. */
const DRAIN_MS = 2_000;

export interface RealtimeOptions {
  readonly authenticate: AuthenticateLive;
  /** Reads the ledger; a row must be readable there before it is published. */
  readonly lots: LotSource;
  /** Origins that may connect in addition to the server's own. */
  readonly allowedOrigins: readonly string[];
  /** Multiplies the connection limit of one network; 0 for no limit. */
  readonly networkFactor: number;
  /** Returns the client's network; the socket's remote address by default. */
  readonly networkOf?: (request: IncomingMessage) => string;
  /** Counts a request; by default there is no limit. */
  readonly admits?: AdmitsRequest;
  readonly limits?: Partial<LiveLimits>;
  readonly sockJs?: Partial<SockJsSettings>;
  readonly log: Logger;
  /** Whether events of other processes arrive; while they don't, followed lots are reread often. */
  readonly receivesEvents?: () => boolean;
  /** Says what clients are told; English by default. */
  readonly sayFor?: SayFor;
  /** The clock, in ms; by default `performance.now()`, which changes of the wall clock don't affect. */
  readonly now?: () => number;
}

/** Figures for monitoring; counts are since the start. */
export interface RealtimeStats {
  readonly connections: number;
  readonly subscriptions: number;
  readonly lotsWatched: number;
  readonly delivered: number;
  readonly conflated: number;
  readonly ended: Readonly<Partial<Record<EndReason, number>>>;
}

/** Live bidding over SockJS and STOMP at `/ws-bid`. */
export class Realtime {
  readonly #options: RealtimeOptions;
  readonly #limits: LiveLimits;
  readonly #now: () => number;
  readonly #sayFor: SayFor;
  readonly #hub: Hub;
  readonly #sockJs: SockJs;
  readonly #sessions = new Set<StompSession>();
  readonly #perNetwork = new Map<string, number>();
  readonly #ended: Partial<Record<EndReason, number>> = {};
  readonly #ticking: NodeJS.Timeout;
  #ticks = 0;
  #controlRoomsStale = false;
  readonly #onError = (error: unknown) =>
    this.#options.log.warn({ err: error }, "couldn't bring a lot's topic up to date");

  constructor(options: RealtimeOptions) {
    this.#options = options;
    this.#limits = { ...defaultLimits, ...options.limits };
    this.#now = options.now ?? (() => performance.now());
    this.#sayFor = options.sayFor ?? english;
    this.#hub = new Hub({
      source: options.lots,
      limits: this.#limits,
      now: this.#now,
      onError: this.#onError,
    });
    this.#sockJs = new SockJs({
      prefix: "/ws-bid",
      settings: { ...defaultSockJs, ...options.sockJs },
      origins: originRule(options.allowedOrigins),
      // Clients over the limit get an ERROR; past twice the limit the handshake is refused.
      mayAttempt: (network) => !this.#isOverBound(this.#connectionsOf(network) / 2),
      admits: options.admits ?? (() => true),
      networkOf: options.networkOf ?? ((request) => request.socket.remoteAddress ?? ""),
      onConnection: (connection) => this.#welcome(connection),
      sayFor: this.#sayFor,
      limits: this.#limits,
    });
    this.#ticking = setInterval(() => this.#tick(), TICK_MS);
    this.#ticking.unref();
  }

  owns(url: string | undefined): boolean {
    return this.#sockJs.owns(url);
  }

  handleRequest(request: IncomingMessage, response: ServerResponse): void {
    this.#sockJs.handle(request, response);
  }

  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#sockJs.upgrade(request, socket, head);
  }

  /** Publishes committed rows. `messages` is called only if a client follows the lot. */
  publishLot(inventoryId: number, messages: () => readonly LotMessage[]): void {
    this.#hub.publishLot(inventoryId, messages);
  }

  /** Catches up on a lot after another process wrote rows up to `seq`. */
  lotMoved(inventoryId: number, seq: number): void {
    this.#hub.catchUp(inventoryId, seq);
  }

  /** Refreshes every lot and list, since events may have been missed or lots rescheduled. */
  catchUpAll(): void {
    this.#hub.outdatePrices();
    this.#refreshLots();
  }

  #refreshLots(): void {
    this.#hub.refreshAll().catch(this.#onError);
  }

  publish(destination: string, message: object): void {
    this.#hub.publish(destination, message);
  }

  watchersOf(inventoryId: number): number {
    return this.#hub.watchersOf(inventoryId);
  }

  /** Ids of the units whose lots are followed, in this process. */
  get unitsWatched(): Iterable<number> {
    return this.#hub.unitsWatched;
  }

  /** Makes control rooms refresh, twice a second at most, after a change in an auction. */
  refreshControlRooms(): void {
    this.#controlRoomsStale = true;
  }

  publishToUser(userId: number, event: UserEvent): void {
    this.#hub.publish(userChannel(userId), event);
  }

  /**
   * Ends a user's live connections after a change of their access; clients reconnect, with a new
   * token unless `keepsSessions`.
   */
  endUser(userId: number, keepsSessions: boolean): void {
    for (const session of this.#sessions) {
      if (session.userId !== userId) continue;
      if (!keepsSessions) session.revoke();
      else {
        this.#count("restart");
        session.close("restart", "Your permissions changed");
      }
    }
  }

  /** Authenticates signed-in connections again, since changes of access may have been missed. */
  authenticateAgain(): void {
    this.#authenticateAgain().catch(this.#onError);
  }

  async #authenticateAgain(): Promise<void> {
    for (const session of this.#sessions) await session.authenticateAgain();
  }

  stats(): RealtimeStats {
    let subscriptions = 0;
    for (const session of this.#sessions) subscriptions += session.subscriptions;
    return {
      connections: this.#sessions.size,
      subscriptions,
      lotsWatched: this.#hub.lotsWatched,
      ...this.#hub.deliveries,
      ended: { ...this.#ended },
    };
  }

  /**
   * Refuses new connections and closes the open ones, spread over a short time, with a code after
   * which clients reconnect. Resolves when all are closed, or after `CLOSE_WITHIN_MS`.
   */
  async drain(): Promise<void> {
    this.#sockJs.refuseNew();
    const sessions = [...this.#sessions];
    const pauseMs = Math.min(DRAIN_MS / Math.max(1, sessions.length / 10), DRAIN_MS / 10);
    for (const [index, session] of sessions.entries()) {
      if (!this.#sessions.has(session)) continue;
      this.#count("restart");
      session.close("restart", "The server is restarting");
      if (index % 10 === 9) await sleep(pauseMs);
    }
    clearInterval(this.#ticking);
    const deadline = performance.now() + CLOSE_WITHIN_MS;
    while (this.#sessions.size > 0 && performance.now() < deadline) await sleep(20);
  }

  #connectionsOf(network: string): number {
    return this.#perNetwork.get(network) ?? 0;
  }

  #isOverBound(connections: number): boolean {
    const { networkFactor } = this.#options;
    return networkFactor > 0 && connections > this.#limits.connectionsANetwork * networkFactor;
  }

  #welcome(connection: Connection): void {
    const session = new StompSession(connection, {
      hub: this.#hub,
      authenticate: this.#options.authenticate,
      limits: this.#limits,
      now: this.#now,
      onEnd: (reason) => this.#count(reason),
      sayFor: this.#sayFor,
    });
    const { network } = connection;
    const count = this.#connectionsOf(network) + 1;
    this.#perNetwork.set(network, count);
    this.#sessions.add(session);
    connection.onClose = () => {
      session.end();
      this.#sessions.delete(session);
      const left = this.#connectionsOf(network) - 1;
      if (left > 0) this.#perNetwork.set(network, left);
      else this.#perNetwork.delete(network);
    };
    if (this.#isOverBound(count))
      session.fail({ reason: "limit", message: msg("Too many connections from your address") });
  }

  #count(reason: EndReason): void {
    this.#ended[reason] = (this.#ended[reason] ?? 0) + 1;
  }

  #tick(): void {
    const now = this.#now();
    for (const session of this.#sessions) session.tick(now);
    this.#hub.tend(now);
    if (this.#controlRoomsStale) {
      this.#controlRoomsStale = false;
      this.#hub.publishUnder(controlPrefix, { v: 1, type: "CHANGED" } satisfies ChangeMessage);
    }
    const deaf = this.#options.receivesEvents?.() === false;
    const every = deaf ? REFRESH_EVERY_TICKS_WHILE_DEAF : REFRESH_EVERY_TICKS;
    if (++this.#ticks % every === 0) this.#refreshLots();
    if (deaf && this.#ticks % OUTDATE_EVERY_TICKS_WHILE_DEAF === 0) this.#hub.outdatePrices();
  }
}
