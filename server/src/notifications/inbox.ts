import type { UserEvent } from "@gavelyard/contract/realtime";
import type { Context } from "../context.ts";
import { RecurringWork } from "../recurring-work.ts";
import { saveNotifications, type NewNotification } from "./sql.ts";

/** Time in which events gather, in ms, so that bids never wait for them and each lot is written once. */
const GATHER_MS = 200;
const IDLE_MS = 60_000;
const AFTER_FAILURE_MS = 1_000;
/** Maximum waiting notifications; emails and pushes reach people, too. */
const MAX_WAITING = 10_000;

/** What an event is about: a newer one replaces it. */
function subjectOf(event: UserEvent): string {
  switch (event.type) {
    case "OUTBID":
    case "LEADING":
    case "WON":
    case "LOST":
      return `lot-${event.inventoryId}`;
    case "LIMIT_CHANGED":
      return "limit";
    case "REQUEST_DECIDED":
      return `request-${event.documentId}`;
    case "PERMISSIONS_CHANGED":
      return "permissions";
    case "QUESTION":
      return `question-${event.inventoryId}`;
    case "NOTICE":
      return `notice-${event.at}-${event.inventoryId ?? ""}-${event.auctionId ?? ""}`;
  }
}

/** Keeps what users are told, for the bell on each of their devices (D72). */
export class Inbox {
  readonly #pool: Context["pool"];
  readonly #log: Context["log"];
  readonly #waiting = new Map<string, NewNotification>();
  readonly #work: RecurringWork;

  constructor({ pool, bus, log }: Pick<Context, "pool" | "bus" | "log">) {
    this.#pool = pool;
    this.#log = log;
    this.#work = new RecurringWork({
      failure: "notifications not stored",
      log,
      afterFailureMs: AFTER_FAILURE_MS,
      run: async () => {
        await this.#write();
        return IDLE_MS;
      },
    });
    bus.listen({
      onEvent: (event, local) => {
        if (local && event.type === "users-told") this.#add(event.userIds, event.event);
      },
      onGap: () => {},
    });
  }

  /** Writes what waits. Never rejects, so that the rest of a shutdown goes on. */
  async stop(): Promise<void> {
    await this.#work.stop();
    await this.#write().catch((error: unknown) => {
      this.#log.error({ err: error }, "last notifications not stored");
    });
  }

  #add(userIds: readonly number[], event: UserEvent): void {
    const subject = subjectOf(event);
    for (const userId of userIds) {
      const key = `${userId} ${subject}`;
      if (this.#waiting.size < MAX_WAITING || this.#waiting.has(key))
        this.#waiting.set(key, { userId, subject, event, at: event.at });
    }
    this.#work.wake(GATHER_MS);
  }

  async #write(): Promise<void> {
    const taken = [...this.#waiting];
    if (taken.length === 0) return;
    await saveNotifications(
      this.#pool,
      taken.map(([, one]) => one),
    );
    for (const [key, one] of taken) if (this.#waiting.get(key) === one) this.#waiting.delete(key);
  }
}
