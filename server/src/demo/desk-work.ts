import type { PoolClient } from "pg";
import { insertAudit } from "../audit/sql.ts";
import {
  applicationOf,
  enquiries,
  financeRequests,
  financeSteps,
  limitRequests,
} from "./desk-cases.ts";
import { firstUserWithRole, insertFinanceRequest, insertFinanceStep } from "./desk-work-sql.ts";
import { insertRows } from "./insert-rows.ts";
import { letterId, letterOf } from "./letters.ts";
import { demoBidders } from "../demo-accounts/people.ts";

const HOUR_MS = 3_600_000;
const CENTS = 100;

/** Writes the demo staff's open work: limit requests, finance requests, leads and messages. */
export async function seedDeskWork(
  tx: PoolClient,
  people: ReadonlyMap<string, number>,
  unitIds: readonly number[],
  now: Date,
): Promise<void> {
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS).toISOString();
  const userOf = (bidder: number) => people.get(demoBidders[bidder]?.email ?? "");
  const clerkId = await firstUserWithRole(tx, "ROLE_ADMIN_SUPPORT");

  await insertRows(
    tx,
    "documents",
    {
      id: "uuid",
      owner_id: "bigint",
      purpose: "text",
      file_name: "text",
      content_type: "text",
      bytes: "int",
      created_at: "timestamptz",
    },
    await Promise.all(
      limitRequests.map(async (request) => ({
        id: letterId(request.bidder),
        owner_id: userOf(request.bidder),
        purpose: "BID_LIMIT",
        file_name: "Bank letter.pdf",
        content_type: "application/pdf",
        bytes: (await letterOf(request)).length,
        created_at: ago(request.hoursAgo),
      })),
    ),
  );
  await insertRows(
    tx,
    "limit_requests",
    {
      document_id: "uuid",
      user_id: "bigint",
      bid_limit_cents: "bigint",
      doc_type: "text",
      status: "text",
      created_at: "timestamptz",
      recommendation: "text",
      recommended_cents: "bigint",
      review_note: "text",
      reviewed_by: "bigint",
      reviewed_at: "timestamptz",
    },
    limitRequests.map((request) => {
      const review = "review" in request ? request.review : null;
      return {
        document_id: letterId(request.bidder),
        user_id: userOf(request.bidder),
        bid_limit_cents: request.dollars * CENTS,
        doc_type: "BANK_LETTER",
        status: review === null ? "PENDING" : "REVIEWED",
        created_at: ago(request.hoursAgo),
        recommendation: review?.recommendation ?? null,
        recommended_cents: review === null ? null : review.dollars * CENTS,
        review_note: review?.note ?? "",
        reviewed_by: review === null ? null : clerkId,
        reviewed_at: review === null ? null : ago(request.hoursAgo / 2),
      };
    }),
  );
  for (const request of limitRequests) {
    const subjectId = userOf(request.bidder);
    if (!("review" in request) || subjectId === undefined) continue;
    await insertAudit(tx, {
      actorId: clerkId ?? null,
      action: "limit-request-reviewed",
      subjectType: "user",
      subjectId,
      after: {
        documentId: letterId(request.bidder),
        recommendation: request.review.recommendation,
        recommended: request.review.dollars,
      },
      reason: request.review.note,
      ip: null,
    });
  }
  for (const request of financeRequests) {
    const userId = userOf(request.bidder);
    const [lender, approvedCents, apr] =
      request.status === "APPROVED"
        ? (["Brazos Equipment Credit", request.dollars * CENTS, 9.4] as const)
        : ([null, null, null] as const);
    const requestId = await insertFinanceRequest(tx, [
      userId,
      unitIds[request.unit] ?? null,
      request.dollars * CENTS,
      request.months,
      JSON.stringify(applicationOf(request, ago(request.hoursAgo))),
      request.status,
      lender,
      approvedCents,
      apr,
      ago(request.hoursAgo),
      ago(request.hoursAgo / 3),
    ]);
    for (const [index, status] of financeSteps[request.status].entries()) {
      await insertFinanceStep(tx, [
        requestId,
        status,
        status === "NEEDS_INFO" ? "Please attach the last two tax returns." : "",
        index === 0 ? userId : clerkId,
        ago(request.hoursAgo / (index + 1)),
      ]);
    }
  }
  await insertRows(
    tx,
    "enquiries",
    {
      kind: "text",
      name: "text",
      email: "text",
      phone_number: "text",
      budget_low_cents: "bigint",
      budget_high_cents: "bigint",
      subject: "text",
      message: "text",
      created_at: "timestamptz",
    },
    enquiries.map(({ kind, name, email, phone, budget, subject, message, hoursAgo }) => ({
      kind,
      name,
      email,
      phone_number: phone,
      budget_low_cents: budget === null ? null : budget[0] * CENTS,
      budget_high_cents: budget === null ? null : budget[1] * CENTS,
      subject,
      message,
      created_at: ago(hoursAgo),
    })),
  );
}
