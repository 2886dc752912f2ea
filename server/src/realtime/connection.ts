import type { Prepared } from "./prepared.ts";

/** One client's live connection, whatever carries it. */
export interface Connection {
  /** How messages are wrapped; connections with one encoding share prepared bytes. */
  readonly encoding: "raw" | "sockjs-websocket" | "sockjs-stream";
  readonly address: string;
  /** Bytes that the client has not taken yet. */
  buffered(): number;
  send(message: Prepared): void;
  /**
   * Ends the connection after what was sent; a client that does not take it soon is let go of all
   * the same. Codes are 1000 or 3000 to 4999, since browsers allow no other.
   */
  close(code: number, reason: string): void;
  onMessage: (bytes: Buffer) => void;
  /** Called once, when nothing more can be sent or heard. */
  onClose: () => void;
}

/** Time that a client has to take what it was sent and the close after it, in ms. */
export const CLOSE_WITHIN_MS = 2_000;

/** What a SockJS client sends: a JSON array of strings, or one string; null when it is neither. */
export function sockJsMessages(text: string): string[] | null {
  try {
    const parsed: unknown = JSON.parse(text);
    const messages: unknown[] = Array.isArray(parsed) ? parsed : [parsed];
    return messages.every((message) => typeof message === "string") ? messages : null;
  } catch {
    return null;
  }
}

/** SockJS's frame that says why a session is over. */
export function sockJsClose(code: number, reason: string): string {
  return `c${JSON.stringify([code, reason])}`;
}
