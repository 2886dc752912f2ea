import { afterAll, beforeAll, inject } from "vitest";
import { twoPersonRuleOff } from "../../server/src/testing/two-person-rule.ts";
import { staffWays } from "../staff-ways.ts";
import { openStage, type Stage } from "../stage.ts";

/** What `tests/e2e/staff.test.ts` shows for an administrator. */
let stage: Stage;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
  await stage.query(twoPersonRuleOff);
});
afterAll(() => stage?.close());

staffWays("support", () => stage);
