import { randomUUID } from "node:crypto";
import { stompVersions, type StompFrame, type StompVersion } from "./stomp-codec.ts";

/** Heartbeats that the server offers and asks for, in ms. */
const HEARTBEAT_MS = 4_000;
/** The most often that a client can have heartbeats, in ms. */
const FASTEST_HEARTBEAT_MS = 1_000;

/** What a CONNECT asks for, as far as it can be given. */
export interface Handshake {
  readonly version: StompVersion;
  /** Null for visitors. */
  readonly token: string | null;
  /** Time within which the client hears something, in ms; null when it wants no heartbeats. */
  readonly beatsWithinMs: number | null;
  /** Silence after which the client counts as gone, in ms; null when it promised no heartbeats. */
  readonly goneAfterMs: number | null;
  /** The headers of the answer. */
  readonly connected: Readonly<Record<string, string>>;
}

/** Why a CONNECT cannot be answered. */
export interface BadHandshake {
  readonly fault: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The newest version that both sides speak; a client that names none speaks 1.0. */
export function agreedVersion({ headers }: StompFrame): StompVersion | undefined {
  const accepted = headers.get("accept-version") ?? "1.0";
  const offered = new Set(accepted.split(",").map((part) => part.trim()));
  return stompVersions.find((candidate) => offered.has(candidate));
}

/** Reads a CONNECT. `silenceMs` is how long a client that beats every 4 s may be silent. */
export function readHandshake(frame: StompFrame, silenceMs: number): Handshake | BadHandshake {
  const version = agreedVersion(frame);
  if (version === undefined)
    return {
      fault: "No common version",
      headers: { version: stompVersions.toReversed().join(",") },
    };

  // Version 1.0 has no heartbeats: its clients send none, whatever they say.
  const hasBeats = version !== "1.0";
  const said = hasBeats ? frame.headers.get("heart-beat") : undefined;
  const beats = /^ *(\d{1,9}) *, *(\d{1,9}) *$/.exec(said ?? "0,0");
  if (beats === null) return { fault: "The header heart-beat is not two numbers", headers: {} };
  const [sendsMs, wantsMs] = [Number(beats[1]), Number(beats[2])];

  const authorization = frame.headers.get("Authorization") ?? frame.headers.get("authorization");
  const token = (authorization ?? "").trim().replace(/^Bearer +/i, "");
  const graceMs = silenceMs - 2 * HEARTBEAT_MS;
  // A client that would hear more often is obliged; one that can wait longer loses nothing.
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
