import { publishRoot } from "../audit/chain-sql.ts";
import type { Context } from "../context.ts";
import { act } from "../events/act.ts";
import { runUnitAct } from "../inventory/acts/run-unit-act.ts";
import { sumAllDays } from "../reports/sums-sql.ts";
import { tellAnswers } from "../questions/tell-answers.ts";
import { announceRelease } from "../sales/pickup/announce-release.ts";
import { openCurrentSale } from "../sales/offer/negotiate.ts";
import { remindCertificate } from "../tax-certificates/decide-certificate.ts";
import { numberWebhookEvents, sendWebhooks } from "../webhooks/send.ts";
import { mailLosers } from "../mail/mail-losers.ts";
import { sendMail, smtpDelivery } from "../mail/send-mail.ts";
import type { TaskHandlers } from "../jobs/tasks.ts";
import { tidy } from "./tidy.ts";
import { UnsubscribeLinks } from "../mail/unsubscribe-links.ts";

export async function taskHandlers(
  context: Context,
  sendPush: TaskHandlers["send-push"],
): Promise<TaskHandlers> {
  const unsubscribe = new UnsubscribeLinks(context.secrets);
  const deliver = smtpDelivery(context);
  return {
    "send-mail": (order) => sendMail(context, deliver, unsubscribe, order),
    "send-push": sendPush,
    "mail-losers": (closed) => mailLosers(context.pool, closed),
    "end-negotiation": ({ lotId }) =>
      act(context, async (tx, record) => {
        await openCurrentSale(tx, record, lotId);
      }),
    "announce-release": ({ awardId, clearsAtMs }) =>
      act(context, (tx, record) => announceRelease(tx, record, awardId, clearsAtMs)),
    "remind-certificate": ({ certificateId }) =>
      act(context, (tx) => remindCertificate(tx, certificateId)),
    "tell-answers": ({ inventoryId }) => tellAnswers(context.pool, inventoryId),
    "run-unit-act": (task) => runUnitAct(context, task),
    tidy: () => tidy(context),
    "sum-days": () => sumAllDays(context.pool),
    "publish-audit-root": () => publishRoot(context.pool),
    "number-webhook-events": () => numberWebhookEvents(context),
    "send-webhooks": ({ webhookId }) => sendWebhooks(context, webhookId),
  };
}
