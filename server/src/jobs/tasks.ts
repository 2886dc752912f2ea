import { z } from "zod";
import { closedLot, mailContent, type MailContent } from "./mail-content.ts";

/** A mail that is to be sent because of one event. */
export interface MailOrder {
  /** Names the event and the recipient; of two orders with one key only the first is sent. */
  readonly eventKey: string;
  readonly to: string;
  readonly content: MailContent;
}

const losersToMail = z.object({
  lotId: z.int().positive(),
  leaderId: z.int().positive().nullable(),
  content: z.object(closedLot),
});
/** A closed lot, for the mails to those who did not lead it. */
export type LosersToMail = z.infer<typeof losersToMail>;

/** Every task of the queue with what it is given. */
export interface TaskPayloads {
  readonly "send-mail": MailOrder;
  /** Mails the bidders of a closed lot who did not lead it. */
  readonly "mail-losers": LosersToMail;
  /** Removes what is kept for a time only; runs by the clock. */
  readonly tidy: Readonly<Record<never, never>>;
  /** Sums the days that are over, for the figures; runs by the clock. */
  readonly "sum-days": Readonly<Record<never, never>>;
}
export type TaskName = keyof TaskPayloads;

/** Payloads come back from the database as JSON of any age, so they are parsed like any input. */
export const taskPayloads: { readonly [T in TaskName]: z.ZodType<TaskPayloads[T]> } = {
  "send-mail": z.object({
    eventKey: z.string().min(1).max(200),
    to: z.email().max(254),
    content: mailContent,
  }),
  "mail-losers": losersToMail,
  tidy: z.object({}),
  "sum-days": z.object({}),
};

/** What does the work of each task. A task that throws is tried again, later each time. */
export type TaskHandlers = {
  readonly [T in TaskName]: (payload: TaskPayloads[T]) => Promise<void>;
};
