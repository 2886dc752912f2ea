/** Meaning of a placeholder in email texts, and a sample value. */
export interface MailPlaceholder {
  readonly meaning: string;
  readonly sample: string;
}

export const mailPlaceholders = {
  name: { meaning: "The recipient's name", sample: "Dana Reyes" },
  limit: { meaning: "The bid limit", sample: "$25,000" },
  change: {
    meaning: "What changed",
    sample: "A passkey was added to your account, and your other devices were signed out.",
  },
  device: {
    meaning: "The browser, the system and the network address",
    sample: "Chrome on Windows, network address 203.0.113.9",
  },
  time: { meaning: "When it happened", sample: "Friday, Nov 20, 2026, 2:00 PM CST" },
  permissions: { meaning: "The permissions that the person has", sample: "Documents, Payments" },
  fields: { meaning: "The fields that were changed", sample: "name, phone number" },
  note: { meaning: "The staff's note, if any", sample: "The bank letter was all we needed." },
  reason: { meaning: "The staff's reason, if any", sample: "The wire did not arrive." },
  status: { meaning: "The application's new status", sample: "under review" },
  from: { meaning: "The sender's address", sample: "visitor@example.com" },
  subject: { meaning: "The subject", sample: "Message: Viewing of unit 1042" },
  message: { meaning: "The message", sample: "Phone: +18065550100\nMay I see it on Friday?" },
  question: { meaning: "The question", sample: "Does the PTO engage at idle?" },
  answer: { meaning: "Our answer", sample: "Yes, we ran it for ten minutes on Tuesday." },
  answered: { meaning: "How many answers are new", sample: "2 new answers" },
  answers: {
    meaning: "The questions with their answers",
    sample:
      "Does the PTO engage at idle?\nYes, we ran it for ten minutes on Tuesday.\n\nAre there two keys?\nYes, and a spare fob.",
  },
  unit: { meaning: "The unit: year, make and model", sample: "2019 Peterbilt 579" },
  auction: { meaning: "The auction's name", sample: "Amarillo Fall Sale" },
  hammer: { meaning: "The hammer price", sample: "$41,250" },
  price: { meaning: "The current bid", sample: "$40,000" },
  bid: { meaning: "The recipient's bid", sample: "$38,500" },
  offer: { meaning: "The offer's price", sample: "$40,000" },
  news: { meaning: "What happened", sample: "The counteroffer of $40,000 expired." },
  until: {
    meaning: "When the offer or quote expires",
    sample: "Wednesday, Nov 25, 2026, 5:00 PM CST",
  },
  due: { meaning: "When payment is due", sample: "Wednesday, Nov 25, 2026, 5:00 PM CST" },
  closes: { meaning: "When bidding closes", sample: "Friday, Nov 20, 2026, 2:00 PM CST" },
  pickup: { meaning: "When pickup is due", sample: "Wednesday, Dec 2, 2026, 5:00 PM CST" },
  count: { meaning: "How many of these lots the recipient watches", sample: "2 lots" },
  lots: {
    meaning: "Those lots, one per line with closing time",
    sample:
      "2019 Peterbilt 579: closes Friday, Nov 20, 2026, 2:00 PM CST\n2017 Utility 3000R: closes Friday, Nov 20, 2026, 2:01 PM CST",
  },
  found: { meaning: "How many units the saved searches found", sample: "2 new units" },
  units: {
    meaning: "Those units with price, closing time and link, by saved search",
    sample:
      'Because of your saved search "Sleepers in Texas":\n2019 Peterbilt 579: $41,000, closes Friday, Nov 20, 2026, 2:00 PM CST',
  },
  invoice: { meaning: "The invoice's number", sample: "GY-2026-000042" },
  lines: {
    meaning: "The invoice lines",
    sample: "Hammer price: $41,250\nBuyer's premium: $2,562.50\nDocument fee: $150",
  },
  total: { meaning: "The invoice total", sample: "$43,962.50" },
  paid: { meaning: "The amount paid", sample: "$43,962.50" },
  balance: { meaning: "The balance due", sample: "$13,962.50" },
  slot: {
    meaning: "The pickup appointment",
    sample: "Tue, Nov 24, 2026, 9 AM to 11 AM (America/Chicago)",
  },
  quote: { meaning: "The price quoted for delivery", sample: "$1,190" },
  destination: { meaning: "City, state and ZIP code of the delivery", sample: "Dallas, TX 75201" },
  leaves: { meaning: "The first day on which the unit can leave", sample: "Mon, Nov 30, 2026" },
  arrives: { meaning: "The first day on which the unit can arrive", sample: "Wed, Dec 2, 2026" },
  carrier: { meaning: "The carrier who delivers the unit", sample: "Red River Haulaway" },
  refund: { meaning: "What was paid for the delivery and is refunded", sample: "$1,190" },
  yard: { meaning: "The pickup address", sample: "Amarillo Yard, 1 I-40, Amarillo, TX 79101" },
} as const satisfies Readonly<Record<string, MailPlaceholder>>;

export type MailPlaceholderName = keyof typeof mailPlaceholders;

/** An email's default text and what staff see about it. */
export interface WordedMail {
  readonly group: "Account" | "Bidding" | "Sales" | "Staff";
  /** When it is sent, as staff see it. */
  readonly title: string;
  /** The default text; operators can change it. */
  readonly subject: string;
  readonly body: string;
  readonly placeholders: readonly MailPlaceholderName[];
  /** Label of the button, for an email with a link. */
  readonly action?: string;
  /** Why the recipient got it, or what to do if it was sent to them by mistake. */
  readonly reason: string;
}
