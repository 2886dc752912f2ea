import { msg, t } from "@gavelyard/messages/text";
import * as enquiries from "@gavelyard/contract/enquiries";
import { dollarsToCents, formatDollars } from "@gavelyard/domain/money";
import type { FastifyRequest } from "fastify";
import { insertAudit } from "../audit/sql.ts";
import type { Context } from "../context.ts";
import { act } from "../events/act.ts";
import { deviceOf } from "../network/device.ts";
import { notFound, spoken } from "../refusal.ts";
import { limitByAddress, limitByTarget, type RateLimit } from "../http/limits/rate-limits.ts";
import type { Serve } from "../http/serve.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { contactOf } from "../operating-settings/sql.ts";
import {
  insertEnquiry,
  listEnquiries,
  markHandled,
  type EnquirySearch,
  type NewEnquiry,
} from "./sql.ts";
import { pageOf, type PageRequest } from "../http/page.ts";

const HOUR_SEC = 3_600;
const byAddress: RateLimit = { name: "enquiry-address", tries: 5, windowSec: HOUR_SEC };
const byMailbox: RateLimit = { name: "enquiry-mailbox", tries: 5, windowSec: HOUR_SEC };

/**
 * Routes for visitors' inquiries, and for the staff who read them (specification section 7, D15).
 */
export function enquiryRoutes(serve: Serve, context: Context): void {
  const { pool } = context;
  const limit = async (mailbox: string, request: FastifyRequest): Promise<void> => {
    await limitByAddress(context, byAddress, deviceOf(request).ip ?? "none");
    await limitByTarget(context, byMailbox, mailbox);
  };

  serve(enquiries.sendContact, async ({ body, request }) => {
    await limit(body.email, request);
    const { website, subject, ...said } = body;
    if (website === "") {
      const none = { phoneNumber: null, budgetLowCents: null, budgetHighCents: null };
      await enter(context, { kind: "CONTACT", ...said, ...none, subject });
    }
    return { message: t("Thank you. We'll reply within one business day.") };
  });

  serve(enquiries.submitLead, async ({ body, request }) => {
    await limit(body.email, request);
    if (body.website === "") {
      await enter(context, {
        kind: "LEAD",
        name: body.fullName,
        email: body.email,
        phoneNumber: body.phoneNumber,
        budgetLowCents: dollarsToCents(body.budgetLowerLimit),
        budgetHighCents: dollarsToCents(body.budgetUpperLimit),
        subject: "",
        message: body.message,
      });
    }
    return { message: t("Thank you. Our yard will call you.") };
  });

  serve(enquiries.listLeads, ({ query }) => onePage(pool, "LEAD", query));
  serve(enquiries.listMessages, ({ query }) => onePage(pool, "CONTACT", query));
  serve(enquiries.handleEnquiry, async ({ params, user, request }) => {
    await act(context, async (tx) => {
      if (!(await markHandled(tx, params.id, user.userId)))
        throw notFound(msg("Inquiry not found"));
      await insertAudit(tx, {
        actorId: user.userId,
        action: "enquiry-handled",
        subjectType: "enquiry",
        subjectId: params.id,
        ip: deviceOf(request).ip,
      });
    });
    return { message: t("Marked as handled") };
  });
}

/** Stores an inquiry and emails it to the site's own address, whatever the sender's. */
async function enter(context: Context, enquiry: NewEnquiry): Promise<void> {
  await act(context, async (tx) => {
    const id = await insertEnquiry(tx, enquiry);
    const isLead = enquiry.kind === "LEAD";
    await enqueue(tx, "send-mail", {
      eventKey: `enquiry:${id}`,
      to: (await contactOf(tx, context.settings)).email,
      content: {
        kind: "ENQUIRY",
        from: enquiry.email,
        name: enquiry.name,
        subject: isLead
          ? msg("Lead: {name}", { name: enquiry.name })
          : msg("Message: {subject}", { subject: enquiry.subject || enquiry.name }),
        lines: [
          ...(enquiry.phoneNumber === null
            ? []
            : [msg("Phone: {number}", { number: enquiry.phoneNumber })]),
          ...(enquiry.budgetLowCents === null || enquiry.budgetHighCents === null
            ? []
            : [
                msg("Budget: {from} to {to}", {
                  from: formatDollars(enquiry.budgetLowCents),
                  to: formatDollars(enquiry.budgetHighCents),
                }),
              ]),
          ...(enquiry.message === "" ? [] : [spoken(enquiry.message)]),
        ],
      },
    });
  });
}

async function onePage(
  pool: Context["pool"],
  kind: NewEnquiry["kind"],
  asked: PageRequest & EnquirySearch,
) {
  const { content, total } = await listEnquiries(pool, kind, asked, asked);
  return pageOf(content, total, asked);
}
