import { counted } from "./counted.ts";
import { formatDollars } from "./money.ts";

/** A notification as a device shows it. A newer one with the same `tag` replaces the older one. */
export interface PushNotice {
  readonly title: string;
  readonly body: string;
  /** Page that a tap opens. */
  readonly path: string;
  readonly tag: string;
}

interface Lot {
  readonly inventoryId: number;
  /** Name of the unit: "2019 Peterbilt 579". */
  readonly title: string;
}

const aboutLot = ({ inventoryId }: Lot) => ({
  path: `/truck/${inventoryId}`,
  tag: `lot-${inventoryId}`,
});

export function outbidNotice(lot: Lot & { readonly priceCents: number }): PushNotice {
  return {
    title: "You've been outbid",
    body: `${lot.title}: the current bid is ${formatDollars(lot.priceCents)}. Tap to bid again.`,
    ...aboutLot(lot),
  };
}

/** A person's position on a lot that is about to close. */
export type LotPosition = "LEADING" | "OUTBID" | "WATCHING";

export function closingNotice(
  lot: Lot & {
    /** Null without bids. */
    readonly priceCents: number | null;
    readonly position: LotPosition;
    /** "2:05 PM CST" */
    readonly closes: string;
  },
): PushNotice {
  const bid = lot.priceCents === null ? "no bids yet" : formatDollars(lot.priceCents);
  const body = {
    LEADING: `You're the high bidder at ${bid}.`,
    OUTBID: `You've been outbid. Current bid: ${bid}.`,
    WATCHING: lot.priceCents === null ? "No bids yet." : `Current bid: ${bid}.`,
  }[lot.position];
  return { title: `Closes ${lot.closes}: ${lot.title}`, body, ...aboutLot(lot) };
}

export function wonNotice(lot: Lot & { readonly hammerCents: number }): PushNotice {
  return {
    title: `You won ${lot.title}`,
    body: `Hammer price: ${formatDollars(lot.hammerCents)}. Tap for next steps.`,
    ...aboutLot(lot),
    path: "/dashboard",
  };
}

export function offerNotice(
  lot: Lot & { readonly offerCents: number; readonly until: string },
): PushNotice {
  return {
    title: `Offer for ${lot.title}`,
    body: `You can have it for ${formatDollars(lot.offerCents)}, plus fees. Answer by ${lot.until}.`,
    ...aboutLot(lot),
    path: "/dashboard",
  };
}

export function deliveryQuoteNotice(
  lot: Lot & { readonly quoteCents: number; readonly until: string },
): PushNotice {
  return {
    title: `Delivery quote for ${lot.title}`,
    body: `We can deliver it for ${formatDollars(lot.quoteCents)}. Answer by ${lot.until}.`,
    path: "/dashboard",
    tag: `delivery-${lot.inventoryId}`,
  };
}

export function paymentDueNotice(
  lot: Lot & { readonly invoice: string; readonly balanceCents: number; readonly due: string },
): PushNotice {
  return {
    title: `Payment due ${lot.due}`,
    body: `${formatDollars(lot.balanceCents)} for ${lot.title}, invoice ${lot.invoice}.`,
    path: "/dashboard",
    tag: `invoice-${lot.invoice}`,
  };
}

export function pickupNotice(
  lot: Lot & { readonly slot: string; readonly yard: string },
): PushNotice {
  return {
    title: `Pickup tomorrow: ${lot.title}`,
    body: `${lot.slot}, ${lot.yard}. The driver needs the gate PIN from your invoice.`,
    path: "/dashboard",
    tag: `pickup-${lot.inventoryId}`,
  };
}

/** `searches` are the names of the searches that matched; `units` are the first of `count`. */
export function searchNotice(alert: {
  readonly searches: readonly string[];
  readonly units: readonly Lot[];
  readonly count: number;
  readonly path: string;
}): PushNotice {
  const [first] = alert.units;
  const names = alert.searches.map((name) => `"${name}"`).join(", ");
  return {
    title:
      alert.count === 1 && first !== undefined
        ? first.title
        : `${counted(alert.count, "unit")} for your saved searches`,
    body: `New for ${names}.`,
    path: alert.count === 1 && first !== undefined ? `/truck/${first.inventoryId}` : alert.path,
    tag: "saved-searches",
  };
}
