import { msg, say, t, type Message } from "@gavelyard/messages/text";
import { fieldSentence, MISSING } from "@gavelyard/contract/field-messages";
import {
  refusals,
  type ErrorBody,
  type FieldFault,
  type RefusalCode,
} from "@gavelyard/contract/refusals";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { isUnavailable } from "../db/is-unavailable.ts";
import { CommitOutcomeUnknown } from "../db/transaction.ts";
import { badFields, Refusal, UNREADABLE, type FieldIssue } from "../refusal.ts";

export function errorBodyOf(
  code: RefusalCode,
  message: string | Message,
  {
    issues,
    statusCode = refusals[code][0],
  }: { issues?: readonly FieldIssue[] | undefined; statusCode?: number } = {},
): ErrorBody {
  return {
    statusCode,
    error: STATUS_CODES[statusCode] ?? "Error",
    message: say(message),
    code,
    ...(issues === undefined
      ? {}
      : {
          issues: issues.map(({ path, message, code = "refused" }) => ({
            path,
            message: say(message),
            code,
          })),
        }),
  };
}

/** Refusals by the framework, with messages instead of its technical ones. */
const requestFaults: Readonly<Record<number, readonly [RefusalCode, Message]>> = {
  408: ["too-slow", msg("This request took too long to arrive. Nothing was changed.")],
  413: ["too-large", msg("This request is too large. Nothing was changed.")],
  414: ["address-too-long", msg("This address is too long.")],
  415: ["wrong-content-type", msg("Send the fields as JSON or as a form.")],
  429: ["too-many-requests", msg("Too many requests from your address. Try again in a minute.")],
  431: ["headers-too-long", msg("The headers of this request are too long. Nothing was changed.")],
};

function requestFault(statusCode: number): ErrorBody {
  const [code, message] = requestFaults[statusCode] ?? ["unreadable", UNREADABLE];
  return errorBodyOf(code, message, { statusCode });
}

/** Returns a 503 while the database is unavailable, read-only or full; null for other errors. */
function outage(error: Error): Refusal | null {
  if (error instanceof CommitOutcomeUnknown) {
    return new Refusal(
      "outcome-unknown",
      msg("We can't confirm whether this was done. Check before you try again."),
      { retryAfterSec: 2 },
    );
  }
  const code = "code" in error ? String(error.code) : "";
  // A standby, which has no unlogged tables either, or a database made read-only before its disk is
  // full.
  if (code === "25006" || code === "0A000") {
    return new Refusal(
      "read-only",
      msg(
        "We can't save changes at the moment. Nothing was changed. You can keep browsing; try again soon.",
      ),
      { retryAfterSec: 5 },
    );
  }
  if (/^(53100|ENOSPC)$/.test(code)) {
    return new Refusal(
      "read-only",
      msg(
        "Our storage is full, so we can't save changes. Nothing was changed. You can keep browsing.",
      ),
      { retryAfterSec: 30 },
    );
  }
  if (!isUnavailable(error)) return null;
  return new Refusal(
    "unavailable",
    msg("We can't reach our database. Nothing was changed. Try again in a moment."),
    { retryAfterSec: 2 },
  );
}

/**
 * Returns a 409 or 400 if the database rejected a value that the schema had accepted; null for
 * other errors.
 */
function databaseRefusal(error: Error): ErrorBody | null {
  const code = "code" in error ? String(error.code) : "";
  if (code === "23505") return errorBodyOf("already-exists", msg("That record already exists."));
  if (code === "40P01") {
    return errorBodyOf(
      "try-again",
      msg("Someone else is changing the same records. Nothing was changed. Try again."),
    );
  }
  if (code === "23503") return errorBodyOf("wrong-state", msg("A related record doesn't exist"));
  if (/^(22001|22003|22007|22008|22021|22P02|22P05|23514|54000)$/.test(code))
    return errorBodyOf("invalid-fields", msg("A value is out of range. Nothing was changed."));
  return null;
}

/** Returns the body of a Refusal. Turns a message `field: fault` into a sentence. */
function refusalBody({ code, said, issues }: Refusal): ErrorBody {
  const message = say(said);
  const [, path, fault] = /^([a-z]\w*): (.+)$/s.exec(message) ?? [];
  if (path === undefined || fault === undefined) return errorBodyOf(code, message, { issues });
  const own = issues ?? [{ path, message: fault }];
  return errorBodyOf(code, fieldSentence(path, fault), { issues: own });
}

/** Maps the validator's issue codes to our field faults. Other codes come from our own rules. */
const fieldFaultOf: Readonly<Record<string, FieldFault>> = {
  invalid_type: "wrong-type",
  invalid_union: "wrong-type",
  invalid_format: "wrong-format",
  not_multiple_of: "wrong-format",
  too_small: "too-small",
  too_big: "too-large",
  invalid_value: "not-an-option",
  unrecognized_keys: "unknown-field",
};

function answer(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): ErrorBody {
  if (error instanceof Refusal) {
    if (error.retryAfterSec !== undefined) reply.header("Retry-After", error.retryAfterSec);
    return refusalBody(error);
  }
  if (hasZodFastifySchemaValidationErrors(error)) {
    const issues = error.validation.map(({ instancePath, keyword, message }) => ({
      path: instancePath.split("/").filter(Boolean).join("."),
      message: message ?? t("This is not valid"),
      code: message === MISSING ? "required" : (fieldFaultOf[keyword] ?? "refused"),
    }));
    return answer(badFields(issues), request, reply);
  }
  // Nobody reads this response: the client ended the connection before its request was complete.
  if (request.raw.destroyed && !request.raw.complete) {
    request.log.debug({ err: error, req: request }, "a client aborted its request");
    return requestFault(400);
  }
  const outageError = outage(error);
  if (outageError !== null) {
    request.log.error({ err: error, req: request }, "the database is unavailable or full");
    return answer(outageError, request, reply);
  }
  const refusedByDatabase = databaseRefusal(error);
  if (refusedByDatabase !== null) {
    request.log.warn({ err: error, req: request }, "the database rejected a value");
    return refusedByDatabase;
  }
  const status = "statusCode" in error ? (error.statusCode ?? 500) : 500;
  if (status >= 400 && status < 500) return requestFault(status);
  request.log.error({ err: error, req: request }, "request failed");
  return errorBodyOf(
    "internal-error",
    msg("Something went wrong on our side. Nothing was changed."),
  );
}

/** Responds to requests that can't be routed, such as ones with a badly encoded URL. */
export function answerUnroutable(
  error: FastifyError,
  _request: FastifyRequest,
  reply: FastifyReply,
) {
  const status = error.statusCode ?? 400;
  reply.code(status).header("Cache-Control", "no-store").send(requestFault(status));
}

/** Responds to every error with the same kind of body, without a stack (D2). */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const body = answer(error, request, reply);
    return reply
      .header("Cache-Control", "no-store")
      .code(body.statusCode)
      .type("application/json; charset=utf-8")
      .send(JSON.stringify(body));
  });
}

/** Sends a 404 that names the path. Leaves out the query, which may contain secrets. */
export function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split("?", 1)[0] ?? "";
  return reply
    .code(404)
    .send(
      errorBodyOf(
        "no-such-address",
        msg("No such endpoint: {method} {path}", { method: request.method, path }),
      ),
    );
}

/** Responds to bytes that aren't valid HTTP and closes the connection. */
export function answerUnparsed(error: { readonly code: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  answerOn(socket, requestFault(unparsedStatus[error.code] ?? 400));
}

/** Answers a request on a socket without an HTTP response, and closes it. */
export function answerOn(socket: Duplex, refusal: ErrorBody): void {
  const { statusCode, error } = refusal;
  const body = JSON.stringify(refusal);
  socket.end(
    [
      `HTTP/1.1 ${statusCode} ${error}`,
      "Content-Type: application/json; charset=utf-8",
      `Content-Length: ${Buffer.byteLength(body)}`,
      "Cache-Control: no-store",
      "Connection: close",
      "",
      body,
    ].join("\r\n"),
  );
}

const unparsedStatus: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};
