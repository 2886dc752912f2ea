import { addressIn } from "@gavelyard/messages/languages";
import { currentLanguage, msg, pluralMsg, say, type Message } from "@gavelyard/messages/text";
import { formatDollars } from "../money.ts";

/** A notification as a device shows it. A newer one with the same `tag` replaces the older one. */
export interface PushNotice {
  readonly title: string | Message;
  readonly body: string | Message;
  /** Page that a tap opens. */
  readonly path: string;
  readonly tag: string;
  /** Label of a button that opens the page, where devices show one. */
  readonly action?: string | Message | undefined;
}

/** Returns a push's payload in the reader's language. */
export const sayNotice = ({ title, body, path, tag, action }: PushNotice) => ({
  title: say(title),
  body: say(body),
  path: addressIn(currentLanguage(), path),
  tag,
  ...(action === undefined ? {} : { action: say(action) }),
});

interface Lot {
  readonly inventoryId: number;
  /** Name of the unit: "2019 Peterbilt 579". */
  readonly title: string;
}

const aboutLot = ({ inventoryId }: Lot) => ({
  path: `/truck/${inventoryId}`,
  tag: `lot-${inventoryId}`,
});

export function outbidNotice(
  lot: Lot & { readonly priceCents: number; readonly minNextBidCents: number },
): PushNotice {
  return {
    title: msg("Outbid: {title}", { title: lot.title }),
    body: msg("Current bid: {bid}.", { bid: formatDollars(lot.priceCents) }),
    action: msg("Bid {amount}", { amount: formatDollars(lot.minNextBidCents) }),
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
    readonly closes: Message;
  },
): PushNotice {
  const bid = lot.priceCents === null ? msg("no bids yet") : formatDollars(lot.priceCents);
  const body = {
    LEADING: msg("You're the high bidder at {bid}.", { bid }),
    OUTBID: msg("You've been outbid. Current bid: {bid}.", { bid }),
    WATCHING: lot.priceCents === null ? msg("No bids yet.") : msg("Current bid: {bid}.", { bid }),
  }[lot.position];
  return {
    title: msg("Closes {closes}: {title}", { closes: lot.closes, title: lot.title }),
    body,
    ...aboutLot(lot),
  };
}

export function wonNotice(lot: Lot & { readonly hammerCents: number }): PushNotice {
  return {
    title: msg("You won {title}", { title: lot.title }),
    body: msg("Hammer price: {hammer}. Tap for next steps.", {
      hammer: formatDollars(lot.hammerCents),
    }),
    ...aboutLot(lot),
    path: "/dashboard?tab=winnings",
    action: msg("View next steps"),
  };
}

export function offerNotice(
  lot: Lot & { readonly offerCents: number; readonly until: Message },
): PushNotice {
  return {
    title: msg("Offer for {title}", { title: lot.title }),
    body: msg("You can buy it for {offer}, plus fees. Answer by {until}.", {
      offer: formatDollars(lot.offerCents),
      until: lot.until,
    }),
    ...aboutLot(lot),
    path: "/dashboard",
  };
}

export function deliveryQuoteNotice(
  lot: Lot & { readonly quoteCents: number; readonly until: Message },
): PushNotice {
  return {
    title: msg("Delivery quote for {title}", { title: lot.title }),
    body: msg("We can deliver it for {quote}. Answer by {until}.", {
      quote: formatDollars(lot.quoteCents),
      until: lot.until,
    }),
    path: "/dashboard",
    tag: `delivery-${lot.inventoryId}`,
  };
}

export function paymentDueNotice(
  lot: Lot & { readonly invoice: string; readonly balanceCents: number; readonly due: Message },
): PushNotice {
  return {
    title: msg("Payment due {due}", { due: lot.due }),
    body: msg("{balance} for {title}, invoice {invoice}.", {
      balance: formatDollars(lot.balanceCents),
      title: lot.title,
      invoice: lot.invoice,
    }),
    path: "/dashboard?tab=winnings",
    action: msg("View invoice"),
    tag: `invoice-${lot.invoice}`,
  };
}

export function pickupNotice(
  lot: Lot & { readonly slot: Message; readonly yard: string },
): PushNotice {
  return {
    title: msg("Pickup tomorrow: {title}", { title: lot.title }),
    body: msg("{slot}, {yard}. The driver needs the gate PIN from your invoice.", {
      slot: lot.slot,
      yard: lot.yard,
    }),
    path: "/dashboard",
    tag: `pickup-${lot.inventoryId}`,
  };
}

/** `questions` are the answered ones, newest first. */
export function answersNotice(
  lot: Lot & { readonly questions: readonly [string, ...string[]] },
): PushNotice {
  const { questions } = lot;
  return {
    title: msg("{count}: {title}", {
      count: pluralMsg(questions.length, "{n} new answer", "{n} new answers"),
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
        : msg("{count} for your saved searches", {
            count: pluralMsg(alert.count, "{n} unit", "{n} units"),
          }),
    body: msg("New for {names}.", { names }),
    path: alert.count === 1 && first !== undefined ? `/truck/${first.inventoryId}` : alert.path,
    tag: "saved-searches",
  };
}
