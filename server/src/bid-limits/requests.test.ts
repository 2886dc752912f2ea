import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAuthApp, type AuthApp, type SignedUp } from "../testing/auth-app.ts";

let app: AuthApp;
let admin: SignedUp;
let support: SignedUp;
beforeAll(async () => {
  app = await openAuthApp();
  admin = await app.administrator();
  support = await app.support();
});
afterAll(() => app.close());

const letter = {
  fileName: "../bank letter.pdf",
  bytes: Buffer.from("%PDF-1.4\n%proof of funds\n"),
};
const ask = (user: SignedUp, amount: string, file = letter, userId = user.userId) =>
  app.form(
    "POST",
    `/api/bid-limit-request/${userId}`,
    [
      ["bidLimitAmount", amount],
      ["docType", "BANK_LETTER"],
      ["document", file],
    ],
    user.jwt,
  );
const review = (documentId: string, more: object = {}) =>
  app.post(
    "/api/adminsupport/bidLimitRequestReviewed",
    { documentId, decision: "APPROVE", note: "Checked", ...more },
    support.jwt,
  );
const approval = (documentId: string, amount: number | string) =>
  `/api/admin/bidLimitRequestApproved/documentId/${documentId}/bidLimit/${amount}`;
const limitOf = async (user: SignedUp) =>
  (await app.get(`/api/bid-limit-status/${user.userId}`, user.jwt)).json().limit;

async function asked(amount = "60000") {
  const user = await app.customer();
  const reply = await ask(user, amount);
  expect(reply.statusCode, reply.body).toBe(200);
  const { documentId } = reply.json<{ documentId: string }>();
  return { user, documentId };
}

describe("a request for a higher limit (D26)", () => {
  test("has up to four documents, which staff open and others can't", async () => {
    const user = await app.customer();
    const send = (files: number) =>
      app.form(
        "POST",
        `/api/bid-limit-request/${user.userId}`,
        [
          ["bidLimitAmount", "60000"],
          ...Array.from(
            { length: files },
            (_, n) => ["document", { ...letter, fileName: `${n}.pdf` }] as const,
          ),
        ],
        user.jwt,
      );
    expect((await send(5)).statusCode).toBe(413);
    const sent = (await send(3)).json<{
      documentId: string;
      documents: { documentId: string; fileName: string }[];
    }>();
    expect(sent.documents.map(({ fileName }) => fileName).sort()).toEqual([
      "0.pdf",
      "1.pdf",
      "2.pdf",
    ]);
    expect(sent.documents[0]?.documentId).toBe(sent.documentId);
    const last = `/api/documents/${sent.documents[2]?.documentId}`;
    expect((await app.get(`${last}?reason=Limit`, admin.jwt)).statusCode).toBe(200);
    expect((await app.get(last, user.jwt)).statusCode).toBe(200);
    expect((await app.get(last, (await app.customer()).jwt)).statusCode).toBe(404);
    // Only the first document names the request.
    expect((await review(sent.documents[2]?.documentId ?? "")).statusCode).toBe(404);
  });

  test("goes from its customer over support to the administrator, who sets the limit", async () => {
    const { user, documentId } = await asked();
    const queue = (
      await app.get("/api/adminsupport/getAllbidLimitRequestsforReview", support.jwt)
    ).json();
    expect(queue.at(-1)).toMatchObject({
      documentId,
      status: "PENDING",
      bidLimitAmount: 60_000,
      fileName: "bank letter.pdf",
    });
    const early = await app.post(approval(documentId, 60_000), undefined, admin.jwt);
    expect(early.json().message).toContain("not been reviewed");
    const reviewed = await review(documentId, { recommendedLimit: 50_000 });
    expect(reviewed.json()).toMatchObject({ status: "REVIEWED", recommendedLimit: 50_000 });
    const decisions = await app.get("/api/admin/getAllReviewed-bid-limit-requests", admin.jwt);
    expect(decisions.json().at(-1)).toMatchObject({ documentId, recommendation: "APPROVE" });
    const approved = await app.post(approval(documentId, 50_000), undefined, admin.jwt);
    expect(approved.json()).toMatchObject({ status: "APPROVED", approvedLimit: 50_000 });
    expect(await limitOf(user)).toBe(50_000);
    await app.mailTo(user.email, "Your bid limit is now $50,000");
    const status = await app.get(`/api/bid-limit-request-status/${user.userId}`, user.jwt);
    expect(status.json()).toMatchObject({ documentId, status: "APPROVED" });
  });

  test("is approved by GET with the bearer alone: idempotent, no-store, never by HEAD (D9)", async () => {
    const { user, documentId } = await asked();
    await review(documentId);
    const path = approval(documentId, 60_000);
    const headers = { authorization: `Bearer ${admin.jwt}` };
    expect((await app.app.inject({ method: "HEAD", url: path, headers })).statusCode).toBe(404);
    expect((await app.get(path)).statusCode).toBe(401);
    const ahead = { ...headers, "sec-purpose": "prefetch" };
    expect((await app.app.inject({ url: path, headers: ahead })).statusCode).toBe(403);
    expect(await limitOf(user)).toBe(25_000);
    const first = await app.get(path, admin.jwt);
    expect(first.headers["cache-control"]).toBe("no-store");
    expect((await app.get(path, admin.jwt)).json()).toEqual(first.json());
    const other = await app.get(approval(documentId, 90_000), admin.jwt);
    expect(other.statusCode).toBe(409);
    expect(other.json().message).toContain("already approved for $60,000");
    expect(await limitOf(user)).toBe(60_000);
    const records = await app.query(
      "SELECT 1 FROM audit_log WHERE action = 'limit-request-approved' AND subject_id = $1",
      [user.userId],
    );
    expect(records).toHaveLength(1);
  });

  test("is rejected with a note, and then another may be sent", async () => {
    const { user, documentId } = await asked();
    await review(documentId, { decision: "REJECT" });
    const path = `/api/admin/bidLimitRequestRejected/documentId/${documentId}`;
    const rejected = await app.post(path, { note: "The letter is too old" }, admin.jwt);
    expect(rejected.json()).toMatchObject({ status: "REJECTED", approvedLimit: null });
    const mail = await app.mailTo(user.email, "was not approved");
    expect(mail.text_body).toContain("The letter is too old");
    expect((await app.get(approval(documentId, 60_000), admin.jwt)).statusCode).toBe(409);
    expect((await ask(user, "40000")).statusCode).toBe(200);
  });

  test("is one at a time, even if several are sent at once", async () => {
    const user = await app.customer();
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask(user, "60000")));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([
      200, 409, 409, 409, 409, 409,
    ]);
  });

  test("may be withdrawn by its customer alone, until it is decided", async () => {
    const { user, documentId } = await asked();
    const stranger = await app.customer();
    const path = `/api/bid-limit-request/documentId/${documentId}`;
    expect((await app.delete(path, stranger.jwt)).statusCode).toBe(404);
    expect((await app.delete(path, user.jwt)).statusCode).toBe(200);
    expect((await app.delete(path, user.jwt)).statusCode).toBe(409);
    expect((await review(documentId)).json().message).toContain("already withdrawn");
  });

  test("has a document that only its customer and staff can read", async () => {
    const { user, documentId } = await asked();
    const stranger = await app.customer();
    const path = `/api/documents/${documentId}`;
    for (const file of [
      await app.get(path, user.jwt),
      await app.get(`${path}?reason=Bid+limit+request`, support.jwt),
    ]) {
      expect(file.rawPayload).toEqual(letter.bytes);
      expect(file.headers["content-disposition"]).toContain("attachment");
      expect(file.headers["x-content-type-options"]).toBe("nosniff");
    }
    expect((await app.get(`${path}?reason=curious`, stranger.jwt)).statusCode).toBe(404);
    expect((await app.get(path)).statusCode).toBe(401);
    const unexplained = await app.get(path, support.jwt);
    expect([unexplained.statusCode, unexplained.json().message]).toEqual([
      400,
      "Enter a reason for opening this document",
    ]);
    const opened = await app.query(
      `SELECT actor_id, reason, after->>'documentId' AS document FROM audit_log
        WHERE action = 'document-opened' AND subject_id = $1`,
      [user.userId],
    );
    expect(opened).toEqual([
      { actor_id: support.userId, reason: "Bid limit request", document: documentId },
    ]);
    // Invoices and proofs need no reason, so each document counts as a read record too (D60).
    const read = () =>
      app.query(
        "SELECT user_id, row_count FROM security_events WHERE kind = 'DATA_LISTED' AND detail LIKE $1",
        [`%${path}%`],
      );
    await expect.poll(read).toEqual([{ user_id: support.userId, row_count: 1 }]);
    expect((await app.get("/api/documents/7", user.jwt)).statusCode).toBe(404);
  });

  test.each([
    ["not above the limit", "25000", 400],
    ["too low", "999", 400],
    ["too high", "10000001", 400],
    ["in cents", "60000.50", 400],
    ["an exponent", "6e4", 400],
    ["no number", "lots", 400],
  ])("is refused for an amount that is %s", async (_name, amount, status) => {
    const reply = await ask(await app.customer(), amount);
    expect(reply.statusCode, reply.body).toBe(status);
    expect(reply.json().issues[0].path).toBe("bidLimitAmount");
  });

  test("is refused without a document, with a disguised one, and in another's name", async () => {
    const user = await app.customer();
    const path = `/api/bid-limit-request/${user.userId}`;
    expect((await app.post(path, { bidLimitAmount: 60_000 }, user.jwt)).statusCode).toBe(400);
    const page = { fileName: "letter.pdf", bytes: Buffer.from("<html><body>hi</body></html>") };
    expect((await ask(user, "60000", page)).json().message).toContain("PDF");
    const other = await app.customer();
    expect((await ask(user, "60000", letter, other.userId)).statusCode).toBe(403);
    expect((await ask(support, "60000", letter, user.userId)).statusCode).toBe(403);
  });

  test("doesn't reveal the limit in use, and only administrators decide it", async () => {
    const { user, documentId } = await asked();
    await review(documentId);
    await app.query("UPDATE bidders SET leading_cents = 2000000 WHERE user_id = $1", [user.userId]);
    expect((await app.get(approval(documentId, 60_000), support.jwt)).statusCode).toBe(403);
    expect((await app.get(approval(documentId, "6e4"), admin.jwt)).statusCode).toBe(404);
    expect((await app.get(approval(documentId, 999), admin.jwt)).statusCode).toBe(400);
    expect((await app.get(approval(randomUUID(), 60_000), admin.jwt)).statusCode).toBe(404);
    expect((await app.get(approval(documentId, 10_000), admin.jwt)).statusCode).toBe(200);
  });
});
