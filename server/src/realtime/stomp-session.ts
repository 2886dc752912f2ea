import { english, msg } from "@gavelyard/messages/text";
import {
  closeCodes,
  refusalCodes,
  type EndReason,
  type Fault,
  type SayFor,
} from "./close-codes.ts";
import type { Connection } from "./connection.ts";
import type { LivePrincipal } from "./destinations.ts";
import { agreedVersion, readHandshake } from "./handshake.ts";
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
import { Subscriptions } from "./subscriptions.ts";
import { Transactions } from "./transactions.ts";

/** How early a heartbeat may be sent, in ms, since the next tick could be too late. */
const BEAT_EARLY_MS = 500;
const expired: Fault = { reason: "token", code: "token-expired", message: msg("Token expired") };
const heartbeat = new Prepared([Buffer.from("\n")]);

export type AuthenticateLive = (token: string) => Promise<LivePrincipal | "expired" | "invalid">;

export interface StompSessionOptions {
  readonly hub: Hub;
  readonly authenticate: AuthenticateLive;
  readonly limits: LiveLimits;
  readonly now: () => number;
  readonly onEnd: (reason: EndReason) => void;
  readonly sayFor: SayFor;
}

/** One client's STOMP session over a connection. Read-only: bids go over HTTP. */
export class StompSession {
  readonly connection: Connection;
  readonly #options: StompSessionOptions;
  readonly #parser: StompParser;
  readonly #allowance: Allowance;
  readonly #acknowledgements: Allowance;
  readonly #subscriptions: Subscriptions;
  readonly #transactions = new Transactions();
  readonly #openedAtMs: number;
  #freeSubscribes: number;
  #freeUnsubscribes = 0;
  #version: StompVersion = "1.0";
  #accepted: string | undefined;
  #principal: LivePrincipal | null = null;
  #token: string | null = null;
  #tokenExpired = false;
  #connected = false;
  #greeted = false;
  /** Whether a frame was unreadable, after which input is ignored. */
  #unreadable = false;
  #ended = false;
  #work: Promise<void> = Promise.resolve();
  #heardAtMs: number;
  #sentAtMs: number;
  /** Silence after which we send a heartbeat, in ms; null when the client wants none. */
  #beatAfterMs: number | null = null;
  /** Silence after which the client is disconnected, in ms; null when it sends no heartbeats. */
  #goneAfterMs: number | null = null;
  /** When too much was first buffered for the client, in ms; null when it isn't. */
  #behindSinceMs: number | null = null;

  constructor(connection: Connection, options: StompSessionOptions) {
    const now = options.now();
    this.connection = connection;
    this.#accepted = connection.accepted;
    this.#options = options;
    this.#parser = new StompParser(options.limits.frameBytes);
    this.#allowance = new Allowance(options.limits.framesASecond, now);
    this.#acknowledgements = new Allowance(options.limits.acksASecond, now);
    const { hub, limits } = options;
    const cut = () => this.#cut();
    this.#subscriptions = new Subscriptions({ hub, limits, connection, cut });
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

  /** Sends heartbeats and checks timeouts; called twice a second. */
  tick(nowMs: number): void {
    if (this.#ended) return;
    if (!this.#connected) {
      if (nowMs - this.#openedAtMs > this.#options.limits.connectMs)
        this.fail({ reason: "limit", message: "No CONNECT in time" });
      return;
    }
    if (this.#principal !== null && nowMs > this.#principal.expiresAtMs) this.#expire();
    if (this.#ended) return;
    if (this.#goneAfterMs !== null && nowMs - this.#heardAtMs > this.#goneAfterMs)
      return this.fail({ reason: "silence", message: msg("Heartbeats are missing") });
    if (this.#isTooSlow(nowMs)) return this.#cut();
    if (this.#beatAfterMs !== null && nowMs - this.#sentAtMs >= this.#beatAfterMs)
      this.#sendPrepared(heartbeat);
  }

  /** Ends a session whose token was revoked; its client gets a new token. */
  revoke(): void {
    if (this.#principal !== null)
      this.fail({ reason: "token", message: msg("The token is no longer valid") });
  }

  /**
   * Authenticates the client again. Ends the session if its token is no longer valid or can't be
   * checked, or has other rights; its client then reconnects.
   */
  async authenticateAgain(): Promise<void> {
    if (this.#principal === null || this.#token === null) return;
    const now = await this.#options.authenticate(this.#token).catch(() => null);
    // It may have ended or expired meanwhile.
    if (this.#ended || this.#principal === null) return;
    if (now === "invalid" || now === "expired") return this.revoke();
    const hasSameRights = now !== null && rightsOf(now) === rightsOf(this.#principal);
    if (hasSameRights) return;
    this.#options.onEnd("restart");
    this.close("restart", "Your access has to be checked");
  }

  /** Sends an ERROR and closes the connection. */
  fail(
    { reason, code = refusalCodes[reason], message }: Fault,
    headers: Readonly<Record<string, string>> = {},
  ): void {
    if (this.#ended) return;
    const said =
      typeof message === "string" ? message : this.#options.sayFor(message, this.#accepted);
    const head = { message: said, code, "content-type": "text/plain", ...headers };
    this.#send(encodeFrame("ERROR", head, said, this.#version));
    this.#options.onEnd(reason);
    this.close(reason, english(message));
  }

  #cut(): void {
    this.fail({ reason: "slow", message: msg("Your connection is too slow for these messages") });
  }

  close(reason: EndReason, message: string): void {
    this.end();
    this.connection.close(closeCodes[reason], message);
  }

  end(): void {
    this.#ended = true;
    this.#subscriptions.endAll();
  }

  /** Ends the session if it has private subscriptions; public topics continue without a token. */
  #expire(): void {
    if (this.#subscriptions.hasPrivate) return this.fail(expired);
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
    if (this.#ended || this.#unreadable) return;
    this.#heardAtMs = this.#options.now();
    try {
      for (const frame of this.#parser.push(bytes)) {
        if (!this.#isAllowed(frame))
          return this.fail({ reason: "limit", message: msg("Too many frames per second") });
        if (isConnect(frame) && !this.#greeted) this.#greet(frame);
        // Frames are processed in order, even when one waits for the database.
        this.#work = this.#work
          .then(() => this.#handle(frame))
          .catch(() =>
            this.fail(
              { reason: "protocol", code: "unavailable", message: msg("Try again in a moment") },
              receiptOf(frame),
            ),
          );
      }
    } catch (error) {
      const message = error instanceof StompError ? error.message : "We can't read this frame";
      this.#unreadable = true;
      // Earlier frames are processed first.
      this.#work = this.#work.then(() => this.fail({ reason: "protocol", message }));
    }
  }

  /** Sets the parser's version at once: frames after CONNECT are parsed before its response. */
  #greet(frame: StompFrame): void {
    this.#greeted = true;
    this.#parser.version = agreedVersion(frame) ?? "1.0";
  }

  /** Limits the rate of frames; a page may open and end all its subscriptions at once. */
  #isAllowed({ command }: StompFrame): boolean {
    if (command === "SUBSCRIBE") {
      this.#freeUnsubscribes += 1;
      if (this.#freeSubscribes > 0) {
        this.#freeSubscribes -= 1;
        return true;
      }
    } else if (command === "UNSUBSCRIBE" && this.#freeUnsubscribes > 0) {
      this.#freeUnsubscribes -= 1;
      return true;
    }
    const isAck = command === "ACK" || command === "NACK";
    return (isAck ? this.#acknowledgements : this.#allowance).take(this.#heardAtMs);
  }

  #isTooSlow(nowMs: number): boolean {
    const { conflateBytes, cutBytes, behindMs } = this.#options.limits;
    const waiting = this.connection.buffered();
    if (waiting <= conflateBytes) this.#behindSinceMs = null;
    else this.#behindSinceMs ??= nowMs;
    return (
      this.#behindSinceMs !== null && (waiting > cutBytes || nowMs - this.#behindSinceMs > behindMs)
    );
  }

  async #handle(frame: StompFrame): Promise<void> {
    if (this.#ended) return;
    if (isConnect(frame) === this.#connected)
      return this.#refuse(frame, {
        reason: "protocol",
        message: this.#connected ? "Already connected" : "CONNECT first",
      });
    const version = this.#version;
    switch (frame.command) {
      case "CONNECT":
      case "STOMP":
        return this.#connect(frame);
      case "SUBSCRIBE":
        return this.#answer(frame, await this.#subscribe(frame));
      case "UNSUBSCRIBE":
        return this.#answer(frame, this.#subscriptions.close(frame, version));
      case "BEGIN":
        return this.#answer(frame, this.#transactions.begin(frame));
      case "COMMIT":
      case "ABORT":
        return this.#answer(frame, this.#transactions.end(frame));
      case "NACK":
        // Version 1.0 has no NACK.
        if (version === "1.0") return this.#refuseUnknown(frame);
        return this.#answer(frame, this.#transactions.acknowledge(frame, version));
      case "ACK":
        return this.#answer(frame, this.#transactions.acknowledge(frame, version));
      case "DISCONNECT":
        this.#receipt(frame);
        this.end();
        return this.connection.close(1000, "Bye");
      case "SEND":
        return this.#refuse(frame, {
          reason: "access",
          message: msg("You can't send here. Place bids over HTTP."),
        });
      default:
        return this.#refuseUnknown(frame);
    }
  }

  #refuseUnknown(frame: StompFrame): void {
    const command = JSON.stringify(frame.command.slice(0, 20));
    this.#refuse(frame, { reason: "protocol", message: `Unknown command ${command}` });
  }

  #answer(frame: StompFrame, fault: Fault | null): void {
    if (fault === null) this.#receipt(frame);
    else this.#refuse(frame, fault);
  }

  #refuse(frame: StompFrame, fault: Fault): void {
    this.fail(fault, receiptOf(frame));
  }

  #receipt(frame: StompFrame): void {
    const headers = receiptOf(frame);
    if ("receipt-id" in headers && !this.#ended)
      this.#send(encodeFrame("RECEIPT", headers, "", this.#version));
  }

  async #connect(frame: StompFrame): Promise<void> {
    // Pages name their language here, since browsers add their own to the opening request.
    this.#accepted = frame.headers.get("accept-language") ?? this.#accepted;
    const handshake = readHandshake(frame, this.#options.limits.silenceMs);
    if ("fault" in handshake)
      return this.fail(
        { reason: "protocol", message: handshake.fault },
        { ...receiptOf(frame), ...handshake.headers },
      );
    if (handshake.token !== null) {
      const principal = await this.#options.authenticate(handshake.token);
      if (this.#ended) return;
      if (principal === "expired") return this.#refuse(frame, expired);
      if (principal === "invalid")
        return this.#refuse(frame, { reason: "token", message: msg("Invalid token") });
      this.#principal = principal;
      this.#token = handshake.token;
    }
    this.#version = handshake.version;
    const { beatsWithinMs } = handshake;
    this.#beatAfterMs = beatsWithinMs === null ? null : beatsWithinMs - BEAT_EARLY_MS;
    this.#goneAfterMs = handshake.goneAfterMs;
    this.#connected = true;
    this.#send(encodeFrame("CONNECTED", handshake.connected, "", handshake.version));
  }

  async #subscribe(frame: StompFrame): Promise<Fault | null> {
    const context = { version: this.#version, principal: this.#principal };
    const fault = await this.#subscriptions.open(frame, context);
    const needsNewToken = fault?.reason === "token" && this.#tokenExpired;
    return needsNewToken ? expired : fault;
  }
}

const rightsOf = ({ permissions }: LivePrincipal) => permissions.toSorted().join();

function isConnect({ command }: StompFrame): boolean {
  return command === "CONNECT" || command === "STOMP";
}

function receiptOf({ headers }: StompFrame): Record<string, string> {
  const receipt = headers.get("receipt");
  return receipt === undefined ? {} : { "receipt-id": receipt };
}
