import type { Context } from "../context.ts";
import { sumAllDays } from "../office/sums-sql.ts";
import { mailLosers } from "./mail-losers.ts";
import { sendMail, smtpDelivery } from "./send-mail.ts";
import { deleteOutdated } from "./sql.ts";
import type { TaskHandlers } from "./tasks.ts";

/** What does the work of each task in this process. */
export function taskHandlers(context: Context): TaskHandlers {
  const deliver = smtpDelivery(context);
  return {
    "send-mail": (order) => sendMail(context, deliver, order),
    "mail-losers": (closed) => mailLosers(context.pool, closed),
    tidy: () => deleteOutdated(context.pool),
    "sum-days": () => sumAllDays(context.pool),
  };
}
