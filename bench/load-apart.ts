import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { z } from "zod";
import type { BenchBidder } from "./yard.ts";

/** Requests that one load process repeats. */
export interface LoadOrder {
  readonly url: string;
  readonly clients: number;
  /** Requests a second; unlimited by default. */
  readonly rate?: number;
  readonly requests:
    | {
        readonly kind: "bids";
        readonly lots: readonly number[];
        readonly bidders: readonly BenchBidder[];
        /**
         * If set, amounts count the time since then (ms); otherwise each is one dollar above the
         * previous one.
         */
        readonly sinceMs?: number;
      }
    | { readonly kind: "inserts" };
}

/** Load from child processes. */
export interface LoadApart {
  /** Runs load from all processes at once. Sums their rates and takes their longest times. */
  run(seconds: number): Promise<z.infer<typeof result>>;
  stop(): Promise<void>;
}

const result = z.object({
  acceptedPerSec: z.number(),
  p50: z.number(),
  p99: z.number(),
  faults: z.number(),
});

/** Starts a child process for each order. */
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
