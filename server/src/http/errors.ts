import { msg, english, say, type Message } from "@gavelyard/messages/text";
import type { ErrorBody, RefusalCode } from "@gavelyard/contract/common";
import { fieldSentence } from "@gavelyard/contract/field-messages";
import { permissionNames, type Permission } from "@gavelyard/domain/permissions";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { CommitOutcomeUnknown } from "../db/transaction.ts";

/** An invalid field and what is wrong with it. */
export interface FieldIssue {
  readonly path: string;
  readonly message: string | Message;
}

/**
 * An error whose message is shown to the caller, in the caller's language (D2). Throw it from a
 * handler or a transaction.
 */
export class HttpError extends Error {
  override readonly name = "HttpError";
  readonly statusCode: number;
  readonly said: string | Message;
  readonly issues: readonly FieldIssue[] | undefined;
  /** Seconds for a `Retry-After` header. */
  readonly retryAfterSec: number | undefined;
  /** What the client has to do before it retries. */
  readonly code: RefusalCode | undefined;

  constructor(
    statusCode: number,
    said: string | Message,
    details: {
      issues?: readonly FieldIssue[];
      retryAfterSec?: number;
      code?: RefusalCode;
    } = {},
  ) {
    const { stackTraceLimit } = Error;
    // This is a normal response, so nobody needs its stack, which would take most of the time.
    Error.stackTraceLimit = 0;
    super(english(said));
    Error.stackTraceLimit = stackTraceLimit;
    this.statusCode = statusCode;
    this.said = said;
    this.issues = details.issues;
    this.retryAfterSec = details.retryAfterSec;
    this.code = details.code;
  }
}

type Said = string | Message;
export const badRequest = (message: Said, issues?: readonly FieldIssue[]) =>
  new HttpError(400, message, issues === undefined ? {} : { issues });
const UNREADABLE = msg("We can't read this request. Nothing was changed.");

/** Returns a 400 for invalid fields, with a message about the first. */
export const badFields = (issues: readonly FieldIssue[]) =>
  badRequest(
    issues[0] === undefined ? UNREADABLE : fieldSentence(issues[0].path, say(issues[0].message)),
    issues,
  );
export const unauthorized = (message: Said) => new HttpError(401, message);
export const forbidden = (message: Said) => new HttpError(403, message);
/** A 403 until the user has confirmed again (D41). */
export const confirmFirst = () =>
  new HttpError(403, msg("Confirm that it's you to do this. Nothing was changed."), {
    code: "confirm-again",
  });
/** A 403 until the user has set up a second factor (D45). */
export const addFactorFirst = (caller: "session" | "key") =>
  new HttpError(
    403,
    caller === "session"
      ? msg("Set up a passkey or an authenticator app first. Nothing was changed.")
      : msg(
          "The owner of this API key has no second factor. The key works again once they add one.",
        ),
    { code: "add-second-factor" },
  );
/** A 403 until an administrator gives the account a permission (D57). */
export const permissionMissing = (permission: Permission) =>
  new HttpError(
    403,
    msg("You don't have the permission “{permission}”. Ask an administrator for it.", {
      permission: permissionNames[permission],
    }),
    { code: "permission-missing" },
  );
export const notFound = (message: Said) => new HttpError(404, message);
export const conflict = (message: Said) => new HttpError(409, message);
/** A 409 while the first request is still running. The client should retry with the same key. */
export const underWay = (message: Said) => new HttpError(409, message, { retryAfterSec: 1 });
export const tooMany = (message: Said, retryAfterSec: number) =>
  new HttpError(429, message, { retryAfterSec });

/** Returns the body of an error (D2). */
export function errorBodyOf(
  statusCode: number,
  message: Said,
  issues?: readonly FieldIssue[],
): ErrorBody {
  return {
    statusCode,
    error: STATUS_CODES[statusCode] ?? "Error",
    message: say(message),
    ...(issues === undefined
      ? {}
      : { issues: issues.map(({ path, message }) => ({ path, message: say(message) })) }),
  };
}

/** Messages for requests that never reach a handler, in place of the framework's technical ones. */
const requestFaults: Readonly<Record<number, Message>> = {
  413: msg("This request is too large. Nothing was changed."),
  414: msg("This address is too long."),
  415: msg("Send the fields as JSON or as a form."),
  408: msg("This request took too long to arrive. Nothing was changed."),
  431: msg("The headers of this request are too long. Nothing was changed."),
  429: msg("Too many requests from your address. Try again in a minute."),
};

/**
 * Codes of an unavailable database: unreachable, out of connections, shutting down, or a standby
 * that canceled a read.
 */
const UNAVAILABLE =
  /^(ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|40001|57014|57P0[1235]|08\d{3}|53300)$/;

/**
 * Returns whether the database was unavailable, as opposed to a faulty statement. Transactions are
 * READ COMMITTED, so a serialization failure (40001) only comes from a standby that canceled a
 * read. A canceled statement (57014) changed nothing.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  return (
    UNAVAILABLE.test(code) ||
    /timeout exceeded when trying to connect|Connection terminated|not queryable/i.test(
      error.message,
    )
  );
}

/** Returns a 503 while the database is unavailable, read-only or full; null for other errors. */
function outage(error: Error): HttpError | null {
  if (error instanceof CommitOutcomeUnknown) {
    return new HttpError(
      503,
      msg("We can't confirm whether this was done. Check before you try again."),
      { retryAfterSec: 2 },
    );
  }
  const code = "code" in error ? String(error.code) : "";
  // A standby, which has no unlogged tables either, or a database made read-only before its disk is
  // full.
  if (code === "25006" || code === "0A000") {
    return new HttpError(
      503,
      msg(
        "We can't save changes at the moment. Nothing was changed. You can keep browsing; try again soon.",
      ),
      { retryAfterSec: 5 },
    );
  }
  if (/^(53100|ENOSPC)$/.test(code)) {
    return new HttpError(
      503,
      msg(
        "Our storage is full, so we can't save changes. Nothing was changed. You can keep browsing.",
      ),
      { retryAfterSec: 30 },
    );
  }
  if (!isUnavailable(error)) return null;
  return new HttpError(
    503,
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
  if (code === "23505") return errorBodyOf(409, msg("That record already exists."));
  if (code === "40P01") {
    return errorBodyOf(
      409,
      msg("Someone else is changing the same records. Nothing was changed. Try again."),
    );
  }
  if (code === "23503") return errorBodyOf(409, msg("A related record doesn't exist"));
  if (/^(22001|22003|22007|22008|22021|22P02|22P05|23514|54000)$/.test(code))
    return errorBodyOf(400, msg("A value is out of range. Nothing was changed."));
  return null;
}

/** Returns the body of an HttpError. Turns a message `field: fault` into a sentence. */
function refusalBody({ statusCode, said, issues, code }: HttpError): ErrorBody {
  const message = say(said);
  if (code !== undefined) return { ...errorBodyOf(statusCode, message), code };
  const [, path, fault] = /^([a-z]\w*): (.+)$/s.exec(message) ?? [];
  if (path === undefined || fault === undefined) return errorBodyOf(statusCode, message, issues);
  const own = issues ?? [{ path, message: fault }];
  return errorBodyOf(statusCode, fieldSentence(path, fault), own);
}

function answer(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): ErrorBody {
  if (error instanceof HttpError) {
    if (error.retryAfterSec !== undefined) reply.header("Retry-After", error.retryAfterSec);
    return refusalBody(error);
  }
  if (hasZodFastifySchemaValidationErrors(error)) {
    const issues = error.validation.map((issue) => ({
      path: issue.instancePath.split("/").filter(Boolean).join("."),
      message: issue.message ?? "This is not valid",
    }));
    return answer(badFields(issues), request, reply);
  }
  // Nobody reads this response: the client ended the connection before its request was complete.
  if (request.raw.destroyed && !request.raw.complete) {
    request.log.debug({ err: error, req: request }, "a request was cut");
    return errorBodyOf(400, UNREADABLE);
  }
  const away = outage(error);
  if (away !== null) {
    request.log.error({ err: error, req: request }, "the database is away or full");
    return answer(away, request, reply);
  }
  const refusedByDatabase = databaseRefusal(error);
  if (refusedByDatabase !== null) {
    request.log.warn({ err: error, req: request }, "the database refused a value");
    return refusedByDatabase;
  }
  const status = "statusCode" in error ? (error.statusCode ?? 500) : 500;
  if (status >= 400 && status < 500)
    return errorBodyOf(status, requestFaults[status] ?? UNREADABLE);
  request.log.error({ err: error, req: request }, "request failed");
  return errorBodyOf(500, msg("Something went wrong on our side. Nothing was changed."));
}

/** Responds to requests that can't be routed, such as ones with a badly encoded URL. */
export function answerUnroutable(
  error: FastifyError,
  _request: FastifyRequest,
  reply: FastifyReply,
) {
  const status = error.statusCode ?? 400;
  reply
    .code(status)
    .header("Cache-Control", "no-store")
    .send(errorBodyOf(status, requestFaults[status] ?? UNREADABLE));
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
export function sendNothingThere(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split("?", 1)[0] ?? "";
  return reply
    .code(404)
    .send(
      errorBodyOf(
        404,
        msg("There is nothing at {method} {path}", { method: request.method, path }),
      ),
    );
}

/** Responds to bytes that aren't valid HTTP and closes the connection. */
export function answerUnparsed(error: { readonly code: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const statusCode = unparsedStatus[error.code] ?? 400;
  answerOn(socket, statusCode, requestFaults[statusCode] ?? UNREADABLE);
}

/** Answers a request on a socket without an HTTP response, and closes it. */
export function answerOn(socket: Duplex, statusCode: number, message: Said): void {
  const body = JSON.stringify(errorBodyOf(statusCode, message));
  socket.end(
    [
      `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}`,
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
