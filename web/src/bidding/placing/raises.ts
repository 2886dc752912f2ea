/** Amounts that a customer can add to a maximum with one press, and a round one to go to. */
export interface Raises {
  readonly add: readonly number[];
  readonly to: number;
}

/** Returns raises of `amount` in whole increments, and the next round amount above them. */
export function raisesOf(amount: number, increment: number): Raises {
  const add = [5 * increment, 10 * increment];
  const round = 20 * increment;
  return { add, to: Math.ceil((amount + 10 * increment) / round) * round };
}
