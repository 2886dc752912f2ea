/** What a placeholder of mails stands for, and a value as a sample shows it. */
export interface MailPlaceholder {
  readonly meaning: string;
  readonly sample: string;
}

/** Every placeholder that the wording of some mail may use. */
export const mailPlaceholders = {
  name: { meaning: "The recipient's name", sample: "Dana Reyes" },
  limit: { meaning: "The bid limit", sample: "$25,000" },
  note: { meaning: "What staff wrote, if anything", sample: "The bank letter was all we needed." },
  reason: { meaning: "The reason that staff gave, if any", sample: "The wire did not arrive." },
  status: { meaning: "Where the request stands now", sample: "under review" },
  from: { meaning: "The address of whoever wrote", sample: "visitor@example.com" },
  subject: { meaning: "What they wrote about", sample: "Message: Viewing of unit 1042" },
  message: { meaning: "What they wrote", sample: "Phone: +18065550100\nMay I see it on Friday?" },
  unit: { meaning: "The unit: year, make and model", sample: "2019 Peterbilt 579" },
  auction: { meaning: "The auction's name", sample: "Amarillo Fall Sale" },
  hammer: { meaning: "The hammer price", sample: "$41,250" },
  price: { meaning: "The price that the lot stands at", sample: "$40,000" },
  bid: { meaning: "The recipient's bid", sample: "$38,500" },
  offer: { meaning: "The price of the offer", sample: "$40,000" },
  until: {
    meaning: "Until when the offer stands",
    sample: "Wednesday, Nov 25, 2026, 5:00 PM CST",
  },
  due: { meaning: "When payment is due", sample: "Wednesday, Nov 25, 2026, 5:00 PM CST" },
  closes: { meaning: "When bidding closes", sample: "Friday, Nov 20, 2026, 2:00 PM CST" },
  pickup: { meaning: "By when to collect", sample: "Wednesday, Dec 2, 2026, 5:00 PM CST" },
  count: { meaning: "How many lots the recipient watches there", sample: "2 lots" },
  lots: {
    meaning: "Those lots, each with its close, a line each",
    sample:
      "2019 Peterbilt 579: closes Friday, Nov 20, 2026, 2:00 PM CST\n2017 Utility 3000R: closes Friday, Nov 20, 2026, 2:01 PM CST",
  },
  invoice: { meaning: "The invoice's number", sample: "GY-2026-000042" },
  lines: {
    meaning: "The lines of the invoice",
    sample: "Hammer price: $41,250\nBuyer's premium: $2,562.50\nDocument fee: $150",
  },
  total: { meaning: "What the invoice comes to", sample: "$43,962.50" },
  paid: { meaning: "What was paid", sample: "$43,962.50" },
  balance: { meaning: "What is left to pay", sample: "$13,962.50" },
  slot: {
    meaning: "When the unit is collected",
    sample: "Tue, Nov 24, 2026, 9 AM to 11 AM (America/Chicago)",
  },
  yard: { meaning: "Where to collect", sample: "Amarillo Yard, 1 I-40, Amarillo, TX 79101" },
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
