import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { DatabaseClient } from "../client.ts";
import { unsafeSetting } from "../unsafe-setting-sql.ts";
import { DatabaseTimeout } from "../with-timeout.ts";

export interface ServerState {
  readonly standby: boolean;
  /** System identifier of the database cluster, the same on all its copies. */
  readonly system: string;
  /** Timeline, which each promotion increases; 0 on a standby. */
  readonly timeline: number;
  /** End of its write-ahead log on disk, in bytes. */
  readonly position: number;
  /** Offset of its clock from this process's monotonic clock, in ms; null after a slow response. */
  readonly offsetMs: number | null;
  /** Why its commits may be on one server only; null when each is on a synchronous standby too. */
  readonly uncopied: string | null;
}

interface Answer {
  readonly standby: boolean;
  readonly system: string;
  readonly timeline: number;
  readonly position: number;
  readonly now: Date;
  readonly names: string;
  readonly unsafe: string | null;
  readonly copies: number;
  readonly senderTimeoutMs: number;
}

/** Counts standbys in a view whose columns are empty for a role without pg_monitor. */
const STATE_QUERY = `SELECT pg_is_in_recovery() AS standby,
    (SELECT system_identifier::text FROM pg_control_system()) AS system,
    CASE WHEN pg_is_in_recovery() THEN 0
      ELSE ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int END AS timeline,
    (CASE WHEN pg_is_in_recovery() THEN coalesce(pg_last_wal_receive_lsn(), '0/0')
      ELSE pg_current_wal_flush_lsn() END - '0/0')::float8 AS position,
    clock_timestamp() AS now,
    current_setting('synchronous_standby_names') AS names,
    ${unsafeSetting} AS unsafe,
    (SELECT count(*)::int FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum')) AS copies,
    (SELECT setting::int FROM pg_settings WHERE name = 'wal_sender_timeout') AS "senderTimeoutMs"`;

/** Maximum response time for a useful reading of the clock, in ms. */
const MAX_CLOCK_READ_MS = 50;

/** Maximum `wal_sender_timeout`, in ms, within which a silent standby must be noticed. */
const MAX_SENDER_TIMEOUT_MS = 5_000;

/**
 * Polls a server's state over one connection until `signal` aborts.
 * @throws DatabaseTimeout when it doesn't respond within `silenceMs`; or an error of the connection
 */
export async function* probe(
  url: string,
  { everyMs, silenceMs, signal }: { everyMs: number; silenceMs: number; signal: AbortSignal },
): AsyncGenerator<ServerState> {
  const client = new DatabaseClient({
    connectionString: url,
    application_name: "gavelyard-watch",
    connectionTimeoutMillis: silenceMs,
  });
  try {
    await client.connect();
    while (!signal.aborted) {
      const askedAtMs = performance.now();
      const { rows } = await withSilenceLimit(
        client.query<Answer>({ name: "server-state", text: STATE_QUERY }),
        silenceMs,
      );
      const answeredAtMs = performance.now();
      const [answer] = rows;
      if (answer === undefined) throw new Error("a server returned no state");
      yield stateOf(answer, askedAtMs, answeredAtMs);
      await sleep(everyMs, undefined, { signal }).catch(() => {});
    }
  } finally {
    client.connection.stream.destroy();
  }
}

/**
 * Limits the wait for a response; one that arrived while this process was suspended still counts.
 */
async function withSilenceLimit<T>(answer: Promise<T>, withinMs: number): Promise<T> {
  const over = new AbortController();
  const silence = async (): Promise<never> => {
    await sleep(withinMs, undefined, { signal: over.signal });
    await nextTurn();
    throw new DatabaseTimeout(withinMs);
  };
  try {
    return await Promise.race([answer, silence()]);
  } finally {
    over.abort();
  }
}

function stateOf(answer: Answer, askedAtMs: number, answeredAtMs: number): ServerState {
  const { standby, system, timeline, position } = answer;
  const offsetMs =
    answeredAtMs - askedAtMs > MAX_CLOCK_READ_MS
      ? null
      : answer.now.getTime() - (askedAtMs + answeredAtMs) / 2;
  return { standby, system, timeline, position, offsetMs, uncopied: whyUncopied(answer) };
}

function whyUncopied({ names, unsafe, copies, senderTimeoutMs }: Answer): string | null {
  if (unsafe !== null) return `${unsafe} is off`;
  if (names === "") return "synchronous_standby_names is empty";
  if (senderTimeoutMs === 0 || senderTimeoutMs > MAX_SENDER_TIMEOUT_MS)
    return "wal_sender_timeout is over 5 s";
  return copies === 0
    ? "no synchronous standby is connected, or the role may not see it (grant it pg_monitor)"
    : null;
}
