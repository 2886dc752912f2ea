import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { z } from "zod";
import type { BenchBidder } from "./yard.ts";

/** What one process of load asks for, over and over. */
export interface LoadOrder {
  readonly url: string;
  readonly clients: number;
  /** Requests a second; as many as can be without it. */
  readonly rate?: number;
  readonly requests:
    | {
        readonly kind: "bids";
        readonly lots: readonly number[];
        readonly bidders: readonly BenchBidder[];
        /** Amounts count the time since then; each a dollar above the one before without it. */
        readonly sinceMs?: number;
      }
    | { readonly kind: "inserts" };
}

/** Load from processes of their own. */
export interface LoadApart {
  /** Puts load on the server from all of them at once; sums what it came to, the longest of times. */
  run(seconds: number): Promise<z.infer<typeof result>>;
  stop(): Promise<void>;
}

const result = z.object({
  acceptedPerSec: z.number(),
  p50: z.number(),
  p99: z.number(),
  faults: z.number(),
});

/** Starts a process for each order. */
export function startLoad(orders: readonly LoadOrder[]): LoadApart {
  const children = orders.map((order) => {
    const child = fork(path.join(import.meta.dirname, "load-process.ts"));
    child.send(order);
    return child;
  });
  return {
    run: async (seconds) => {
      const results = await Promise.all(
        children.map(async (child) => {
          const answer = once(child, "message");
          child.send(seconds);
          const [first]: unknown[] = await answer;
          return result.parse(first);
        }),
      );
      const sum = (of: (one: z.infer<typeof result>) => number) =>
        results.reduce((total, one) => total + of(one), 0);
      return {
        acceptedPerSec: sum((one) => one.acceptedPerSec),
        p50: Math.max(...results.map((one) => one.p50)),
        p99: Math.max(...results.map((one) => one.p99)),
        faults: sum((one) => one.faults),
      };
    },
    stop: async () => {
      await Promise.all(
        children.map(async (child) => {
          const exited = once(child, "exit");
          child.disconnect();
          await exited;
        }),
      );
    },
  };
}
