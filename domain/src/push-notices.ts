import { t, plural } from "@gavelyard/messages/text";
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
    title: t("You've been outbid"),
    body: t("{title}: the current bid is {priceCents}. Tap to bid again.", {
      title: lot.title,
      priceCents: formatDollars(lot.priceCents),
    }),
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
    LEADING: t("You're the high bidder at {bid}.", { bid }),
    OUTBID: t("You've been outbid. Current bid: {bid}.", { bid }),
    WATCHING: lot.priceCents === null ? t("No bids yet.") : t("Current bid: {bid}.", { bid }),
  }[lot.position];
  return {
    title: t("Closes {closes}: {title}", { closes: lot.closes, title: lot.title }),
    body,
    ...aboutLot(lot),
  };
}

export function wonNotice(lot: Lot & { readonly hammerCents: number }): PushNotice {
  return {
    title: t("You won {title}", { title: lot.title }),
    body: t("Hammer price: {hammerCents}. Tap for next steps.", {
      hammerCents: formatDollars(lot.hammerCents),
    }),
    ...aboutLot(lot),
    path: "/dashboard",
  };
}

export function offerNotice(
  lot: Lot & { readonly offerCents: number; readonly until: string },
): PushNotice {
  return {
    title: t("Offer for {title}", { title: lot.title }),
    body: t("You can have it for {offerCents}, plus fees. Answer by {until}.", {
      offerCents: formatDollars(lot.offerCents),
      until: lot.until,
    }),
    ...aboutLot(lot),
    path: "/dashboard",
  };
}

export function deliveryQuoteNotice(
  lot: Lot & { readonly quoteCents: number; readonly until: string },
): PushNotice {
  return {
    title: t("Delivery quote for {title}", { title: lot.title }),
    body: t("We can deliver it for {quoteCents}. Answer by {until}.", {
      quoteCents: formatDollars(lot.quoteCents),
      until: lot.until,
    }),
    path: "/dashboard",
    tag: `delivery-${lot.inventoryId}`,
  };
}

export function paymentDueNotice(
  lot: Lot & { readonly invoice: string; readonly balanceCents: number; readonly due: string },
): PushNotice {
  return {
    title: t("Payment due {due}", { due: lot.due }),
    body: t("{balanceCents} for {title}, invoice {invoice}.", {
      balanceCents: formatDollars(lot.balanceCents),
      title: lot.title,
      invoice: lot.invoice,
    }),
    path: "/dashboard",
    tag: `invoice-${lot.invoice}`,
  };
}

export function pickupNotice(
  lot: Lot & { readonly slot: string; readonly yard: string },
): PushNotice {
  return {
    title: t("Pickup tomorrow: {title}", { title: lot.title }),
    body: t("{slot}, {yard}. The driver needs the gate PIN from your invoice.", {
      slot: lot.slot,
      yard: lot.yard,
    }),
    path: "/dashboard",
    tag: `pickup-${lot.inventoryId}`,
  };
}

/** `questions` are what was answered, the newest first. */
export function answersNotice(
  lot: Lot & { readonly questions: readonly [string, ...string[]] },
): PushNotice {
  const { questions } = lot;
  return {
    title: t("{count}: {title}", {
      count: plural(questions.length, "{n} new answer", "{n} new answers"),
      title: lot.title,
    }),
    body: questions[0],
    path: `/truck/${lot.inventoryId}#questions`,
    tag: `answers-${lot.inventoryId}`,
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
        : t("{count} for your saved searches", {
            count: plural(alert.count, "{n} unit", "{n} units"),
          }),
    body: t("New for {names}.", { names }),
    path: alert.count === 1 && first !== undefined ? `/truck/${first.inventoryId}` : alert.path,
    tag: "saved-searches",
  };
}
