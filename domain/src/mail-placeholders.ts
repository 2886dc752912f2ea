/** What a placeholder of mails stands for, and a value as a sample shows it. */
export interface MailPlaceholder {
  readonly meaning: string;
  readonly sample: string;
}

/** Every placeholder that the wording of some mail may use. */
export const mailPlaceholders = {
  name: { meaning: "The recipient's name", sample: "Dana Reyes" },
  limit: { meaning: "The bid limit", sample: "$25,000" },
  note: { meaning: "The staff's note, if any", sample: "The bank letter was all we needed." },
  reason: { meaning: "The staff's reason, if any", sample: "The wire did not arrive." },
  status: { meaning: "The application's new status", sample: "under review" },
  from: { meaning: "The sender's address", sample: "visitor@example.com" },
  subject: { meaning: "The subject", sample: "Message: Viewing of unit 1042" },
  message: { meaning: "The message", sample: "Phone: +18065550100\nMay I see it on Friday?" },
  unit: { meaning: "The unit: year, make and model", sample: "2019 Peterbilt 579" },
  auction: { meaning: "The auction's name", sample: "Amarillo Fall Sale" },
  hammer: { meaning: "The hammer price", sample: "$41,250" },
  price: { meaning: "The current bid", sample: "$40,000" },
  bid: { meaning: "The recipient's bid", sample: "$38,500" },
  offer: { meaning: "The offer's price", sample: "$40,000" },
  until: {
    meaning: "When the offer expires",
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
  yard: { meaning: "The pickup address", sample: "Amarillo Yard, 1 I-40, Amarillo, TX 79101" },
} as const satisfies Readonly<Record<string, MailPlaceholder>>;

/** A name that a wording may put in braces. */
export type MailPlaceholderName = keyof typeof mailPlaceholders;

/** A mail as far as its wording goes. */
export interface WordedMail {
  readonly group: "Account" | "Bidding" | "Sales" | "Staff";
  /** When it is sent, as staff see it. */
  readonly title: string;
  /** What it says unless operators gave it other words. */
  readonly subject: string;
  readonly body: string;
  readonly placeholders: readonly MailPlaceholderName[];
  /** What its button says, for a mail that leads somewhere. */
  readonly action?: string;
  /** Why the recipient got it, or what to do if it was not meant for them. */
  readonly reason: string;
}
