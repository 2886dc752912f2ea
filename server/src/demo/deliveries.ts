import { defaultHaulRates, estimateDelivery, roadMiles } from "@gavelyard/domain/sales/delivery";
import { haulClassOf } from "@gavelyard/domain/sales/haul-class";
import { calendarDateIn } from "@gavelyard/domain/wall-time";
import type { PoolClient } from "pg";
import { unitsToDeliver } from "../sales/delivery/estimates-sql.ts";
import { pointOfZip } from "../http/distance.ts";
import { settingRows, saveSetting } from "../operating-settings/sql.ts";
import { deliveryOfAward, insertDelivery, setQuote } from "../sales/deliveries-sql.ts";
import { firstUserWithRole } from "./desk-work-sql.ts";
import { salesToDeliver } from "./deliveries-sql.ts";
import { demoPeople } from "../demo-accounts/people.ts";

const DAY_MS = 86_400_000;

/** Where the demo's buyers want their units. The first one has a quote. */
const requests = [
  {
    address: { street: "4100 Freight Rd", city: "Oklahoma City", state: "OK", zip: "73127" },
    contactName: "Dana Reyes",
    contactPhone: "+14055550118",
    instructions: "Receiving from 7 AM to 3 PM. Use the north gate.",
  },
  {
    address: { street: "88 Terminal Way", city: "Albuquerque", state: "NM", zip: "87105" },
    contactName: "Luis Baca",
    contactPhone: "+15055550171",
    instructions: "",
  },
] as const;

/** Turns delivery on in the demo and sends its first requests, once. */
export async function fillDeliveries(tx: PoolClient): Promise<void> {
  const staffId = await firstUserWithRole(tx, "ROLE_ADMIN");
  if (staffId === undefined || (await settingRows(tx)).has("delivery")) return;
  await saveSetting(tx, "delivery", { isOn: true, rates: defaultHaulRates }, staffId);
  const customers = demoPeople.filter(({ role }) => role === "ROLE_CUSTOMER");
  const sales = await salesToDeliver(
    tx,
    customers.map(({ email }) => email),
    requests.length,
  );
  for (const [index, { awardId, inventoryId, timeZone, nowMs }] of sales.entries()) {
    const request = requests[index];
    const [unit] = await unitsToDeliver(tx, [inventoryId]);
    const to = await pointOfZip(request?.address.zip ?? "");
    if (request === undefined || unit === undefined || to === null) continue;
    const rate = defaultHaulRates[haulClassOf(unit.type)];
    const estimate = estimateDelivery(rate, roadMiles(unit.yard, to));
    await insertDelivery(tx, awardId, { ...request, estimate });
    const delivery = index === 0 ? await deliveryOfAward(tx, awardId) : null;
    if (delivery === null) continue;
    const inDays = (days: number) => calendarDateIn(nowMs + days * DAY_MS, timeZone);
    const quote = {
      cents: estimate.totalCents - (estimate.totalCents % 5_000) + 5_000,
      untilMs: nowMs + 7 * DAY_MS,
      pickupFrom: inDays(8),
      arrivesFrom: inDays(10),
    };
    await setQuote(tx, delivery.id, quote, staffId);
  }
}
