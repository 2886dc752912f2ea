import { stompVersions, type StompFrame, type StompVersion } from "./stomp-codec.ts";

/** Heartbeats that the server offers and asks for, in ms. */
const HEARTBEAT_MS = 4_000;

/** What a CONNECT asks for, as far as it can be given. */
export interface Handshake {
  readonly version: StompVersion;
  /** Null for visitors. */
  readonly token: string | null;
  readonly wantsHeartbeats: boolean;
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

/** Reads a CONNECT. `silenceMs` is how long a client that beats every 4 s may be silent. */
export function readHandshake(frame: StompFrame, silenceMs: number): Handshake | BadHandshake {
  const accepted = frame.headers.get("accept-version") ?? "1.0";
  const offered = new Set(accepted.split(",").map((part) => part.trim()));
  const version = stompVersions.find((candidate) => offered.has(candidate));
  if (version === undefined)
    return {
      fault: "No common version",
      headers: { version: stompVersions.toReversed().join(",") },
    };

  const beats = /^ *(\d{1,9}) *, *(\d{1,9}) *$/.exec(frame.headers.get("heart-beat") ?? "0,0");
  if (beats === null) return { fault: "The header heart-beat is not two numbers", headers: {} };
  const [sendsMs, wantsMs] = [Number(beats[1]), Number(beats[2])];

  const authorization = frame.headers.get("Authorization") ?? frame.headers.get("authorization");
  const token = (authorization ?? "").trim().replace(/^Bearer +/i, "");
  const graceMs = silenceMs - 2 * HEARTBEAT_MS;
  return {
    version,
    token: token === "" ? null : token,
    wantsHeartbeats: wantsMs > 0,
    goneAfterMs: sendsMs > 0 ? Math.max(silenceMs, 2 * sendsMs + graceMs) : null,
    connected: { version, "heart-beat": `${HEARTBEAT_MS},${HEARTBEAT_MS}`, server: "gavelyard" },
  };
}
