/** Returns the fields of a trailer as staff enter them. */
export const trailer = (stockNumber: string) => ({
  inventoryType: "TRAILER",
  modelYear: 2019,
  manufacturer: "Great Dane",
  model: "Everest",
  titleBrand: "CLEAN",
  startingPrice: 9_000,
  stockNumber,
  location: {
    name: "Amarillo Yard",
    city: "Amarillo",
    state: "TX",
    zip: "79101",
    timeZone: "America/Chicago",
  },
});
