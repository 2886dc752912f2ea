import { msg } from "@gavelyard/messages/text";
import type { Db } from "../db/pool.ts";
import { Refusal } from "../refusal.ts";
import { isSamePerson } from "./same-person-sql.ts";

/**
 * Nobody decides about an account of their own (D38).
 * @throws Refusal 403 if the account belongs to the same person as the caller's
 */
export async function refuseSamePerson(db: Db, callerId: number, accountId: number): Promise<void> {
  if (!(await isSamePerson(db, callerId, [accountId]))) return;
  throw new Refusal(
    "same-person",
    msg("You opened this account, so another member of staff has to decide. Nothing was changed."),
  );
}
