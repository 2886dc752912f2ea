import type { ErrorBody, RefusalCode } from "@gavelyard/contract/common";
import { fieldSentence } from "@gavelyard/contract/field-messages";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import { STATUS_CODES } from "node:http";
import { CommitOutcomeUnknown } from "../db/transaction.ts";

/** One field at fault and what is wrong with it. */
export interface FieldIssue {
  readonly path: string;
  readonly message: string;
}

/** A refusal that the caller is told as it is (D2). Throw it from a handler or an act. */
export class HttpError extends Error {
  override readonly name = "HttpError";
  readonly statusCode: number;
  readonly issues: readonly FieldIssue[] | undefined;
  /** Seconds for a `Retry-After` header. */
  readonly retryAfterSec: number | undefined;
  /** What the client has to do before it repeats the call. */
  readonly code: RefusalCode | undefined;

  constructor(
    statusCode: number,
    message: string,
    details: {
      issues?: readonly FieldIssue[];
      retryAfterSec?: number;
      code?: RefusalCode;
    } = {},
  ) {
    const { stackTraceLimit } = Error;
    // An answer like any other: where it was made is not asked, and would take most of its time.
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
    this.statusCode = statusCode;
    this.issues = details.issues;
    this.retryAfterSec = details.retryAfterSec;
    this.code = details.code;
  }
}

export const badRequest = (message: string, issues?: readonly FieldIssue[]) =>
  new HttpError(400, message, issues === undefined ? {} : { issues });
const UNREADABLE = "We can't read this request. Nothing was changed.";

/** A refusal for the sake of some fields, told by the first of them. */
export const badFields = (issues: readonly FieldIssue[]) =>
  badRequest(
    issues[0] === undefined ? UNREADABLE : fieldSentence(issues[0].path, issues[0].message),
    issues,
  );
export const unauthorized = (message: string) => new HttpError(401, message);
export const forbidden = (message: string) => new HttpError(403, message);
/** A 403 that ends once the password was entered again (D41). */
export const confirmFirst = () =>
  new HttpError(403, "Enter your password again to do this. Nothing was changed.", {
    code: "confirm-again",
  });
export const notFound = (message: string) => new HttpError(404, message);
export const conflict = (message: string) => new HttpError(409, message);
/** A 409 that says nothing of how the first request ends: the same key is to be sent again. */
export const underWay = (message: string) => new HttpError(409, message, { retryAfterSec: 1 });
export const tooMany = (message: string, retryAfterSec: number) =>
  new HttpError(429, message, { retryAfterSec });

/** The body of an error of a status (D2). */
export function errorBodyOf(
  statusCode: number,
  message: string,
  issues?: readonly FieldIssue[],
): ErrorBody {
  return {
    statusCode,
    error: STATUS_CODES[statusCode] ?? "Error",
    message,
    ...(issues === undefined ? {} : { issues: [...issues] }),
  };
}

/** What is wrong with requests that never reach a call; the framework's own words are for programmers. */
const requestFaults: Readonly<Record<number, string>> = {
  413: "This request is too large. Nothing was changed.",
  414: "This address is too long.",
  415: "Send the fields as JSON or as a form.",
  429: "Too many requests from your address. Try again in a minute.",
};

/** Codes of a database that is away: no way to it, no connection left, shutting down or a standby. */
const UNAVAILABLE =
  /^(ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|40001|57P0[1235]|08\d{3}|53300)$/;

/**
 * Failures of the database's reach, as opposed to faults of a statement. Transactions are READ COMMITTED,
 * so a serialization failure (40001) only comes from a standby that canceled a read.
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

/** What is answered while the database is away or has no room; null for any other failure. */
function outage(error: Error): HttpError | null {
  if (error instanceof CommitOutcomeUnknown) {
    return new HttpError(
      503,
      "We can't confirm whether this was done. Check before you try again.",
      { retryAfterSec: 2 },
    );
  }
  const code = "code" in error ? String(error.code) : "";
  // A standby, or a database that takes nothing more before its disk is full.
  if (code === "25006") {
    return new HttpError(
      503,
      "We can't save changes at the moment. Nothing was changed. You can keep browsing; try again soon.",
      { retryAfterSec: 5 },
    );
  }
  if (/^(53100|ENOSPC)$/.test(code)) {
    return new HttpError(
      503,
      "Our storage is full, so we can't save changes. Nothing was changed. You can keep browsing.",
      { retryAfterSec: 30 },
    );
  }
  if (!isUnavailable(error)) return null;
  return new HttpError(
    503,
    "We can't reach our database. Nothing was changed. Try again in a moment.",
    { retryAfterSec: 2 },
  );
}

/** What the database does not take although the call's schema did: a fault of the call, not ours. */
function databaseRefusal(error: Error): ErrorBody | null {
  const code = "code" in error ? String(error.code) : "";
  if (code === "23505") return errorBodyOf(409, "That record already exists.");
  if (code === "23503") return errorBodyOf(409, "A related record doesn't exist");
  if (/^(22001|22003|22007|22008|22021|22P02|22P05|23514|54000)$/.test(code))
    return errorBodyOf(400, "A value is out of range. Nothing was changed.");
  return null;
}

/** A refusal for the sake of one field may be written `field: fault`; people read a sentence of it. */
function refusalBody({ statusCode, message, issues, code }: HttpError): ErrorBody {
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
  return errorBodyOf(500, "Something went wrong on our side. Nothing was changed.");
}

/** Answers requests that no router takes, such as one whose address is not encoded rightly. */
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

/** Answers every failure with the one error body and never with a stack (D2). */
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

/** Answers that nothing is served at an address, without its query, where secrets may stand. */
export function sendNothingThere(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split("?", 1)[0] ?? "";
  return reply.code(404).send(errorBodyOf(404, `There is nothing at ${request.method} ${path}`));
}
