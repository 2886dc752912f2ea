/** Marks a query with prices that the live connection keeps up to date, and that a gap outdates. */
export const pricedMeta = { isPriced: true };
