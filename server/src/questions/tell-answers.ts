import { answersNotice } from "@gavelyard/domain/users/push-notices";
import type { Pool } from "pg";
import { inTransaction } from "../db/transaction.ts";
import { enqueueAll, job } from "../jobs/enqueue.ts";
import { readersOf, takeUnsent } from "./readers-sql.ts";

const DAY_MS = 86_400_000;

/** Job `tell-answers`: tells watchers and bidders of a unit's new answers, except their own (D64). */
export async function tellAnswers(pool: Pool, inventoryId: number): Promise<void> {
  await inTransaction(pool, async (tx) => {
    const answers = await takeUnsent(tx, inventoryId);
    if (answers.length === 0) return;
    const readers = await readersOf(tx, inventoryId);
    await enqueueAll(
      tx,
      readers.flatMap((reader) => {
        const news = answers
          .filter(({ user_id }) => user_id !== reader.user_id)
          .map(({ question, answer, corrected }) => ({ question, answer, corrected }));
        const [first, ...more] = news.map(({ question }) => question);
        if (first === undefined) return [];
        const { user_id: userId, name, email, title, closes_at, now } = reader;
        return [
          job("send-mail", {
            eventKey: `answers:${inventoryId}:${now.getTime()}:${userId}`,
            to: email,
            content: { kind: "NEW_ANSWERS", name, inventoryId, title, answers: news },
          }),
          job("send-push", {
            userId,
            kind: "NEW_ANSWERS",
            notice: answersNotice({ inventoryId, title, questions: [first, ...more] }),
            goodUntil: (closes_at ?? new Date(now.getTime() + DAY_MS)).toISOString(),
            deviceId: null,
          }),
        ];
      }),
    );
  });
}
