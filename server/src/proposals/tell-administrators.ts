import type { Message } from "@gavelyard/messages/text";
import { randomUUID } from "node:crypto";
import type { PoolClient } from "pg";
import { enqueue } from "../jobs/enqueue.ts";
import { administrators } from "./administrators-sql.ts";

/**
 * Emails every administrator, also suspended and banned ones, what one of them changed (D38). Closed
 * accounts have no address left.
 */
export async function tellAdministrators(
  tx: PoolClient,
  change: Message,
  /** Null for the command line. */
  byUserId: number | null,
): Promise<void> {
  const all = await administrators(tx);
  const by = all.find(({ id }) => id === byUserId)?.name ?? "npm run admin";
  const event = randomUUID();
  for (const { id, name, email, status } of all) {
    if (status === "CLOSED") continue;
    await enqueue(tx, "send-mail", {
      eventKey: `house-changed:${event}:${id}`,
      to: email,
      content: { kind: "HOUSE_CHANGED", name, change, by },
    });
  }
}
