/** Returns whether a text is a US bank routing number: nine digits with a valid ABA check digit. */
export function isRoutingNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text) || text === "000000000") return false;
  const weights = [3, 7, 1];
  const sum = [...text].reduce(
    (total, digit, place) => total + Number(digit) * (weights[place % 3] ?? 0),
    0,
  );
  return sum % 10 === 0;
}

/**
 * Returns the last four digits of an account number, for lists and records; for a short number,
 * only its last half.
 */
export function accountEnding(accountNumber: string): string {
  return accountNumber.slice(-Math.min(4, Math.floor(accountNumber.length / 2)));
}

/** A change of bank details that waits for a second administrator. */
export interface PendingAccount {
  readonly twoPersons: boolean;
  readonly requestedBy: number;
}

/**
 * Returns whether a user may confirm a change. While two people are required, nobody confirms their
 * own (D38).
 */
export function mayConfirmAccount(pending: PendingAccount, userId: number): boolean {
  return !pending.twoPersons || pending.requestedBy !== userId;
}

/** Maximum proofs of payment that may wait for review on one invoice. */
export const maxPendingProofs = 5;
