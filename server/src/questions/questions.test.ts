import type {
  OwnQuestion,
  StaffQuestion,
  UnitQuestion,
} from "@gavelyard/contract/inventory/questions";
import { MAX_QUESTIONS } from "@gavelyard/domain/inventory/questions";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { taskHandlers } from "../job-handlers/handlers.ts";
import { closeQuestions } from "../reminders/tell.ts";
import { openAuthApp, type AuthApp, type SignedUp } from "../testing/auth-app.ts";
import { salesOn, type BidOnLot } from "../testing/sales.ts";
import { tellAnswers } from "./tell-answers.ts";

let app: AuthApp;
let staff: SignedUp;
let sales: ReturnType<typeof salesOn>;
let asker: SignedUp;
let lot: BidOnLot;
beforeAll(async () => {
  app = await openAuthApp({ rateLimits: 0 });
  staff = await app.support();
  sales = salesOn(app, staff);
});
afterAll(() => app.close());
beforeEach(async () => {
  const [made] = await sales.auctionWith([[1_500]]);
  if (made === undefined) throw new Error("no lot");
  lot = made;
  asker = await app.customer();
});

const pto = "Does the PTO engage at idle?";
const ask = (question = pto, by = asker, inventoryId = lot.inventoryId) =>
  app.post(`/inventory/${inventoryId}/questions`, { question }, by.jwt);
const publicQuestions = async (inventoryId = lot.inventoryId) =>
  (await app.get(`/inventory/${inventoryId}/questions`)).json<{
    open: boolean;
    questions: UnitQuestion[];
  }>();
const own = async (by = asker) =>
  (await app.get(`/inventory/${lot.inventoryId}/questions/mine`, by.jwt)).json<OwnQuestion[]>();
const listed = async (query: string) =>
  (await app.get(`/api/adminsupport/questions?${query}`, staff.jwt)).json<{
    content: StaffQuestion[];
    totalElements: number;
  }>();
const answer = (id: number, text = "Yes, we ran it on Tuesday.", seen = 0, by = staff) =>
  app.post(`/api/adminsupport/questions/${id}/answer`, { answer: text, seen }, by.jwt);
const hide = (id: number, reason = "About another unit") =>
  app.post(`/api/adminsupport/questions/${id}/hide`, { reason }, staff.jwt);
async function asked(question = pto, by = asker): Promise<number> {
  const reply = await ask(question, by);
  expect(reply.statusCode, reply.body).toBe(200);
  const [newest] = await own(by);
  return newest?.id ?? 0;
}
const mailsTo = async (who: SignedUp, subject: string) =>
  app.query("SELECT text_body FROM mails WHERE recipient = $1 AND subject LIKE $2", [
    who.email,
    `%${subject}%`,
  ]);

test("a question is shown once staff answer it, without its asker", async () => {
  const id = await asked();
  expect(await publicQuestions()).toEqual({ open: true, questions: [] });
  expect(await own()).toMatchObject([{ id, question: pto, status: "OPEN", reason: null }]);
  expect((await listed(`unit=${lot.inventoryId}`)).content).toMatchObject([
    { id, status: "OPEN", open: true, asker: { id: asker.userId }, answers: [] },
  ]);
  expect((await answer(id)).json()).toEqual({ message: "Answer published" });
  const page = await app.get(`/inventory/${lot.inventoryId}/questions`);
  expect(page.json().questions).toMatchObject([
    {
      id,
      question: pto,
      earlier: false,
      answers: [{ answer: "Yes, we ran it on Tuesday.", at: expect.stringMatching(/Z$/) }],
    },
  ]);
  expect(page.body).not.toMatch(/asker|userId|"by"|name/);
  expect((await own())[0]).toMatchObject({ status: "ANSWERED" });
  const mail = await app.mailTo(asker.email, "We answered your question");
  expect(mail.text_body).toContain("Yes, we ran it on Tuesday.");
  expect(mail.text_body).toContain(`/truck/${lot.inventoryId}#questions`);
});

test.each([
  ["too short", 400],
  ["x".repeat(501), 400],
  ["Call me at 806-555-0100 please", 400],
  ["See https://example.com/pictures", 400],
  ["Write to dana@example.com please", 400],
  ["Take my card 4111 1111 1111 1111", 400],
  ["🚛".repeat(10), 200],
  ["First line\nand the second one", 200],
])("the question %j gets a %i", async (question, status) => {
  const reply = await ask(question);
  expect(reply.statusCode, reply.body).toBe(status);
  if (status === 400) expect(reply.json().issues[0].path).toBe("question");
  else expect((await own())[0]?.question).toBe(question.replace("\n", " "));
});

test("the same question is stored once, also when it is sent twice at once", async () => {
  const statuses = (await Promise.all([ask(), ask()])).map(({ statusCode }) => statusCode);
  expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 409]);
  expect(await own()).toHaveLength(1);
  expect((await ask(pto, await app.customer())).statusCode).toBe(200);
});

test("an account asks ten questions a day, and refusals don't count", async () => {
  expect((await ask("Question number 0?")).statusCode).toBe(200);
  for (let count = 1; count < 10; count++) {
    expect((await ask("Question number 0?")).statusCode).toBe(409);
    expect((await ask(`Question number ${count}?`)).statusCode).toBe(200);
  }
  const refused = await ask("Question number 10?");
  expect(refused.statusCode).toBe(429);
  expect(refused.json().message).toMatch(/^You can ask 10 questions a day\. Try again in/);
});

test("a unit takes a hundred questions", async () => {
  await app.query(
    `INSERT INTO unit_questions (inventory_id, user_id, question)
      SELECT $1, $2, 'Question ' || n FROM generate_series(1, $3::int) n`,
    [lot.inventoryId, asker.userId, MAX_QUESTIONS - 1],
  );
  const statuses = await Promise.all([ask("The last of them?"), ask("One too many?")]);
  expect(statuses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
});

test("only signed-in customers can ask, and only about public units", async () => {
  expect(
    (await app.post(`/inventory/${lot.inventoryId}/questions`, { question: pto })).statusCode,
  ).toBe(401);
  expect((await ask(pto, staff)).statusCode).toBe(403);
  expect((await ask(pto, asker, 999_999)).statusCode).toBe(404);
  await app.query("UPDATE inventory SET status = 'DRAFT' WHERE id = $1", [lot.inventoryId]);
  expect((await ask()).statusCode).toBe(404);
  expect((await app.get(`/inventory/${lot.inventoryId}/questions`)).statusCode).toBe(404);
  await app.setStatus(asker.userId, "SUSPENDED");
  expect((await ask()).statusCode).toBe(401);
});

test("a correction shows the earlier wording, and its author must have seen that", async () => {
  const id = await asked();
  await answer(id);
  expect((await answer(id, "No, it doesn't.")).statusCode).toBe(409);
  expect((await answer(id, "No, it doesn't.", 1)).json()).toEqual({ message: "Answer corrected" });
  expect((await answer(id, "Maybe.", 1)).statusCode).toBe(409);
  const [question] = (await publicQuestions()).questions;
  expect(question?.answers.map((one) => one.answer)).toEqual([
    "Yes, we ran it on Tuesday.",
    "No, it doesn't.",
  ]);
  await app.mailTo(asker.email, "We corrected our answer");
  for (let seen = 2; seen < 10; seen++)
    expect((await answer(id, `Wording ${seen}`, seen)).statusCode).toBe(200);
  expect((await answer(id, "Once more", 10)).statusCode).toBe(409);
  await expect(
    app.query("UPDATE unit_answers SET answer = 'other' WHERE question_id = $1", [id]),
  ).rejects.toThrow(/append-only/);
});

test("one of two concurrent answers is published", async () => {
  const id = await asked();
  const statuses = (await Promise.all([answer(id, "One"), answer(id, "Two")])).map(
    ({ statusCode }) => statusCode,
  );
  expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 409]);
  expect((await publicQuestions()).questions[0]?.answers).toHaveLength(1);
});

test("staff hide a question before or after the answer, and the buyer who asked learns why", async () => {
  const open = await asked();
  expect((await hide(open, "")).statusCode).toBe(400);
  expect((await hide(open)).statusCode).toBe(200);
  expect(await own()).toMatchObject([{ status: "HIDDEN", reason: "About another unit" }]);
  expect((await answer(open)).statusCode).toBe(409);
  expect((await hide(open)).statusCode).toBe(409);
  await app.mailTo(asker.email, "We didn't publish your question");
  const answered = await asked("Are there two keys?");
  await answer(answered);
  expect((await hide(answered, "Names a person")).statusCode).toBe(200);
  expect(await publicQuestions()).toEqual({ open: true, questions: [] });
  const mail = await app.mailTo(asker.email, "We no longer show your question");
  expect(mail.text_body).toContain("Reason: Names a person");
  expect((await listed("status=HIDDEN")).content[0]).toMatchObject({
    id: answered,
    open: false,
    reason: "Names a person",
    hiddenBy: expect.any(String),
  });
});

test("staff's actions are audited, without the question's text", async () => {
  const id = await asked();
  await answer(id);
  await answer(id, "No.", 1);
  await hide(id);
  const records = await app.query(
    `SELECT action, before, after, reason, actor_id FROM audit_log
      WHERE subject_type = 'inventory' AND subject_id = $1 AND action ~ 'question|answer' ORDER BY id`,
    [lot.inventoryId],
  );
  expect(records).toMatchObject([
    { action: "question-answered", after: { question: id }, actor_id: staff.userId },
    { action: "answer-corrected", before: { answer: "Yes, we ran it on Tuesday." } },
    {
      action: "question-hidden",
      after: { question: id, answer: "No." },
      reason: "About another unit",
    },
  ]);
  expect(JSON.stringify(records)).not.toContain("PTO");
});

test("once the lot closes, open questions are closed with a note and answers stay", async () => {
  const [open, answered] = [await asked(), await asked("Are there two keys?")];
  await answer(answered);
  await sales.close(lot.auctionId);
  expect((await ask("Is it too late for this?")).statusCode).toBe(409);
  expect((await answer(open)).statusCode).toBe(409);
  expect((await answer(answered, "Three", 1)).statusCode).toBe(409);
  await Promise.all([closeQuestions(app.context), closeQuestions(app.context)]);
  const mail = await app.mailTo(asker.email, "We couldn't answer your question in time");
  expect(mail.text_body).toContain("Its sale ended before we could answer.");
  expect(await mailsTo(asker, "in time")).toHaveLength(1);
  expect(await own()).toMatchObject([{ status: "ANSWERED" }, { id: open, status: "CLOSED" }]);
  expect(await publicQuestions()).toMatchObject({
    open: false,
    questions: [{ id: answered, earlier: false }],
  });
  expect((await hide(answered)).statusCode).toBe(200);
  expect((await hide(open)).statusCode).toBe(409);
});

test("answers of an earlier listing stay with the unit and say so", async () => {
  const id = await asked();
  await answer(id);
  await sales.close(lot.auctionId);
  await app.query("UPDATE inventory SET status = 'AVAILABLE' WHERE id = $1", [lot.inventoryId]);
  const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
  const made = await app.post(
    "/api/adminsupport/auctions/create",
    {
      auctionName: "Again",
      timeZone: "America/Chicago",
      startTime: inMs(3_600_000),
      scheduledEndTime: inMs(7_200_000),
      lots: [{ inventoryId: lot.inventoryId }],
    },
    staff.jwt,
  );
  expect(made.statusCode, made.body).toBe(200);
  const later = await asked("Is it the same truck as before?");
  await answer(later);
  expect((await publicQuestions()).questions).toMatchObject([
    { id: later, earlier: false },
    { id, earlier: true },
  ]);
});

test("watchers and bidders get answers in one email, unless they turned it off", async () => {
  const [bidder] = lot.bidders;
  if (bidder === undefined) throw new Error("no bidder");
  const [watcher, quiet] = [await app.customer(), await app.customer()];
  for (const who of [watcher, quiet, asker])
    await app.post(`/api/wishlist/${who.userId}/add/${lot.inventoryId}`, undefined, who.jwt);
  await app.put(
    `/api/update-user/${quiet.userId}`,
    { notificationPrefs: { NEW_ANSWERS: { email: false } } },
    quiet.jwt,
  );
  const [one, two] = [await asked(), await asked("Are there two keys?", bidder)];
  await answer(one);
  await answer(two, "Two, and a fob.");
  const [waiting] = await app.query(
    `SELECT j.run_at > clock_ms() + interval '4 minutes' AS later, count(*) OVER () AS jobs
      FROM graphile_worker.jobs j WHERE j.key = $1`,
    [`tell-answers:${lot.inventoryId}`],
  );
  expect(waiting).toEqual({ later: true, jobs: 1 });
  const handlers = await taskHandlers(app.context, async () => {});
  await handlers["tell-answers"]({ inventoryId: lot.inventoryId });
  await tellAnswers(app.context.pool, lot.inventoryId);
  const mail = await app.mailTo(watcher.email, "2 new answers");
  expect(mail.text_body).toContain("Are there two keys?\nTwo, and a fob.");
  const toBidder = await app.mailTo(bidder.email, "1 new answer:");
  expect(toBidder.text_body).not.toContain("two keys");
  const toAsker = await app.mailTo(asker.email, "1 new answer:");
  expect(toAsker.text_body).not.toContain("PTO");
  expect(toAsker.text_body).toContain("Stop these emails");
  expect(await mailsTo(watcher, "new answer")).toHaveLength(1);
  expect(await mailsTo(quiet, "new answer")).toHaveLength(0);
});

test("shortly before the close, answers are emailed at once", async () => {
  await app.query("UPDATE lots SET closes_at = clock_ms() + interval '9 minutes' WHERE id = $1", [
    lot.lotId,
  ]);
  const [bidder] = lot.bidders;
  await answer(await asked());
  const mail = await app.mailTo(bidder?.email ?? "", "1 new answer:");
  expect(mail.text_body).toContain(pto);
});

test("open questions are in the work queue, by their lot's close", async () => {
  const [sooner] = await sales.auctionWith([[]]);
  await app.query(
    "UPDATE unit_questions SET status = 'HIDDEN', ended_at = clock_ms(), hidden_by = $1, hide_reason = 'x' WHERE status = 'OPEN'",
    [staff.userId],
  );
  await asked();
  await app.query(
    "UPDATE unit_questions SET asked_at = clock_ms() - interval '3 hours' WHERE status = 'OPEN'",
  );
  await app.query("UPDATE lots SET closes_at = clock_ms() + interval '25 minutes' WHERE id = $1", [
    sooner?.lotId,
  ]);
  expect((await ask("Which one is first?", asker, sooner?.inventoryId)).statusCode).toBe(200);
  const { queues } = (await app.get("/api/adminsupport/home", staff.jwt)).json();
  const queue = queues.find(({ name }: { name: string }) => name === "QUESTIONS");
  expect(queue).toMatchObject({
    count: 2,
    next: [
      {
        title: "2019 Peterbilt 579",
        detail: expect.stringMatching(/^waiting 0 min, closes in 2[45] min$/),
      },
      { detail: expect.stringMatching(/^waiting 3 h, closes in \d+ (min|h)$/) },
    ],
  });
  expect(queue.next[0].path).toMatch(/\?tab=questions&question=\d+$/);
  expect((await listed("status=OPEN")).content.map(({ inventoryId }) => inventoryId)).toEqual([
    sooner?.inventoryId,
    lot.inventoryId,
  ]);
});

test("closing an account removes its open questions, and itself from answered ones", async () => {
  const [open, answered] = [await asked(), await asked("Are there two keys?")];
  await answer(answered);
  const data = (await app.get("/api/user/export", asker.jwt)).json();
  expect(data.questions).toMatchObject([
    { question: "Are there two keys?", status: "ANSWERED" },
    { question: pto, status: "OPEN" },
  ]);
  const admin = await app.administrator();
  expect((await app.delete(`/api/admin/delete-user/${asker.userId}`, admin.jwt)).statusCode).toBe(
    200,
  );
  expect((await listed(`id=${open}`)).totalElements).toBe(0);
  expect((await listed(`id=${answered}`)).content).toMatchObject([{ asker: null }]);
  expect((await publicQuestions()).questions).toMatchObject([{ id: answered }]);
  // There is no asker left to notify.
  expect((await answer(answered, "No.", 1)).statusCode).toBe(200);
  expect((await hide(answered)).statusCode).toBe(200);
});

test("questions that were never shown are kept for a year", async () => {
  const [old, recent] = [await asked(), await asked("Are there two keys?")];
  for (const id of [old, recent]) await hide(id);
  await app.query(
    "UPDATE unit_questions SET ended_at = ended_at - interval '366 days' WHERE id = $1",
    [old],
  );
  const handlers = await taskHandlers(app.context, async () => {});
  await handlers.tidy({});
  expect((await own()).map(({ id }) => id)).toEqual([recent]);
});
