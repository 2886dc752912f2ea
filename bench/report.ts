/** A claim and its measurement: `actual` must be at least, or at most, `target`. */
export interface Claim {
  readonly what: string;
  readonly actual: number;
  readonly target: number;
  readonly sense: "at least" | "at most";
  readonly unit: string;
}

export const say = (line: string) => process.stdout.write(`${line}\n`);

/** Formats a number in US notation, with at most two decimals; larger numbers get fewer. */
export function shown(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString("en-US", { maximumFractionDigits: digits });
}

/** Prints claims and returns whether all are met. */
export function judge(claims: readonly Claim[]): boolean {
  return claims
    .map(({ what, actual, target, sense, unit }) => {
      const holds = sense === "at least" ? actual >= target : actual <= target;
      say(
        `${holds ? "met   " : "MISSED"}  ${what}: ${shown(actual)}${unit} (${sense} ${shown(target)}${unit})`,
      );
      return holds;
    })
    .every(Boolean);
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
