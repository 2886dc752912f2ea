import { msg } from "@gavelyard/messages/text";
import * as contract from "@gavelyard/contract/inventory/price-guide";
import { centsToDollars } from "@gavelyard/domain/money";
import { guideRecord, type PriceGuide } from "@gavelyard/domain/inventory/price-guide";
import { isStaff } from "@gavelyard/domain/users/roles";
import type { Context } from "../context.ts";
import { notFound } from "../refusal.ts";
import type { Serve } from "../http/serve.ts";
import { findGuide } from "./find-guide.ts";
import { latestSales, unitToPrice } from "./sql.ts";

const SALES_SHOWN = 6;
const SALES_COMPARED = 60;

/** Serves what similar units sold for (D61). Staff also see it for units that aren't public yet. */
export function priceGuideRoutes(serve: Serve, { pool }: Context): void {
  serve(contract.priceGuideOf, async ({ params: { id }, user }) => {
    const unit = await unitToPrice(pool, id);
    const maySee = unit?.isPublic === true || (user !== null && isStaff(user.role));
    if (unit === null || !maySee) throw notFound(msg("Vehicle not found, or no longer listed"));
    const found = await findGuide(pool, id, unit);
    if (found === null) return { range: null, sales: [] };
    const { guide, like, sales } = found;
    return {
      range: {
        low: centsToDollars(guide.lowCents),
        median: centsToDollars(guide.medianCents),
        high: centsToDollars(guide.highCents),
        sales: guide.sales,
        of: like,
      },
      sales: sales
        .filter(({ isPublic }) => isPublic)
        .slice(0, SALES_SHOWN)
        .map((sale) => ({
          inventoryId: sale.inventoryId,
          name: sale.name,
          price: centsToDollars(sale.priceCents),
          closedAt: sale.closedAt.toISOString(),
          odometer: sale.odometer,
          odometerUnit: sale.odometerUnit,
          engineHours: sale.engineHours,
        })),
    };
  });

  serve(contract.priceGuideRecord, async () => {
    const sales = await latestSales(pool, SALES_COMPARED);
    const guided: { guide: PriceGuide; priceCents: number }[] = [];
    for (const sale of sales) {
      const found = await findGuide(pool, sale.inventoryId, sale, sale.closedAt);
      if (found !== null) guided.push({ guide: found.guide, priceCents: sale.priceCents });
    }
    return { sales: sales.length, guided: guided.length, ...guideRecord(guided) };
  });
}
