import type { Product } from "../product.ts";
import type { Balancer } from "./balancer.ts";
import { waitFor } from "../../server/src/testing/wait-for.ts";

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
    await waitFor(() => balancer.upstreams.at(-1)?.ready || undefined, "a ready process");
    codes.push(await product.stop());
  }
  return codes;
}
