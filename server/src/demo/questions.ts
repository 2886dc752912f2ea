import { demoQuestions } from "@gavelyard/demo/questions";
import { Chance } from "@gavelyard/demo/random";
import type { PoolClient } from "pg";
import { firstUserWithRole } from "./desk-work-sql.ts";
import { bidderIds } from "./people-sql.ts";
import { countOpenQuestions, insertPastQuestion, unitsWithoutQuestions } from "./questions-sql.ts";

const OPEN_QUESTIONS = 3;
const MAX_OF_UNIT = 3;
const HOUR_MIN = 60;

/** Asks and answers questions about units on sale, and leaves some open for staff. */
export async function fillQuestions(tx: PoolClient): Promise<void> {
  const units = await unitsWithoutQuestions(
    tx,
    demoQuestions.answered.flatMap(({ types }) => types),
  );
  const askers = await bidderIds(tx);
  const answeredBy = await firstUserWithRole(tx, "ROLE_ADMIN_SUPPORT");
  if (askers.length === 0 || answeredBy === undefined) return;
  let missing = OPEN_QUESTIONS - (await countOpenQuestions(tx));
  for (const { id: inventoryId, inventory_type: type } of units) {
    const chance = new Chance(inventoryId);
    const asked = { inventoryId, userId: chance.pick(askers), answeredBy };
    const open = demoQuestions.open.find(({ types }) => types.includes(type));
    if (missing > 0 && open !== undefined) {
      missing -= 1;
      const minutesAgo = chance.int(20, 90);
      await insertPastQuestion(tx, { ...asked, ...open, minutesAgo, answers: [] });
    }
    const answered = demoQuestions.answered.filter(({ types }) => types.includes(type));
    for (const { question, answers } of chance
      .shuffled(answered)
      .slice(0, chance.int(1, MAX_OF_UNIT))) {
      const minutesAgo = chance.int(10 * HOUR_MIN, 40 * HOUR_MIN);
      await insertPastQuestion(tx, {
        ...asked,
        question,
        minutesAgo,
        answers: answers.map((text, index) => ({
          text,
          minutesAgo: Math.round(minutesAgo / (index + 2)),
        })),
      });
    }
  }
}
