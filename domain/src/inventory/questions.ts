/** Statuses of a question about a unit (D64). `CLOSED`: the unit's sale ended before an answer. */
export const questionStatuses = ["OPEN", "ANSWERED", "HIDDEN", "CLOSED"] as const;
export type QuestionStatus = (typeof questionStatuses)[number];

/** Maximum open and answered questions of a unit, so that one call can return them all (D11). */
export const MAX_QUESTIONS = 100;
/** Maximum wordings of an answer: the first one and its corrections. */
export const MAX_WORDINGS = 10;

const MINUTE_MS = 60_000;
const NOTIFY_AFTER_MS = 5 * MINUTE_MS;
const NOTIFY_BEFORE_CLOSE_MS = 15 * MINUTE_MS;

/** Personal data that must not appear in a public text. */
export type PrivateData = "LINK" | "EMAIL" | "PHONE" | "CARD";

const link =
  /https?:|www\.|(?:\w\.|\w\s?[([]?\bdot\b[)\]]?\s?)(?:com|net|org|info|biz|io|app|shop|xyz)\b/i;
/** An email address or social handle, including "(at)" spellings, but not "2 @ $40". */
const email = /\S@[\w-]+\.\w|\w\s?[([]at[)\]]\s?\w|(?:^|\s)@[a-z]/i;
/**
 * Digits with at most two separators between them and no letter next to them, which excludes VINs.
 */
const numbers = /(?<![\p{L}\d])\+?\(?\d(?:[ .()/\p{Pd}]{0,2}\d){6,40}(?![\p{L}\d])/gu;

/** Returns the kind of private data or link that a text contains, or null. */
export function findPrivateData(text: string): PrivateData | null {
  const plain = text.normalize("NFKC");
  if (email.test(plain)) return "EMAIL";
  if (link.test(plain)) return "LINK";
  const found = (plain.match(numbers) ?? []).map(kindOfNumber);
  return found.find((kind) => kind === "CARD") ?? found.find((kind) => kind !== null) ?? null;
}

function kindOfNumber(text: string): "PHONE" | "CARD" | null {
  const groups = text.match(/\d+/g) ?? [];
  const isInternational = text.startsWith("+") && groups.join("").length >= 8;
  let found: "PHONE" | null = isInternational ? "PHONE" : null;
  // A phone number may follow another number: "412380 806 555 0100".
  for (let from = 0; from < groups.length; from++) {
    for (let to = from + 1; to <= groups.length; to++) {
      const part = groups.slice(from, to);
      if (isCard(part)) return "CARD";
      if (isPhone(part)) found = "PHONE";
    }
  }
  return found;
}

const lengthsOf = (groups: readonly string[]) => groups.map(({ length }) => length).join("-");
const isSpelledOut = (groups: readonly string[]) =>
  groups.length > 1 && groups.every(({ length }) => length === 1);

/** Whether digits are grouped like a North American phone number and could be one. */
function isPhone(groups: readonly string[]): boolean {
  return (
    (/^(?:1-)?(?:10|3-3-4|3-7|6-4)$|^11$/.test(lengthsOf(groups)) || isSpelledOut(groups)) &&
    /^1?[2-9]\d\d[2-9]\d{6}$/.test(groups.join(""))
  );
}

/** Whether digits are grouped like a payment card number and pass its check digit (Luhn). */
function isCard(groups: readonly string[]): boolean {
  const digits = groups.join("");
  return (
    (/^(?:4-4-4-[1-7]|4-6-[45]|1[3-9])$/.test(lengthsOf(groups)) || isSpelledOut(groups)) &&
    /^[2-6]\d{12,18}$/.test(digits) &&
    [...digits].toReversed().reduce((sum, digit, place) => {
      const value = Number(digit) * (place % 2 === 0 ? 1 : 2);
      return sum + (value > 9 ? value - 9 : value);
    }, 0) %
      10 ===
      0
  );
}

export interface QuestionState {
  readonly status: QuestionStatus;
  /** Number of wordings of its answer. */
  readonly wordings: number;
  /** Whether its unit is or will be on sale. */
  readonly onSale: boolean;
}

export type AnswerRefusal = "ENDED" | "CHANGED" | "OVER" | "TOO_OFTEN";

/**
 * Returns why staff can't answer a question or correct its answer, or null. `seen` is the number of
 * wordings on their screen.
 */
export function refuseAnswer(question: QuestionState, seen: number): AnswerRefusal | null {
  if (question.status === "HIDDEN" || question.status === "CLOSED") return "ENDED";
  if (question.wordings !== seen) return "CHANGED";
  if (!question.onSale) return "OVER";
  return question.wordings >= MAX_WORDINGS ? "TOO_OFTEN" : null;
}

export const mayHide = ({ status }: Pick<QuestionState, "status">): boolean =>
  status === "OPEN" || status === "ANSWERED";

/**
 * Returns when to notify watchers and bidders of new answers, in ms: together, five minutes after
 * the first, but before the last 15 minutes of the lot. `closesAtMs` is null without a lot.
 */
export function notifyAtMs(firstMs: number, closesAtMs: number | null): number {
  const togetherMs = firstMs + NOTIFY_AFTER_MS;
  if (closesAtMs === null) return togetherMs;
  return Math.max(firstMs, Math.min(togetherMs, closesAtMs - NOTIFY_BEFORE_CLOSE_MS));
}
