import { numberColumns, textColumns, type UnitRow } from "../sql.ts";

const nulls = (columns: object) =>
  Object.fromEntries(Object.keys(columns).map((name) => [name, null]));

/** A pickup for sale without a lot, as the database returns it. */
export const unitRow = (id: number): UnitRow =>
  ({
    ...nulls(textColumns),
    ...nulls(numberColumns),
    id,
    status: "AVAILABLE",
    createdAt: id,
    inventoryType: "PICKUP",
    stockNumber: `S${id}`,
    vin: null,
    hasLot: false,
    opensAt: null,
    closesAt: null,
  }) as UnitRow;
