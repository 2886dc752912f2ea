/** One buyer's purchases in one auction. */
export interface SaleOfBuyer {
  readonly auctionId: number;
  readonly userId: number;
}

/** Two digits that a mistyped number or two swapped digits change (ISO 7064, modulo 97). */
function checkDigits({ auctionId, userId }: SaleOfBuyer): string {
  const digits = `${auctionId}${String(userId).padStart(9, "0")}00`;
  return String(98n - (BigInt(digits) % 97n)).padStart(2, "0");
}

/**
 * Returns the payment reference of the statement of a sale, such as `GY-S12-B345-70`: auction, buyer
 * and check digits, so that a mistyped one doesn't name another buyer (D83).
 */
export const statementReference = (sale: SaleOfBuyer): string =>
  `GY-S${sale.auctionId}-B${sale.userId}-${checkDigits(sale)}`;

// Banks drop or replace dashes, and put words of their own around it.
const written = /GY[^A-Z\d]?S(\d{1,9})[^A-Z\d]?B(\d{1,9})[^A-Z\d]?(\d{2})(?!\d)/i;

/** Returns whose statement of which auction a text names, as a bank prints it; null for none. */
export function readStatementReference(text: string): SaleOfBuyer | null {
  const [, auction, buyer, check] = written.exec(text) ?? [];
  if (auction === undefined || buyer === undefined || check === undefined) return null;
  const sale = { auctionId: Number(auction), userId: Number(buyer) };
  return checkDigits(sale) === check ? sale : null;
}
