import type { Socket } from "node:net";
import { networkOf } from "./limits/rate-limits.ts";

/** Maximum connections of one network that have sent no request yet. */
const MAX_OF_NETWORK = 512;

const keyOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`;

interface Silent {
  readonly socket: Socket;
  readonly network: string;
  readonly sinceMs: number;
}

/**
 * Connections that have sent no request yet. Browsers open some in advance. Cuts those that stay
 * silent, and the oldest of a network that has too many, so that a new one is always served.
 */
export class SilentConnections {
  readonly #maxMs: number;
  /** Oldest first. */
  readonly #all = new Map<string, Silent>();
  readonly #ofNetworks = new Map<string, Set<string>>();

  constructor(maxMs: number) {
    this.#maxMs = maxMs;
  }

  open(socket: Socket): void {
    const key = keyOf(socket);
    const network = networkOf(socket.remoteAddress ?? "none");
    const keys = this.#ofNetworks.get(network) ?? new Set();
    this.#all.set(key, { socket, network, sinceMs: performance.now() });
    this.#ofNetworks.set(network, keys.add(key));
    socket.once("close", () => this.#forget(key));
    const [oldest] = keys;
    if (keys.size > MAX_OF_NETWORK && oldest !== undefined) this.#cut(oldest);
  }

  /** Call it with a connection's first request; with TLS, that is the encrypted connection's socket. */
  sent(socket: Socket): void {
    this.#forget(keyOf(socket));
  }

  cutOld(): void {
    const before = performance.now() - this.#maxMs;
    for (const [key, { sinceMs }] of this.#all) {
      if (sinceMs > before) return;
      this.#cut(key);
    }
  }

  #cut(key: string): void {
    this.#all.get(key)?.socket.destroy();
    this.#forget(key);
  }

  #forget(key: string): void {
    const silent = this.#all.get(key);
    if (silent === undefined) return;
    this.#all.delete(key);
    const keys = this.#ofNetworks.get(silent.network);
    keys?.delete(key);
    if (keys?.size === 0) this.#ofNetworks.delete(silent.network);
  }
}
