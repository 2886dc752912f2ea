import { addBusinessDays } from "../business-days.ts";
import type { Cents } from "../money.ts";
import type { FeeTable } from "./fees.ts";
import { coversDay } from "./tax.ts";

export const certificateKinds = [
  "RESALE",
  "EXPORT",
  "AGRICULTURE",
  "COMMON_CARRIER",
  "GOVERNMENT",
] as const;
export type CertificateKind = (typeof certificateKinds)[number];

export const certificateStatuses = ["PENDING", "VALID", "REFUSED", "EXPIRED", "REVOKED"] as const;
export type CertificateStatus = (typeof certificateStatuses)[number];

/** A buyer's certificate. */
export interface Certificate {
  readonly number: string;
  readonly states: readonly string[];
  /** Null if the paper names none. */
  readonly startsOn: string | null;
  readonly endsOn: string | null;
  /** The only unit that it is for; null for every purchase. */
  readonly inventoryId: number | null;
  readonly decision: "ACCEPTED" | "REFUSED" | null;
  readonly isRevoked: boolean;
}

/** Returns what a certificate is on a day. It is valid on its last day. */
export function certificateStatus(
  { decision, isRevoked, endsOn }: Pick<Certificate, "decision" | "isRevoked" | "endsOn">,
  today: string,
): CertificateStatus {
  if (decision === "REFUSED") return "REFUSED";
  if (isRevoked) return "REVOKED";
  if (endsOn !== null && endsOn < today) return "EXPIRED";
  return decision === null ? "PENDING" : "VALID";
}

/** Returns whether a certificate was accepted and not revoked since. */
export const isAccepted = ({
  decision,
  isRevoked,
}: Pick<Certificate, "decision" | "isRevoked">): boolean => decision === "ACCEPTED" && !isRevoked;

/** A sale as a certificate sees it. */
export interface CertifiedSale {
  readonly state: string;
  readonly day: string;
  readonly inventoryId: number;
}

/** Returns whether a certificate names a sale's state, day and unit, whatever was decided about it. */
const namesSale = (certificate: Certificate, sale: CertifiedSale): boolean =>
  certificate.states.includes(sale.state) &&
  coversDay(certificate, sale.day) &&
  (certificate.inventoryId === null || certificate.inventoryId === sale.inventoryId);

/** Returns the first certificate that exempts a sale; null if none does (D95). */
export const exemptingOf = <C extends Certificate>(
  certificates: readonly C[],
  sale: CertifiedSale,
): C | null => certificates.find((one) => isAccepted(one) && namesSale(one, sale)) ?? null;

/** Returns a lot's fees as the holder of these certificates pays them. */
export function ownFees<Fees extends FeeTable>(
  fees: Fees,
  certificates: readonly Certificate[],
  inventoryId: number,
): Fees {
  if (fees.soldIn === undefined) return fees;
  const exempting = exemptingOf(certificates, { ...fees.soldIn, inventoryId });
  return exempting === null ? fees : { ...fees, exemptBy: exempting.number };
}

/** Business days after a sale within which a certificate still takes its tax off. */
export const CREDIT_WINDOW_DAYS = 10;

export type CreditRefusal = "NOT_VALID" | "NOT_NAMED" | "TOO_LATE" | "NO_TAX";

/**
 * Returns why a certificate can't take the tax off an invoice after the sale, or null (D95). What
 * counts is the day on which it was sent, not how long its review took.
 */
export function refuseCredit(
  certificate: Certificate & { readonly sentOn: string },
  sale: CertifiedSale & { readonly taxCents: Cents },
): CreditRefusal | null {
  if (!isAccepted(certificate)) return "NOT_VALID";
  if (!namesSale(certificate, sale)) return "NOT_NAMED";
  if (certificate.sentOn > addBusinessDays(sale.day, CREDIT_WINDOW_DAYS)) return "TOO_LATE";
  return sale.taxCents > 0 ? null : "NO_TAX";
}
