import { pino, stdSerializers, type DestinationStream, type LogFn, type Logger } from "pino";

/** Levels of pino. */
const [WARN, FATAL] = [40, 60];
/** Maximum lines a minute with the same warning or error. */
const LINES_A_MINUTE = 20;
const MINUTE_MS = 60_000;

/**
 * Creates the log: one JSON line per event. Of a request it logs ID, method, path and IP address,
 * and with the response the user, but no query or headers, which may contain tokens and codes.
 * Repeated warnings and errors are sampled, so that callers can't fill the disk with them.
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      hooks: { logMethod: sampled() },
      redact: {
        paths: ["password", "newPassword", "otp", "token", "jwt", "taxId", "gatePin"].flatMap(
          (field) => [field, `*.${field}`],
        ),
        censor: "[secret]",
      },
      serializers: {
        req: (request: { id?: string; method?: string; url?: string; ip?: string }) => ({
          id: request.id,
          method: request.method,
          path: request.url?.split("?", 1)[0],
          ip: request.ip,
        }),
        err: withoutValues,
        res: (reply: {
          statusCode?: number;
          request?: { principal?: { userId: number } | null };
        }) => ({ statusCode: reply.statusCode, userId: reply.request?.principal?.userId }),
      },
    },
    ...(destination === undefined ? [] : [destination]),
  );
}

/** Fields of PostgreSQL's errors that quote rows: "Key (email)=(dana@example.com) already exists." */
const quoting = new Set(["detail", "where", "internalQuery", "parameters", "dataValues"]);

const withoutValues = (error: Error): object =>
  Object.fromEntries(
    Object.entries(stdSerializers.err(error)).filter(([field]) => !quoting.has(field)),
  );

/**
 * Writes the first lines of each minute with the same message, and then one line that says how many
 * were left out.
 */
function sampled(): (this: Logger, args: Parameters<LogFn>, write: LogFn, level: number) => void {
  const lines = new Map<string, number>();
  return function log(args, write, level) {
    const said = args.find((arg) => typeof arg === "string");
    if (level < WARN || level >= FATAL || said === undefined) return write.apply(this, args);
    const seen = (lines.get(said) ?? 0) + 1;
    lines.set(said, seen);
    if (seen <= LINES_A_MINUTE) write.apply(this, args);
    if (seen > 1) return;
    setTimeout(() => {
      const leftOut = (lines.get(said) ?? 0) - LINES_A_MINUTE;
      lines.delete(said);
      if (leftOut > 0) write.call(this, { leftOut }, said);
    }, MINUTE_MS).unref();
  };
}
