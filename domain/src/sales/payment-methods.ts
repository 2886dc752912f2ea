export const paymentMethods = [
  "WIRE",
  "ACH",
  "CHECK",
  "CASHIERS_CHECK",
  "MONEY_ORDER",
  "CARD",
  "CASH",
  "FINANCED",
] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** Methods whose payments the bank lists with a reference. */
const bankMethods: ReadonlySet<PaymentMethod> = new Set([
  "WIRE",
  "ACH",
  "CHECK",
  "CASHIERS_CHECK",
  "MONEY_ORDER",
]);

/** Returns what of a reference identifies a payment, however it was typed: its letters and digits. */
export const referenceKey = (reference: string): string =>
  reference.replaceAll(/[^A-Za-z0-9]/g, "").toUpperCase();

/** Returns whether a payment's reference is missing, without which nobody can find it again. */
export const lacksReference = (method: PaymentMethod, reference: string): boolean =>
  bankMethods.has(method) && referenceKey(reference) === "";
