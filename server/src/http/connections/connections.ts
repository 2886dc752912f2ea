import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Server as TlsServer } from "node:tls";
import { answerUnparsed } from "../errors.ts";
import { SilentConnections } from "../silent-connections.ts";

/** Minimum speed of a body, in bytes per ms. */
const BODY_PACE = 1;
const CHECK_INTERVAL_MS = 1_000;
/** Maximum read and discarded of a body after an early response. */
const LEFTOVER = { maxBytes: 1_048_576, maxMs: 2_000 } as const;
/** Maximum waits on shutdown, for requests still being sent and responses still being read. */
const STOP_WAIT_MS = { request: 1_000, answer: 5_000 } as const;
const STOP_POLL_MS = 20;

/** Progress of a body against its minimum speed. */
interface Progress {
  bytes: number;
  atMs: number;
  /** How much longer it may stall, in ms. */
  slackMs: number;
}

/**
 * Connections of an HTTP server. Cuts those that send nothing or whose body stalls, and ends all on
 * shutdown.
 */
export class Connections {
  readonly #server: Server;
  readonly #bodySlackMs: number;
  /** Latest response per connection; null before its first request. */
  readonly #answers = new Map<Socket, ServerResponse | null>();
  readonly #progress = new WeakMap<IncomingMessage, Progress>();
  readonly #silent: SilentConnections;
  #ending = false;

  constructor(
    server: Server,
    { bodyMs: bodySlackMs, headMs }: { readonly bodyMs: number; readonly headMs: number },
  ) {
    this.#server = server;
    this.#bodySlackMs = bodySlackMs;
    this.#silent = new SilentConnections(headMs);
    server.on("connection", (socket: Socket) => this.#silent.open(socket));
    // With TLS, requests have the encrypted connection's socket.
    server.on(server instanceof TlsServer ? "secureConnection" : "connection", (socket) => {
      this.#answers.set(socket, null);
      socket.once("close", () => this.#answers.delete(socket));
    });
    const timer = setInterval(
      () => {
        this.#cutStalled();
        this.#silent.cutOld();
      },
      Math.min(CHECK_INTERVAL_MS, bodySlackMs / 4),
    );
    timer.unref();
    server.once("close", () => clearInterval(timer));
  }

  /** Registers a request. Call it before the request is handled. */
  add(request: IncomingMessage, response: ServerResponse): void {
    this.#silent.sent(request.socket);
    this.#answers.set(request.socket, response);
    if (this.#ending) response.shouldKeepAlive = false;
    if (hasBody(request)) response.once("finish", () => readLeftover(request));
  }

  release(socket: Socket): void {
    this.#silent.sent(socket);
    this.#answers.delete(socket);
  }

  /** Makes every further response the last of its connection, with `Connection: close`. */
  startEnding(): void {
    this.#ending = true;
    for (const response of this.#answers.values()) {
      if (response !== null && !response.headersSent) response.shouldKeepAlive = false;
    }
  }

  /**
   * Ends all connections: idle ones at once, others after their response, up to the maximum wait.
   */
  async end(): Promise<void> {
    this.startEnding();
    for (const startedMs = performance.now(); this.#answers.size > 0;) {
      this.#server.closeIdleConnections();
      const waitedMs = performance.now() - startedMs;
      for (const [socket, response] of this.#answers) {
        const kind = isBeingAnswered(response) ? "answer" : "request";
        if (waitedMs >= STOP_WAIT_MS[kind]) socket.destroy();
      }
      await sleep(STOP_POLL_MS);
    }
  }

  #cutStalled(): void {
    const now = performance.now();
    for (const [socket, response] of this.#answers) {
      if (response === null || response.req.complete) continue;
      if (!this.#isStalled(socket, response.req, now)) continue;
      if (!response.headersSent) answerUnparsed({ code: "ERR_HTTP_REQUEST_TIMEOUT" }, socket);
      socket.destroySoon();
    }
  }

  #isStalled(socket: Socket, request: IncomingMessage, now: number): boolean {
    const bytes = socket.bytesRead;
    const known = this.#progress.get(request);
    if (known === undefined) {
      this.#progress.set(request, { bytes, atMs: now, slackMs: this.#bodySlackMs });
      return false;
    }
    // Bytes that we haven't read yet aren't the client's fault, nor is a blocked event loop.
    const isOurs = request.readableLength > 0 || request.isPaused();
    const passedMs = isOurs ? 0 : Math.min(now - known.atMs, 2 * CHECK_INTERVAL_MS);
    const gainedMs = (bytes - known.bytes) / BODY_PACE;
    known.slackMs = Math.min(this.#bodySlackMs, known.slackMs - passedMs + gainedMs);
    known.bytes = bytes;
    known.atMs = now;
    return known.slackMs < 0;
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers["content-length"];
  return (length !== undefined && length !== "0") || headers["transfer-encoding"] !== undefined;
}

function isBeingAnswered(response: ServerResponse | null): boolean {
  return response !== null && response.req.complete && !response.writableFinished;
}

/**
 * Keeps reading briefly after an early response, since many clients read it only once they have
 * sent everything. Cuts clients that have much more to send.
 */
function readLeftover(request: IncomingMessage): void {
  if (request.complete) return;
  const { socket } = request;
  let bytes = 0;
  const read = (part: Buffer) => {
    bytes += part.length;
    if (request.complete) stop();
    else if (bytes > LEFTOVER.maxBytes) socket.destroy();
  };
  const stop = () => {
    clearTimeout(timer);
    socket.off("data", read);
  };
  const timer = setTimeout(() => {
    stop();
    if (!request.complete) socket.destroy();
  }, LEFTOVER.maxMs);
  socket.on("data", read).once("close", stop);
  request.resume();
}
