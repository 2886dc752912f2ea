/** Whether nine digits are a routing number of a bank of the US, by its check digit (ABA). */
export function isRoutingNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text) || text === "000000000") return false;
  const weights = [3, 7, 1];
  const sum = [...text].reduce(
    (total, digit, place) => total + Number(digit) * (weights[place % 3] ?? 0),
    0,
  );
  return sum % 10 === 0;
}

/** The end of an account number, for lists and records; of a short number only half of it. */
export function accountEnding(accountNumber: string): string {
  return accountNumber.slice(-Math.min(4, Math.floor(accountNumber.length / 2)));
}

/** What is known of a change of bank details that waits for a second administrator. */
export interface PendingAccount {
  readonly twoPersons: boolean;
  readonly requestedBy: number;
}

/** Whether somebody may confirm a change: never their own as long as two persons are asked for (D38). */
export function mayConfirmAccount(pending: PendingAccount, userId: number): boolean {
  return !pending.twoPersons || pending.requestedBy !== userId;
}

/** Files that a buyer may have waiting for one invoice. */
export const maxPendingProofs = 5;
