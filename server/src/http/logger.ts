import { pino, type DestinationStream, type Logger } from "pino";

/**
 * Creates the log: one JSON line per event. Of a request it logs ID, method, path and IP address,
 * and with the response the user, but no query or headers, which may contain tokens and codes.
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
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
        res: (reply: {
          statusCode?: number;
          request?: { principal?: { userId: number } | null };
        }) => ({ statusCode: reply.statusCode, userId: reply.request?.principal?.userId }),
      },
    },
    ...(destination === undefined ? [] : [destination]),
  );
}
