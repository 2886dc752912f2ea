import type { PoolClient } from "pg";
import { counterForBidder, counterForSeller } from "../sales/offer/negotiate.ts";
import { highBidOf, openSale } from "../sales/lock-sale.ts";
import { firstUserWithRole } from "./desk-work-sql.ts";
import { setUnitStatuses } from "./lots-sql.ts";
import { missedLotsOf } from "./negotiations-sql.ts";

/** Nobody has the demo's pages open yet. */
const ignoreEvents = () => {};

/**
 * Begins two negotiations of a customer's bids below the reserve (D63): the first waits for staff,
 * the second for the customer. Their deadlines count from now.
 */
export async function beginNegotiations(tx: PoolClient, customerId: number): Promise<void> {
  const staffId = await firstUserWithRole(tx, "ROLE_ADMIN_SUPPORT");
  if (staffId === undefined) return;
  const lots = await missedLotsOf(tx, customerId);
  await setUnitStatuses(
    tx,
    lots.map(({ inventoryId }) => ({ inventoryId, status: "PENDING_DECISION" })),
  );
  const by = (userId: number) => ({ userId, ip: null, key: null });
  for (const [index, { lotId, priceDollars, reserveDollars }] of lots.entries()) {
    const between = Math.round((priceDollars + reserveDollars) / 2);
    const answered = index === 0;
    const ask = { amount: answered ? reserveDollars : between };
    const sale = await openSale(tx, lotId);
    await counterForSeller(tx, ignoreEvents, sale, highBidOf(sale), ask, by(staffId));
    if (answered) {
      await counterForBidder(tx, ignoreEvents, await openSale(tx, lotId), between, by(customerId));
    }
  }
}
