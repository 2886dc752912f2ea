/** Tag of a lot's notice: a newer one replaces it, and so does the lot's own page. */
export const lotTag = (inventoryId: number): string => `lot-${inventoryId}`;
