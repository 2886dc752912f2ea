import { english, msg, say, type Message } from "@gavelyard/messages/text";
import { fieldSentence } from "@gavelyard/contract/field-messages";
import { refusals, type FieldFault, type RefusalCode } from "@gavelyard/contract/refusals";
import type { ProposalKind } from "@gavelyard/domain/proposals";
import { permissionNames, type Permission } from "@gavelyard/domain/users/permissions";

export interface FieldIssue {
  readonly path: string;
  readonly message: string | Message;
  /** Default: a rule refuses the value. */
  readonly code?: FieldFault;
}

/**
 * A refusal: its code is for programs and implies the status, its message is for people, in the
 * caller's language (D2). Throw it from a handler or a transaction.
 */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: RefusalCode;
  readonly statusCode: number;
  readonly said: Message;
  readonly issues: readonly FieldIssue[] | undefined;
  /** Seconds for a `Retry-After` header. */
  readonly retryAfterSec: number | undefined;

  constructor(
    code: RefusalCode,
    said: Message,
    details: { issues?: readonly FieldIssue[]; retryAfterSec?: number } = {},
  ) {
    const { stackTraceLimit } = Error;
    // This is a normal response, so nobody needs its stack, which would take most of the time.
    Error.stackTraceLimit = 0;
    super(english(said));
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
    [this.statusCode] = refusals[code];
    this.said = said;
    this.issues = details.issues;
    this.retryAfterSec = details.retryAfterSec;
  }
}

/** The refusal of an action that became a proposal (D38). */
export class SecondPersonNeeded extends Refusal {
  readonly kind: ProposalKind;

  constructor(kind: ProposalKind) {
    super(
      "second-person",
      msg(
        "A second person has to confirm this. Nothing changes until then. It's in the work queue.",
      ),
    );
    this.kind = kind;
  }
}

export const badRequest = (message: Message, issues?: readonly FieldIssue[]) =>
  new Refusal("invalid-fields", message, issues === undefined ? {} : { issues });
export const UNREADABLE = msg("We can't read this request. Nothing was changed.");

/** Wraps text that is already in the reader's language. */
export const spoken = (text: string): Message => ({ text: "{text}", values: { text } });

/** Returns a 400 for invalid fields, with a message about the first. */
export const badFields = (issues: readonly FieldIssue[]) =>
  badRequest(
    issues[0] === undefined
      ? UNREADABLE
      : spoken(fieldSentence(issues[0].path, say(issues[0].message))),
    issues,
  );
/** A 403 until the user has confirmed again (D41). */
export const confirmFirst = () =>
  new Refusal("confirm-again", msg("Confirm it's you to do this. Nothing was changed."));
/** A 403 until the user has set up a second factor (D45). */
export const addFactorFirst = (caller: "session" | "key") =>
  new Refusal(
    "add-second-factor",
    caller === "session"
      ? msg("Set up a passkey or an authenticator app first. Nothing was changed.")
      : msg(
          "The owner of this API key has no second factor. The key works again once they add one.",
        ),
  );
/** A 403 until an administrator gives the account a permission (D57). */
export const permissionMissing = (permission: Permission) =>
  new Refusal(
    "permission-missing",
    msg("You don't have the {permission} permission. Ask an administrator.", {
      permission: permissionNames[permission],
    }),
  );
export const notFound = (message: Message) => new Refusal("not-found", message);
/** A 409 while the first request is still running. The client should retry with the same key. */
export const underWay = (message: Message) =>
  new Refusal("in-progress", message, { retryAfterSec: 1 });
export const tooMany = (message: Message, retryAfterSec: number) =>
  new Refusal("too-many-requests", message, { retryAfterSec });
