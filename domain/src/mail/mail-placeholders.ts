import { mark } from "@gavelyard/messages/text";
import { factorChanges } from "../sign-in/factor-changes.ts";

export interface MailPlaceholder {
  readonly meaning: string;
  readonly sample: string;
}

export const mailPlaceholders = {
  name: { meaning: mark("The recipient's name"), sample: "Dana Reyes" },
  limit: { meaning: mark("The bid limit"), sample: "$25,000" },
  change: {
    meaning: mark("What changed"),
    sample: factorChanges.PASSKEY_ADDED,
  },
  by: { meaning: mark("The person who did it"), sample: "Dana Reyes" },
  device: {
    meaning: mark("The browser, the system and the network address"),
    sample: mark("Chrome on Windows, network address 203.0.113.9"),
  },
  time: { meaning: mark("When it happened"), sample: mark("Friday, Nov 20, 2026, 2:00 PM CST") },
  permissions: {
    meaning: mark("The person's permissions"),
    sample: mark("Documents, Payments"),
  },
  fields: { meaning: mark("The fields that were changed"), sample: mark("name, phone number") },
  note: {
    meaning: mark("The staff's note, if any"),
    sample: mark("The bank letter was all we needed."),
  },
  reason: { meaning: mark("The staff's reason, if any"), sample: mark("The wire did not arrive.") },
  certificate: {
    meaning: mark("The certificate's number and states"),
    sample: "3-20114-9 (TX, OK)",
  },
  day: { meaning: mark("The certificate's last day"), sample: mark("Dec 31, 2026") },
  status: { meaning: mark("The new status"), sample: mark("under review") },
  from: { meaning: mark("The sender's address"), sample: "visitor@example.com" },
  subject: { meaning: mark("The subject"), sample: mark("Message: Viewing of unit 1042") },
  message: {
    meaning: mark("The message"),
    sample: mark("Phone: +18065550100\nMay I see it on Friday?"),
  },
  question: { meaning: mark("The question"), sample: mark("Does the PTO engage at idle?") },
  answer: {
    meaning: mark("Our answer"),
    sample: mark("Yes, we ran it for ten minutes on Tuesday."),
  },
  answered: { meaning: mark("How many answers are new"), sample: mark("2 new answers") },
  answers: {
    meaning: mark("The questions with their answers"),
    sample: mark(
      "Does the PTO engage at idle?\nYes, we ran it for ten minutes on Tuesday.\n\nAre there two keys?\nYes, and a spare fob.",
    ),
  },
  unit: { meaning: mark("The unit: year, make and model"), sample: "2019 Peterbilt 579" },
  auction: { meaning: mark("The auction's name"), sample: "Amarillo Fall Sale" },
  hammer: { meaning: mark("The hammer price"), sample: "$41,250" },
  price: { meaning: mark("The current bid"), sample: "$40,000" },
  bid: { meaning: mark("The recipient's bid"), sample: "$38,500" },
  offer: { meaning: mark("The offer's price"), sample: "$40,000" },
  news: { meaning: mark("What happened"), sample: mark("The counteroffer of $40,000 expired.") },
  until: {
    meaning: mark("When the offer or quote expires"),
    sample: mark("Wednesday, Nov 25, 2026, 5:00 PM CST"),
  },
  due: {
    meaning: mark("When payment is due"),
    sample: mark("Wednesday, Nov 25, 2026, 5:00 PM CST"),
  },
  closes: {
    meaning: mark("When bidding closes"),
    sample: mark("Friday, Nov 20, 2026, 2:00 PM CST"),
  },
  pickup: {
    meaning: mark("When pickup is due"),
    sample: mark("Wednesday, Dec 2, 2026, 5:00 PM CST"),
  },
  count: { meaning: mark("How many of these lots the recipient watches"), sample: mark("2 lots") },
  lots: {
    meaning: mark("These lots, one per line with closing time"),
    sample: mark(
      "2019 Peterbilt 579: closes Friday, Nov 20, 2026, 2:00 PM CST\n2017 Utility 3000R: closes Friday, Nov 20, 2026, 2:01 PM CST",
    ),
  },
  found: { meaning: mark("How many units the saved searches found"), sample: mark("2 new units") },
  units: {
    meaning: mark("These units with price, closing time and link, by saved search"),
    sample: mark(
      'Matches for your saved search "Sleepers in Texas":\n2019 Peterbilt 579: $41,000, closes Friday, Nov 20, 2026, 2:00 PM CST',
    ),
  },
  invoice: { meaning: mark("The invoice's number"), sample: "GY-2026-000042" },
  lines: {
    meaning: mark("The invoice lines"),
    sample: mark("Hammer price: $41,250\nBuyer's premium: $2,562.50\nDocument fee: $150"),
  },
  total: { meaning: mark("The invoice total"), sample: "$43,962.50" },
  paid: { meaning: mark("The amount paid"), sample: "$43,962.50" },
  balance: { meaning: mark("The balance due"), sample: "$13,962.50" },
  slot: {
    meaning: mark("The pickup appointment"),
    sample: mark("Tue, Nov 24, 2026, 9 AM to 11 AM (America/Chicago)"),
  },
  quote: { meaning: mark("The price quoted for delivery"), sample: "$1,190" },
  destination: {
    meaning: mark("City, state and ZIP code of the delivery"),
    sample: "Dallas, TX 75201",
  },
  leaves: {
    meaning: mark("The first day on which the unit can leave"),
    sample: mark("Mon, Nov 30, 2026"),
  },
  arrives: {
    meaning: mark("The earliest day the unit can arrive"),
    sample: mark("Wed, Dec 2, 2026"),
  },
  carrier: { meaning: mark("The carrier who delivers the unit"), sample: "Red River Haulaway" },
  refund: { meaning: mark("The delivery payment to be refunded"), sample: "$1,190" },
  yard: {
    meaning: mark("The pickup address"),
    sample: "Amarillo Yard, 1 I-40, Amarillo, TX 79101",
  },
} as const satisfies Readonly<Record<string, MailPlaceholder>>;

export type MailPlaceholderName = keyof typeof mailPlaceholders;

/** An email's default text and what staff see about it. */
export interface MailDefinition {
  readonly group: "Account" | "Bidding" | "Sales" | "Staff";
  /** When it is sent, for staff. */
  readonly title: string;
  /** The default text; operators can change it. */
  readonly subject: string;
  readonly body: string;
  readonly placeholders: readonly MailPlaceholderName[];
  /** Label of the button, for an email with a link. */
  readonly action?: string;
  /** Why the recipient got it, or what to do if it was sent by mistake. */
  readonly reason: string;
}
