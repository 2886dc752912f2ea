import { scrypt } from "node:crypto";
import { promisify } from "node:util";

const derive = promisify<string, string, number, Buffer>(scrypt);
const ROUNDS = 15;
/** Time of a round on an idle machine with two cores, in ms. */
const IDLE_ROUND_MS = 80;

/**
 * Measures how many times slower or busier this machine is than an idle one with two cores; at least
 * 1. Multiplied by it, a bound on time holds on every machine.
 */
export async function slowness(): Promise<number> {
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAt = performance.now();
    await Promise.all([derive("one", "salt", 32), derive("other", "salt", 32)]);
    rounds.push(performance.now() - startedAt);
  }
  const middle = rounds.toSorted((one, other) => one - other)[ROUNDS >> 1] ?? 0;
  return Math.max(1, middle / IDLE_ROUND_MS);
}
