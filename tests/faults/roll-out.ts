import { setTimeout as sleep } from "node:timers/promises";
import type { Product } from "../product.ts";
import { LOOK_EVERY_MS, type Balancer } from "./balancer.ts";

/**
 * Replaces running processes one after the other, as docs/scaling.md says: starts a new one, and once
 * the balancer sends requests to it, stops an old one. Returns the exit codes of the old ones.
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
    while (balancer.upstreams.at(-1)?.ready !== true) await sleep(LOOK_EVERY_MS);
    codes.push(await product.stop());
  }
  return codes;
}
