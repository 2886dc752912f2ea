import type { Subscriber } from "./audience.ts";
import { closeCodes, type EndReason } from "./close-codes.ts";
import type { Connection } from "./connection.ts";
import { resolveDestination, type LivePrincipal, type Refusal } from "./destinations.ts";
import { readHandshake } from "./handshake.ts";
import type { Hub } from "./hub.ts";
import { Allowance, type LiveLimits } from "./limits.ts";
import { Prepared } from "./prepared.ts";
import {
  encodeFrame,
  StompError,
  StompParser,
  type StompFrame,
  type StompVersion,
} from "./stomp-codec.ts";

/** Silence after which a heartbeat is sent, in ms. */
const SEND_AFTER_SILENCE_MS = 3_500;
const MAX_ID_LENGTH = 100;
const heartbeat = new Prepared([Buffer.from("\n")]);

export type AuthenticateLive = (token: string) => Promise<LivePrincipal | "expired" | "invalid">;

const refusals: Readonly<
  Record<Refusal, { readonly reason: EndReason; readonly message: string }>
> = {
  unknown: { reason: "protocol", message: "There is no such destination" },
  "sign-in": { reason: "token", message: "Sign in first: the token is missing" },
  forbidden: { reason: "access", message: "Your account may not listen here" },
};

interface Subscription {
  readonly isPrivate: boolean;
  readonly end: () => void;
}

export interface StompSessionOptions {
  readonly hub: Hub;
  readonly authenticate: AuthenticateLive;
  readonly limits: LiveLimits;
  readonly now: () => number;
  /** Told when the server ends the session. */
  readonly onEnd: (reason: EndReason) => void;
}

/** One client's STOMP session over a connection. Reads only: bids go over HTTP. */
export class StompSession {
  readonly connection: Connection;
  readonly #options: StompSessionOptions;
  readonly #parser: StompParser;
  readonly #allowance: Allowance;
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #openedAtMs: number;
  #freeSubscribes: number;
  #version: StompVersion = "1.0";
  #principal: LivePrincipal | null = null;
  #tokenExpired = false;
  #connected = false;
  #ended = false;
  #work: Promise<void> = Promise.resolve();
  #heardAtMs: number;
  #sentAtMs: number;
  #sendsHeartbeats = false;
  /** Silence after which the client counts as gone, in ms; null when it promised no heartbeats. */
  #goneAfterMs: number | null = null;

  constructor(connection: Connection, options: StompSessionOptions) {
    const now = options.now();
    this.connection = connection;
    this.#options = options;
    this.#parser = new StompParser(options.limits.frameBytes);
    this.#allowance = new Allowance(options.limits.framesASecond, now);
    this.#freeSubscribes = options.limits.subscriptions;
    this.#openedAtMs = this.#heardAtMs = this.#sentAtMs = now;
    connection.onMessage = (bytes) => this.#receive(bytes);
  }

  /** Null before CONNECT and for visitors. */
  get userId(): number | null {
    return this.#principal?.userId ?? null;
  }

  get subscriptions(): number {
    return this.#subscriptions.size;
  }

  /** Called twice a second: heartbeats, and what was waited for too long. */
  tick(nowMs: number): void {
    if (this.#ended) return;
    if (!this.#connected) {
      if (nowMs - this.#openedAtMs > this.#options.limits.connectMs)
        this.fail("limit", "No CONNECT came in time");
      return;
    }
    if (this.#principal !== null && nowMs > this.#principal.expiresAtMs) this.#expire();
    if (this.#ended) return;
    if (this.#goneAfterMs !== null && nowMs - this.#heardAtMs > this.#goneAfterMs)
      return this.fail("silence", "Heartbeats are missing");
    if (this.#sendsHeartbeats && nowMs - this.#sentAtMs >= SEND_AFTER_SILENCE_MS)
      this.#sendPrepared(heartbeat);
  }

  /** Ends a session whose token stopped working; its client gets itself a new one. */
  revoke(): void {
    if (this.#principal !== null) this.fail("token", "The token is no longer valid");
  }

  /** Answers an ERROR that says what is wrong, and closes. */
  fail(reason: EndReason, message: string, headers: Readonly<Record<string, string>> = {}): void {
    if (this.#ended) return;
    const head = { message, "content-type": "text/plain", ...headers };
    this.#send(encodeFrame("ERROR", head, message, this.#version));
    this.#options.onEnd(reason);
    this.close(reason, message);
  }

  /** Closes without an ERROR. */
  close(reason: EndReason, message: string): void {
    this.end();
    this.connection.close(closeCodes[reason], message);
  }

  /** Lets go of every subscription. */
  end(): void {
    this.#ended = true;
    for (const subscription of this.#subscriptions.values()) subscription.end();
    this.#subscriptions.clear();
  }

  /** What belongs to the user alone ends with the token; public topics go on without it. */
  #expire(): void {
    const isPrivate = [...this.#subscriptions.values()].some((each) => each.isPrivate);
    if (isPrivate) return this.fail("token", "Token expired");
    this.#principal = null;
    this.#tokenExpired = true;
  }

  #send(bytes: Buffer): void {
    this.#sendPrepared(new Prepared([bytes]));
  }

  #sendPrepared(message: Prepared): void {
    this.#sentAtMs = this.#options.now();
    this.connection.send(message);
  }

  #receive(bytes: Buffer): void {
    if (this.#ended) return;
    this.#heardAtMs = this.#options.now();
    let frames: StompFrame[];
    try {
      frames = this.#parser.push(bytes);
    } catch (error) {
      const message = error instanceof StompError ? error.message : "The frame cannot be read";
      return this.fail("protocol", message);
    }
    for (const frame of frames) {
      if (!this.#isAllowed(frame)) return this.fail("limit", "Too many frames a second");
      // Frames are done in their order, also when one waits for the database.
      this.#work = this.#work
        .then(() => this.#handle(frame))
        .catch(() => this.fail("protocol", "Try again in a moment", receiptOf(frame)));
    }
  }

  /** A page may open all its subscriptions at once; otherwise frames come at a bounded rate. */
  #isAllowed(frame: StompFrame): boolean {
    if (frame.command === "SUBSCRIBE" && this.#freeSubscribes > 0) {
      this.#freeSubscribes -= 1;
      return true;
    }
    return this.#allowance.take(this.#heardAtMs);
  }

  async #handle(frame: StompFrame): Promise<void> {
    if (this.#ended) return;
    const isConnect = frame.command === "CONNECT" || frame.command === "STOMP";
    if (isConnect === this.#connected)
      return this.#refuse(frame, isConnect ? "Already connected" : "CONNECT first");
    switch (frame.command) {
      case "CONNECT":
      case "STOMP":
        return this.#connect(frame);
      case "SUBSCRIBE":
        await this.#subscribe(frame);
        return this.#receipt(frame);
      case "UNSUBSCRIBE":
        this.#unsubscribe(frame);
        return this.#receipt(frame);
      case "DISCONNECT":
        this.#receipt(frame);
        this.end();
        return this.connection.close(1000, "Bye");
      case "SEND":
        return this.#refuse(frame, "Nothing may be sent here: bids are placed over HTTP", "access");
      default: {
        const command = JSON.stringify(frame.command.slice(0, 20));
        return this.#refuse(frame, `The command ${command} is not known here`);
      }
    }
  }

  #refuse(frame: StompFrame, message: string, reason: EndReason = "protocol"): void {
    this.fail(reason, message, receiptOf(frame));
  }

  #receipt(frame: StompFrame): void {
    const headers = receiptOf(frame);
    if ("receipt-id" in headers && !this.#ended)
      this.#send(encodeFrame("RECEIPT", headers, "", this.#version));
  }

  async #connect(frame: StompFrame): Promise<void> {
    const handshake = readHandshake(frame, this.#options.limits.silenceMs);
    if ("fault" in handshake)
      return this.fail("protocol", handshake.fault, { ...receiptOf(frame), ...handshake.headers });
    if (handshake.token !== null) {
      const principal = await this.#options.authenticate(handshake.token);
      if (this.#ended) return;
      if (principal === "expired") return this.#refuse(frame, "Token expired", "token");
      if (principal === "invalid") return this.#refuse(frame, "Invalid token", "token");
      this.#principal = principal;
    }
    this.#version = this.#parser.version = handshake.version;
    this.#sendsHeartbeats = handshake.wantsHeartbeats;
    this.#goneAfterMs = handshake.goneAfterMs;
    this.#connected = true;
    this.#send(encodeFrame("CONNECTED", handshake.connected, "", handshake.version));
  }

  async #subscribe(frame: StompFrame): Promise<void> {
    const destination = frame.headers.get("destination");
    const id = this.#subscriptionId(frame);
    if (destination === undefined || id === undefined)
      return this.#refuse(frame, "SUBSCRIBE needs the headers destination and id");
    if (id.length > MAX_ID_LENGTH)
      return this.#refuse(frame, "The subscription's id is too long", "limit");
    if ((frame.headers.get("ack") ?? "auto") !== "auto")
      return this.#refuse(frame, "Messages are not acknowledged here: ack must be auto");
    if (this.#subscriptions.has(id)) return this.#refuse(frame, "The subscription's id is in use");
    if (this.#subscriptions.size >= this.#options.limits.subscriptions)
      return this.#refuse(frame, "Too many subscriptions", "limit");
    const resolved = resolveDestination(destination, this.#principal);
    if (typeof resolved === "string") {
      if (resolved === "sign-in" && this.#tokenExpired)
        return this.#refuse(frame, "Token expired", "token");
      const { message, reason } = refusals[resolved];
      return this.#refuse(frame, message, reason);
    }
    const subscriber: Subscriber = {
      connection: this.connection,
      version: this.#version,
      id,
      cut: () => this.fail("slow", "Your connection is too slow for these messages"),
    };
    const { hub } = this.#options;
    if (resolved.kind === "lot") {
      const { inventoryId } = resolved;
      const end = () => hub.unsubscribeLot(inventoryId, subscriber);
      return this.#subscribeLot(frame, inventoryId, subscriber, { isPrivate: false, end });
    }
    const { channel, isPrivate } = resolved;
    hub.subscribe(channel, destination, subscriber);
    this.#subscriptions.set(id, { isPrivate, end: () => hub.unsubscribe(channel, subscriber) });
  }

  async #subscribeLot(
    frame: StompFrame,
    inventoryId: number,
    subscriber: Subscriber,
    subscription: Subscription,
  ): Promise<void> {
    const lastSeq = frame.headers.get("last-seq");
    if (lastSeq !== undefined && !/^\d{1,9}$/.test(lastSeq))
      return this.#refuse(frame, "The header last-seq is not a number");
    this.#subscriptions.set(subscriber.id, subscription);
    const joined = await this.#options.hub.subscribeLot(
      inventoryId,
      subscriber,
      lastSeq === undefined ? null : Number(lastSeq),
    );
    if (joined === "unknown") this.#refuse(frame, "This vehicle is not in an auction");
  }

  #unsubscribe(frame: StompFrame): void {
    const id = this.#subscriptionId(frame);
    if (id === undefined) return this.#refuse(frame, "UNSUBSCRIBE needs the header id");
    this.#subscriptions.get(id)?.end();
    this.#subscriptions.delete(id);
  }

  /** In version 1.0 a subscription may be known by its destination. */
  #subscriptionId({ headers }: StompFrame): string | undefined {
    return headers.get("id") ?? (this.#version === "1.0" ? headers.get("destination") : undefined);
  }
}

/** What an answer says of the frame that it answers. */
function receiptOf({ headers }: StompFrame): Record<string, string> {
  const receipt = headers.get("receipt");
  return receipt === undefined ? {} : { "receipt-id": receipt };
}
