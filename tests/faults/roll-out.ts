import { setTimeout as sleep } from "node:timers/promises";
import type { Product } from "../product.ts";
import { CHECK_EVERY_MS, type Balancer } from "./balancer.ts";

/**
 * Replaces running processes one by one, as in docs/scaling.md: starts a new one, and stops an old
 * one once the balancer uses the new one. Returns the old ones' exit codes.
 */
export async function rollOut(
  balancer: Balancer,
  old: readonly Product[],
  start: () => Promise<Product>,
): Promise<(number | null)[]> {
  const codes: (number | null)[] = [];
  for (const product of old) {
    const next = await start();
    balancer.add(next);
    while (balancer.upstreams.at(-1)?.ready !== true) await sleep(CHECK_EVERY_MS);
    codes.push(await product.stop());
  }
  return codes;
}
