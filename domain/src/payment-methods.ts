export const paymentMethods = ["WIRE", "ACH", "CHECK", "CARD", "CASH", "FINANCED"] as const;
export type PaymentMethod = (typeof paymentMethods)[number];
