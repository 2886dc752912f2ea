import type { Prepared } from "./prepared.ts";

export interface Connection {
  /** How messages are framed; connections with the same encoding share prepared bytes. */
  readonly encoding: "raw" | "sockjs-websocket" | "sockjs-stream";
  /** The network of the client, by which connections are limited. */
  readonly network: string;
  /** `Accept-Language` of the request that opened it. */
  readonly accepted: string | undefined;
  /** Bytes sent but not yet taken by the client. */
  buffered(): number;
  send(message: Prepared): void;
  /**
   * Flushes and closes the connection; drops it after `CLOSE_WITHIN_MS` if the client doesn't read.
   * Browsers allow only the codes 1000 and 3000 to 4999.
   */
  close(code: number, reason: string): void;
  onMessage: (bytes: Buffer) => void;
  /** Called once, when the connection can no longer send or receive. */
  onClose: () => void;
}

/** Time a client has to read what was sent and the close frame, in ms. */
export const CLOSE_WITHIN_MS = 2_000;

/** Parses a SockJS payload, a JSON array of strings or one string; null when it is neither. */
export function sockJsMessages(text: string): string[] | null {
  try {
    const parsed: unknown = JSON.parse(text);
    const messages: unknown[] = Array.isArray(parsed) ? parsed : [parsed];
    return messages.every((message) => typeof message === "string") ? messages : null;
  } catch {
    return null;
  }
}

export function sockJsClose(code: number, reason: string): string {
  return `c${JSON.stringify([code, reason])}`;
}
