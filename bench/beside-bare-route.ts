import type { LimitOrder } from "./limit-server.ts";
import { startLimit } from "./limit.ts";
import { load } from "./load.ts";
import { median, say, shown, type Claim } from "./report.ts";

const CLIENTS = 64;
const SECONDS = 4;
const ROUNDS = 3;

/** A page of ours against a bare route with given statements and the same bytes; in turns, the median of each. */
export async function besideBareRoute({
  what,
  databaseUrl,
  targets,
  statements,
}: {
  what: string;
  databaseUrl: string;
  /** Addresses that are asked for in turn. */
  targets: readonly string[];
  statements: Extract<LimitOrder, { kind: "page" }>["statements"];
}): Promise<Claim> {
  const bytes = await (await fetch(targets[0] ?? "")).text();
  const limit = await startLimit({ kind: "page", databaseUrl, statements, bytes });
  const ours: number[] = [];
  const bare: number[] = [];
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [urls, into] of [
        [targets, ours],
        [[limit.url], bare],
      ] as const) {
        let turn = 0;
        const next = () => {
          const { pathname, search } = new URL(urls[++turn % urls.length] ?? limit.url);
          return { path: pathname + search };
        };
        const url = urls[0] ?? limit.url;
        const { acceptedPerSec, faults } = await load({
          url,
          next,
          clients: CLIENTS,
          seconds: SECONDS,
        });
        if (faults > 0) throw new Error(`${url} failed ${faults} times`);
        into.push(acceptedPerSec);
      }
    }
  } finally {
    await limit.stop();
  }
  say(`${what}: ${shown(median(ours))} a second, beside ${shown(median(bare))}`);
  return {
    what,
    actual: (100 * median(ours)) / median(bare),
    target: 60,
    sense: "at least",
    unit: " %",
  };
}
