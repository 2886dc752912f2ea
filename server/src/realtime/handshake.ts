import { randomUUID } from "node:crypto";
import { stompVersions, type StompFrame, type StompVersion } from "./stomp-codec.ts";

/** Heartbeat interval that the server offers and asks for, in ms. */
const HEARTBEAT_MS = 4_000;
/** Shortest heartbeat interval that a client can get, in ms. */
const FASTEST_HEARTBEAT_MS = 1_000;

export interface Handshake {
  readonly version: StompVersion;
  /** Null for visitors. */
  readonly token: string | null;
  /** Maximum interval between our heartbeats, in ms; null when the client wants none. */
  readonly beatsWithinMs: number | null;
  /** Silence after which the client is disconnected, in ms; null when it sends no heartbeats. */
  readonly goneAfterMs: number | null;
  /** Headers of the CONNECTED frame. */
  readonly connected: Readonly<Record<string, string>>;
}

export interface BadHandshake {
  readonly fault: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Returns the newest version that both sides support; a client that names none speaks 1.0. */
export function agreedVersion({ headers }: StompFrame): StompVersion | undefined {
  const accepted = headers.get("accept-version") ?? "1.0";
  const offered = new Set(accepted.split(",").map((part) => part.trim()));
  return stompVersions.find((candidate) => offered.has(candidate));
}

/** Reads a CONNECT. `silenceMs` is the timeout for a client with 4-second heartbeats. */
export function readHandshake(frame: StompFrame, silenceMs: number): Handshake | BadHandshake {
  const version = agreedVersion(frame);
  if (version === undefined)
    return {
      fault: "No common version",
      headers: { version: stompVersions.toReversed().join(",") },
    };

  // Version 1.0 has no heartbeats, so the header is ignored.
  const hasBeats = version !== "1.0";
  const header = hasBeats ? frame.headers.get("heart-beat") : undefined;
  const beats = /^ *(\d{1,9}) *, *(\d{1,9}) *$/.exec(header ?? "0,0");
  if (beats === null) return { fault: "The header heart-beat is not two numbers", headers: {} };
  const [sendsMs, wantsMs] = [Number(beats[1]), Number(beats[2])];

  const authorization = frame.headers.get("Authorization") ?? frame.headers.get("authorization");
  const token = (authorization ?? "").trim().replace(/^Bearer +/i, "");
  const graceMs = silenceMs - 2 * HEARTBEAT_MS;
  // Shorter intervals are honored down to 1 s; longer ones are capped at 4 s, which no client minds.
  const beatsMs =
    wantsMs > 0 ? Math.max(FASTEST_HEARTBEAT_MS, Math.min(HEARTBEAT_MS, wantsMs)) : HEARTBEAT_MS;
  return {
    version,
    token: token === "" ? null : token,
    beatsWithinMs: wantsMs > 0 ? beatsMs : null,
    goneAfterMs: sendsMs > 0 ? Math.max(silenceMs, 2 * sendsMs + graceMs) : null,
    connected: {
      version,
      ...(hasBeats && { "heart-beat": `${beatsMs},${HEARTBEAT_MS}` }),
      session: randomUUID(),
      server: "gavelyard",
    },
  };
}
