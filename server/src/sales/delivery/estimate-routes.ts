import { msg } from "@gavelyard/messages/text";
import * as contract from "@gavelyard/contract/sales/delivery-estimates";
import { estimateFrom, isReachedByRoad } from "@gavelyard/domain/sales/delivery";
import { haulClassOf } from "@gavelyard/domain/sales/haul-class";
import { centsToDollars } from "@gavelyard/domain/money";
import type { Context } from "../../context.ts";
import { placeOfZip } from "../../http/distance.ts";
import { badRequest } from "../../refusal.ts";
import type { Serve } from "../../http/serve.ts";
import { setting } from "../../operating-settings/sql.ts";
import { unitsToDeliver } from "./estimates-sql.ts";

/** Routes for estimates of what delivery to a ZIP code costs (D62). */
export function deliveryRoutes(serve: Serve, { pool }: Context): void {
  serve(contract.deliveryEstimates, async ({ query: { zip, units } }) => {
    const to = await placeOfZip(zip);
    if (!isReachedByRoad(zip)) {
      const message = msg("We only estimate delivery by truck. Contact us about this ZIP code.");
      throw badRequest(message, [{ path: "zip", message }]);
    }
    const delivery = await setting(pool, "delivery");
    if (delivery?.isOn !== true) return [];
    return (await unitsToDeliver(pool, units)).map((unit) => {
      const estimate = estimateFrom(unit, to, delivery.rates);
      return {
        inventoryId: unit.id,
        miles: estimate.miles,
        perMile: delivery.rates[haulClassOf(unit.type)].perMile,
        haul: centsToDollars(estimate.haulCents),
        toMinimum: centsToDollars(estimate.toMinimumCents),
        permits: centsToDollars(estimate.permitsCents),
        total: centsToDollars(estimate.totalCents),
        fees: unit.fees,
      };
    });
  });
}
