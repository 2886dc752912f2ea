import type { UnitSearch } from "@gavelyard/contract/inventory/inventory-staff";
import type { Context } from "../../context.ts";
import type { Among } from "../catalogue/catalogue.ts";
import { unitsOfSeller } from "../sellers-sql.ts";
import { plannedUnits } from "../stock-sql.ts";
import { unitsAsked } from "./import-results.ts";

/** Returns the units among which a search of staff looks, by its import, seller and auction. */
export async function amongOf(
  context: Pick<Context, "pool">,
  { toOffer, sellerId, ...asked }: UnitSearch,
): Promise<Among> {
  const ofImport = await unitsAsked(context, asked);
  const ofSeller =
    sellerId === undefined ? undefined : new Set(await unitsOfSeller(context.pool, sellerId));
  return {
    only:
      ofImport === undefined || ofSeller === undefined
        ? (ofImport ?? ofSeller)
        : new Set([...ofSeller].filter((unit) => ofImport.has(unit))),
    except:
      toOffer === undefined
        ? undefined
        : new Set([...toOffer.listed, ...(await plannedUnits(context.pool, toOffer.auctionId))]),
  };
}
