import type { RunListUnit } from "@gavelyard/contract/auctions/run-list";
import { lotGaps } from "@gavelyard/domain/auctions/run-order";
import { centsToDollars } from "@gavelyard/domain/money";
import type { ListedRow } from "./run-list-sql.ts";

export function toRunListUnit(row: ListedRow): RunListUnit {
  const { picture, reserve_cents: reserve } = row;
  return {
    id: row.id,
    name: row.name,
    stockNumber: row.stock_number,
    inventoryType: row.inventory_type,
    modelYear: row.model_year,
    inventoryStatus: row.status,
    saleType: row.sale_type,
    startingPrice: centsToDollars(row.starting_cents),
    reservePrice: reserve === null ? null : centsToDollars(reserve),
    image:
      picture === null
        ? null
        : { id: picture[0], alt: picture[1], width: picture[2], height: picture[3] },
    gaps: lotGaps({
      saleType: row.sale_type,
      hasReserve: reserve !== null,
      pictures: row.pictures,
      hasReport: row.has_report,
    }),
  };
}
