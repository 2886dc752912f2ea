import { pino, type DestinationStream, type Logger } from "pino";

/**
 * The process's log: one JSON line an event. A request is told by its number, method and path; its
 * query and headers, where tokens and codes may stand, are left out.
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
        res: (reply: { statusCode?: number }) => ({ statusCode: reply.statusCode }),
      },
    },
    ...(destination === undefined ? [] : [destination]),
  );
}
