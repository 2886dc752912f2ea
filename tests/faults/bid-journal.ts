import { randomUUID } from "node:crypto";
import { refusalCode, type RefusalCode } from "@gavelyard/contract/refusals";
import { z } from "zod";
import type { Bidder } from "./market.ts";
import { letPass } from "../../server/src/testing/wait-for.ts";

/** How long a bidder's page retries an unanswered bid, in ms (docs/decisions/0030). */
const RETRY_FOR_MS = 10_000;
const RETRY_EVERY_MS = 250;
const TIMEOUT_MS = 8_000;

/** A bid and its result. Times are ms on the test's monotonic clock. */
export interface JournalEntry {
  readonly key: string;
  readonly inventoryId: number;
  readonly sentAtMs: number;
  endedAtMs: number;
  /** Of the last response; 0 when there was none. */
  status: number;
  message: string;
  /** Null when the bid was placed. */
  code: RefusalCode | null;
  bidId: number | null;
  seq: number | null;
}

/** Refusals after which the bid may have been placed. */
const inDoubt: ReadonlySet<RefusalCode | null> = new Set<RefusalCode>([
  "bid-unconfirmed",
  "in-progress",
  "outcome-unknown",
]);
export const isInDoubt = ({ code }: Pick<JournalEntry, "code">): boolean => inDoubt.has(code);

export interface View {
  readonly path: string;
  readonly status: number;
  readonly askedAtMs: number;
  readonly tookMs: number;
}

const body = z.object({
  message: z.string(),
  code: refusalCode.optional(),
  bidId: z.int().optional(),
  seq: z.int().optional(),
});

/**
 * Bids and browses continuously at several servers, and keeps its own record of their responses.
 */
export class BidJournal {
  readonly entries: JournalEntry[] = [];
  readonly views: View[] = [];
  /** In order. */
  readonly acceptedAtMs: number[] = [];
  #over = false;
  #working: Promise<unknown> = Promise.resolve();
  #amount = 100;

  /** `servers` returns the URLs of the running servers, which can change. */
  start(
    servers: () => readonly string[],
    {
      bidders,
      lots,
      paths,
    }: { bidders: readonly Bidder[]; lots: readonly number[]; paths: readonly string[] },
  ): void {
    const bidding = bidders.map(async (bidder, person) => {
      for (let turn = person; !this.#over; turn += 1) {
        const inventoryId = turn % 2 === 0 ? lots[0] : lots[turn % lots.length];
        if (inventoryId !== undefined) await this.#bid(servers, bidder, inventoryId);
        await letPass(30, "a bidder's pause between bids");
      }
    });
    const browsing = paths.map(async (path) => {
      for (let turn = 0; !this.#over; turn += 1) {
        await this.#view(servers, path, turn);
        await letPass(100, "a visitor's pause between pages");
      }
    });
    this.#working = Promise.all([...bidding, ...browsing]);
  }

  async end(): Promise<void> {
    this.#over = true;
    await this.#working;
  }

  /** Sends a bid, and retries it with the same key until the response is final. */
  async #bid(
    servers: () => readonly string[],
    { userId, jwt }: Bidder,
    inventoryId: number,
  ): Promise<void> {
    const amount = (this.#amount += 500);
    const entry: JournalEntry = {
      key: `journal-${randomUUID()}`,
      inventoryId,
      sentAtMs: performance.now(),
      endedAtMs: 0,
      status: 0,
      message: "",
      code: null,
      bidId: null,
      seq: null,
    };
    this.entries.push(entry);
    let unconfirmed: Pick<JournalEntry, "code" | "message"> | null = null;
    for (let attempt = userId; ; attempt += 1) {
      const urls = servers();
      try {
        const response = await fetch(
          `${urls[attempt % urls.length] ?? ""}/api/bids/inventory/${inventoryId}/user/${userId}?amount=${amount}`,
          {
            method: "POST",
            headers: { authorization: `Bearer ${jwt}`, "idempotency-key": entry.key },
            signal: AbortSignal.timeout(TIMEOUT_MS),
          },
        );
        const answer = body.parse(await response.json());
        entry.status = response.status;
        entry.message = answer.message;
        entry.code = answer.code ?? null;
        entry.bidId = answer.bidId ?? null;
        entry.seq = answer.seq ?? null;
      } catch {
        entry.status = 0;
        entry.message = "no answer";
        entry.code = "bid-unconfirmed";
      }
      entry.endedAtMs = performance.now();
      if (entry.status === 200) this.acceptedAtMs.push(entry.endedAtMs);
      const isFinal = entry.status !== 0 && entry.status !== 503 && entry.status !== 409;
      const isRefused = entry.status === 409 && entry.code !== "in-progress";
      // Like a bidder's page: a bid stays unconfirmed until an attempt gets a response.
      if (isInDoubt(entry)) unconfirmed ??= { code: entry.code, message: entry.message };
      else if (entry.status === 503) Object.assign(entry, unconfirmed);
      if (isFinal || isRefused || entry.endedAtMs - entry.sentAtMs > RETRY_FOR_MS) return;
      await letPass(RETRY_EVERY_MS, "a client's pause before it tries again");
    }
  }

  /** Views a page as if behind a load balancer: when a server fails, another is tried. */
  async #view(servers: () => readonly string[], path: string, turn: number): Promise<void> {
    const askedAtMs = performance.now();
    const url = chosen(servers(), turn);
    let status = await statusOf(`${url}${path}`);
    if (status === 0 && !servers().includes(url))
      status = await statusOf(`${chosen(servers(), turn)}${path}`);
    this.views.push({ path, status, askedAtMs, tookMs: performance.now() - askedAtMs });
  }
}

const chosen = (servers: readonly string[], turn: number) => servers[turn % servers.length] ?? "";

/** Returns 0 for no response. */
async function statusOf(url: string): Promise<number> {
  try {
    const response = await fetch(url, {
      headers: { accept: url.includes("/api/") ? "application/json" : "text/html" },
    });
    await response.text();
    return response.status;
  } catch {
    return 0;
  }
}
