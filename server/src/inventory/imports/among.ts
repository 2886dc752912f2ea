import type { UnitSearch } from "@gavelyard/contract/inventory/inventory-staff";
import type { Context } from "../../context.ts";
import type { Among } from "../catalogue/catalogue.ts";
import { plannedUnits } from "../stock-sql.ts";
import { unitsAsked } from "./import-results.ts";

/** Returns the units among which a search of staff looks, by its import and its auction. */
export async function amongOf(
  context: Pick<Context, "pool">,
  { toOffer, ...asked }: UnitSearch,
): Promise<Among> {
  return {
    only: await unitsAsked(context, asked),
    except:
      toOffer === undefined
        ? undefined
        : new Set([...toOffer.listed, ...(await plannedUnits(context.pool, toOffer.auctionId))]),
  };
}
