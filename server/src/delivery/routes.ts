import * as contract from "@gavelyard/contract/delivery";
import {
  estimateDelivery,
  haulClassOf,
  haulRateOf,
  isReachedByRoad,
  roadMiles,
} from "@gavelyard/domain/delivery";
import { centsToDollars } from "@gavelyard/domain/money";
import type { Context } from "../context.ts";
import { placeOfZip } from "../http/distance.ts";
import { badRequest } from "../http/errors.ts";
import type { Serve } from "../http/serve.ts";
import { setting } from "../operating-settings/sql.ts";
import { unitsToDeliver } from "./sql.ts";

/** About what delivery of units to a ZIP code costs (D62). */
export function deliveryRoutes(serve: Serve, { pool }: Context): void {
  serve(contract.deliveryEstimates, async ({ query: { zip, units } }) => {
    const to = await placeOfZip(zip);
    if (!isReachedByRoad(zip)) {
      const message = "We estimate delivery by truck only. Ask us about this ZIP code.";
      throw badRequest(message, [{ path: "zip", message }]);
    }
    const delivery = await setting(pool, "delivery");
    if (delivery?.isOn !== true) return [];
    return (await unitsToDeliver(pool, units)).map(({ id, type, yard, fees }) => {
      const rate = delivery.rates[haulClassOf(type)];
      const estimate = estimateDelivery(haulRateOf(rate), roadMiles(yard, to));
      return {
        inventoryId: id,
        miles: estimate.miles,
        perMile: rate.perMile,
        haul: centsToDollars(estimate.haulCents),
        toMinimum: centsToDollars(estimate.toMinimumCents),
        permits: centsToDollars(estimate.permitsCents),
        total: centsToDollars(estimate.totalCents),
        fees,
      };
    });
  });
}
