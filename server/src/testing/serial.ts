import { randomInt } from "node:crypto";

/** Files that share a process share this, so that none relies on how many numbers were taken before it. */
let last = randomInt(1_000, 9_000);

/** Takes that many numbers that no test of this process has, and returns the first. */
export function takeSerials(count = 1): number {
  const first = last + 1;
  last += count;
  return first;
}
