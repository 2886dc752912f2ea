/** Checks a US bank routing number: nine digits with a valid ABA check digit. */
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
 * Returns the last four digits of an account number, for lists and records; half of a short one.
 */
export function accountEnding(accountNumber: string): string {
  return accountNumber.slice(-Math.min(4, Math.floor(accountNumber.length / 2)));
}

export interface PendingAccount {
  readonly twoPersons: boolean;
  /** Whether the requester is the same person as who confirms. */
  readonly samePerson: boolean;
  /** Whether the requester is still an active administrator with the permission Payments (D57). */
  readonly requesterActive: boolean;
}

/**
 * Returns why a user can't confirm a change, or null. While two people are required, nobody confirms
 * their own, and both need the permission at that time (D38, D57).
 */
export function refuseAccountConfirmation(
  pending: PendingAccount,
): "OWN" | "REQUESTER_GONE" | null {
  if (!pending.twoPersons) return null;
  if (pending.samePerson) return "OWN";
  return pending.requesterActive ? null : "REQUESTER_GONE";
}

/** Maximum proofs of payment that may wait for review on one invoice. */
export const maxPendingProofs = 5;
