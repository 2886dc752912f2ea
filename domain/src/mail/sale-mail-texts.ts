import { mark } from "@gavelyard/messages/text";
import type { MailDefinition } from "./mail-placeholders.ts";

const bidOnThis = mark("You're receiving this email because you bid on this lot.");
const boughtThis = mark("You're receiving this email because you bought this unit.");
const optionalOnBid = mark(
  "You're receiving this email because you bid on this lot. You can turn these emails off in your profile.",
);
const optionalOnWatch = mark(
  "You're receiving this email because you watch these lots. You can turn these emails off in your profile.",
);
const optionalOnSearch = mark(
  "You're receiving this email because you turned on alerts for these saved searches. You can turn these emails off in your profile.",
);

/** Texts of emails about lots while they are open and when they close. */
const biddingMailTexts = {
  OUTBID: {
    group: "Bidding",
    title: mark("Outbid"),
    subject: mark("You've been outbid on {unit}"),
    body: mark(
      "Hello {name},\n\nAnother bidder is now high bidder on {unit} in {auction} at {price}. The hold on your bid limit has been released.\n\nBidding closes {closes}, or later if there are late bids.",
    ),
    placeholders: ["name", "unit", "auction", "price", "closes"],
    action: mark("Bid again"),
    reason: optionalOnBid,
  },
  BID_VOIDED: {
    group: "Bidding",
    title: mark("Bid voided"),
    subject: mark("Your bid on {unit} was voided"),
    body: mark(
      "Hello {name},\n\nOur staff voided your bid of {bid} on {unit} in {auction}. It no longer counts or holds any of your bid limit.\n\nReason: {reason}",
    ),
    placeholders: ["name", "unit", "auction", "bid", "reason"],
    action: mark("View lot"),
    reason: mark("Reply to this email if you think this is a mistake."),
  },
  AUCTION_LIVE: {
    group: "Bidding",
    title: mark("Auction with watched lots is live"),
    subject: mark("{auction} is live"),
    body: mark(
      "Hello {name},\n\nBidding is open in {auction}, with {count} on your watchlist:\n\n{lots}",
    ),
    placeholders: ["name", "auction", "count", "lots"],
    action: mark("View auction"),
    reason: optionalOnWatch,
  },
  ENDING_SOON: {
    group: "Bidding",
    title: mark("Watched lots close soon"),
    subject: mark("{auction}: lots on your watchlist are closing soon"),
    body: mark("Hello {name},\n\nClosing soon in {auction}, {count} on your watchlist:\n\n{lots}"),
    placeholders: ["name", "auction", "count", "lots"],
    action: mark("View auction"),
    reason: optionalOnWatch,
  },
  SEARCH_ALERT: {
    group: "Bidding",
    title: mark("New units for saved searches"),
    subject: mark("{found} for your saved searches"),
    body: mark("Hello {name},\n\nYour saved searches found {found}:\n\n{units}"),
    placeholders: ["name", "found", "units"],
    action: mark("View units"),
    reason: optionalOnSearch,
  },
  WON: {
    group: "Sales",
    title: mark("Lot won"),
    subject: mark("You won {unit}"),
    body: mark(
      "Hello {name},\n\nYou won {unit} in {auction} at a hammer price of {hammer}. Your invoice will add fees and taxes.\n\nPayment is due by {due}.",
    ),
    placeholders: ["name", "unit", "auction", "hammer", "due"],
    action: mark("View next steps"),
    reason: bidOnThis,
  },
  LOST: {
    group: "Bidding",
    title: mark("Lot lost"),
    subject: mark("{unit} sold to another bidder"),
    body: mark(
      "Hello {name},\n\nBidding on {unit} in {auction} closed at {hammer} with another high bidder. This lot no longer holds any of your bid limit.",
    ),
    placeholders: ["name", "unit", "auction", "hammer"],
    action: mark("View other vehicles"),
    reason: bidOnThis,
  },
  RESERVE_NOT_MET: {
    group: "Bidding",
    title: mark("High bid below reserve"),
    subject: mark("Your bid on {unit} is with the seller"),
    body: mark(
      "Hello {name},\n\nYou're the high bidder on {unit} in {auction} at {hammer}, below the reserve. The seller is deciding whether to accept your bid. Until then, it holds part of your bid limit.",
    ),
    placeholders: ["name", "unit", "auction", "hammer"],
    action: mark("View lot"),
    reason: bidOnThis,
  },
} as const satisfies Readonly<Record<string, MailDefinition>>;

/** Default texts of emails about lots: bidding, and everything after the close (D27 to D29). */
export const saleMailTexts = {
  ...biddingMailTexts,
  DECLARED: {
    group: "Sales",
    title: mark("Winner declared, with invoice"),
    subject: mark("Invoice {invoice} for {unit}"),
    body: mark(
      "Hello {name},\n\nYou are the winner of {unit} in {auction} at a hammer price of {hammer}.\n\nInvoice {invoice}:\n\n{lines}\n\nTotal: {total}, due by {due}.",
    ),
    placeholders: ["name", "unit", "auction", "hammer", "invoice", "lines", "total", "due"],
    action: mark("View invoice and payment instructions"),
    reason: bidOnThis,
  },
  RUNNER_UP: {
    group: "Sales",
    title: mark("Winner declared (sent to the runner-up)"),
    subject: mark("{unit} was awarded to another bidder"),
    body: mark(
      "Hello {name},\n\n{unit} in {auction} was awarded to another bidder at {hammer}. Your highest bid was {bid}. This lot no longer holds any of your bid limit.\n\nIf the winner doesn't pay, we may offer it to you. You don't need to do anything.",
    ),
    placeholders: ["name", "unit", "auction", "hammer", "bid"],
    action: mark("View other vehicles"),
    reason: bidOnThis,
  },
  BID_DECLINED: {
    group: "Sales",
    title: mark("Bid below reserve declined"),
    subject: mark("Your bid on {unit} was not accepted"),
    body: mark(
      "Hello {name},\n\nThe seller didn't accept your bid of {bid} on {unit} in {auction}, which was below the reserve. The hold on your bid limit has been released.",
    ),
    placeholders: ["name", "unit", "auction", "bid"],
    action: mark("View other vehicles"),
    reason: bidOnThis,
  },
  COUNTER_OFFER: {
    group: "Sales",
    title: mark("Counteroffer"),
    subject: mark("Counteroffer for {unit}: {offer}"),
    body: mark(
      "Hello {name},\n\nYour bid of {bid} on {unit} in {auction} is below the reserve. The seller will accept {offer}, plus fees and taxes.\n\nAccept it, make a counteroffer of your own or decline it by {until}. An amount that you accept or offer is as binding as a bid.",
    ),
    placeholders: ["name", "unit", "auction", "bid", "offer", "until"],
    action: mark("Respond to offer"),
    reason: bidOnThis,
  },
  COUNTER_SENT: {
    group: "Sales",
    title: mark("Bidder's counteroffer sent"),
    subject: mark("You offered {offer} for {unit}"),
    body: mark(
      "Hello {name},\n\nWe sent your counteroffer of {offer} for {unit} in {auction} to the seller, who has until {until} to answer.\n\nIt is as binding as a bid. If the seller accepts it, you'll get an invoice.",
    ),
    placeholders: ["name", "unit", "auction", "offer", "until"],
    action: mark("View offers"),
    reason: bidOnThis,
  },
  NEGOTIATION_OVER: {
    group: "Sales",
    title: mark("Negotiation ended without an agreement"),
    subject: mark("No agreement on {unit}"),
    body: mark(
      "Hello {name},\n\n{news} The negotiation for {unit} in {auction} is over.\n\nYour bid of {bid} stands until the seller accepts or declines it. We'll email you.",
    ),
    placeholders: ["name", "unit", "auction", "news", "bid"],
    action: mark("View lot"),
    reason: bidOnThis,
  },
  NEGOTIATION_NEWS: {
    group: "Staff",
    title: mark("Bidder's answer to a counteroffer (sent to us)"),
    subject: mark("{unit}: {news}"),
    body: mark("Hello {name},\n\n{news} The lot is {unit} in {auction}."),
    placeholders: ["name", "unit", "auction", "news"],
    action: mark("Open winners"),
    reason: mark("You're receiving this email because you made the counteroffer."),
  },
  SECOND_CHANCE: {
    group: "Sales",
    title: mark("Second-chance offer"),
    subject: mark("Second-chance offer for {unit}: {offer}"),
    body: mark(
      "Hello {name},\n\n{unit} in {auction} is still available. You bid {bid}, and you can have it for {offer}, plus fees and taxes.\n\nThe offer expires {until}. If you accept it, it is as binding as a bid.",
    ),
    placeholders: ["name", "unit", "auction", "bid", "offer", "until"],
    action: mark("Respond to offer"),
    reason: bidOnThis,
  },
  OFFER_WITHDRAWN: {
    group: "Sales",
    title: mark("Offer withdrawn"),
    subject: mark("Offer withdrawn: {unit}"),
    body: mark(
      "Hello {name},\n\nThe offer of {unit} in {auction} for {offer} was withdrawn. You can no longer accept it.",
    ),
    placeholders: ["name", "unit", "auction", "offer"],
    action: mark("View other vehicles"),
    reason: bidOnThis,
  },
  SALE_DEFAULTED: {
    group: "Sales",
    title: mark("Sale canceled, not paid"),
    subject: mark("Sale canceled, no payment received: {unit}"),
    body: mark(
      "Hello {name},\n\nWe didn't receive payment on time for {unit} in {auction}, which you won at {hammer}. The sale is canceled and its invoice is void.\n\nReason: {reason}",
    ),
    placeholders: ["name", "unit", "auction", "hammer", "reason"],
    action: mark("View your purchases"),
    reason: mark("Reply to this email if you think this is a mistake."),
  },
  SALE_VOIDED: {
    group: "Sales",
    title: mark("Award voided"),
    subject: mark("Sale canceled: {unit}"),
    body: mark(
      "Hello {name},\n\nThe sale of {unit} in {auction} to you at {hammer} was canceled. Any invoice for it is void, so please don't pay it.\n\nReason: {reason}",
    ),
    placeholders: ["name", "unit", "auction", "hammer", "reason"],
    action: mark("View your purchases"),
    reason: mark("Reply to this email if you think this is a mistake."),
  },
  PAYMENT_RECEIVED: {
    group: "Sales",
    title: mark("Payment received"),
    subject: mark("Payment received for {unit}"),
    body: mark(
      "Hello {name},\n\nWe received {paid} for invoice {invoice}: {unit} in {auction}. The invoice is paid in full.",
    ),
    placeholders: ["name", "unit", "auction", "paid", "invoice"],
    action: mark("View invoice"),
    reason: boughtThis,
  },
  PART_PAYMENT: {
    group: "Sales",
    title: mark("Partial payment received"),
    subject: mark("{paid} received for {unit}"),
    body: mark(
      "Hello {name},\n\nWe received {paid} for invoice {invoice}: {unit} in {auction}. The balance of {balance} is due by {due}.\n\nWe release the unit once the invoice is paid in full.",
    ),
    placeholders: ["name", "unit", "auction", "paid", "invoice", "balance", "due"],
    action: mark("View invoice"),
    reason: boughtThis,
  },
  PAYMENT_VOIDED: {
    group: "Sales",
    title: mark("Payment removed from an invoice"),
    subject: mark("Payment removed from your invoice: {unit}"),
    body: mark(
      "Hello {name},\n\nA payment of {paid} was removed from invoice {invoice}: {unit} in {auction}. The balance is {balance}.\n\nReason: {reason}",
    ),
    placeholders: ["name", "unit", "auction", "paid", "invoice", "balance", "reason"],
    action: mark("View invoice"),
    reason: mark("Reply to this email if you think this is a mistake."),
  },
  PAYMENT_REVERSED: {
    group: "Sales",
    title: mark("Payment of a paid invoice reversed"),
    subject: mark("Payment reversed, don't pick up yet: {unit}"),
    body: mark(
      "Hello {name},\n\nA payment of {paid} was removed from invoice {invoice}: {unit} in {auction}. The balance is {balance}. Until it's paid, the unit stays in the yard. Its gate PIN and any pickup appointment are no longer valid.\n\nReason: {reason}",
    ),
    placeholders: ["name", "unit", "auction", "paid", "invoice", "balance", "reason"],
    action: mark("View invoice"),
    reason: mark("Reply to this email if you think this is a mistake."),
  },
  PROOF_REFUSED: {
    group: "Sales",
    title: mark("Proof of payment rejected"),
    subject: mark("We couldn't accept your proof of payment for {unit}"),
    body: mark(
      "Hello {name},\n\nWe couldn't accept your proof of payment for invoice {invoice}: {unit} in {auction}.\n\nReason: {reason}\n\nSend another file from the invoice, or reply to this email.",
    ),
    placeholders: ["name", "unit", "auction", "invoice", "reason"],
    action: mark("Send another file"),
    reason: boughtThis,
  },
  PICKUP_SET: {
    group: "Sales",
    title: mark("Pickup appointment"),
    subject: mark("Pickup of {unit}: {slot}"),
    body: mark(
      "Hello {name},\n\nYour pickup of {unit} is on {slot}, at {yard}. You can reschedule it until the day before.\n\nThe driver needs the gate PIN from your invoice.",
    ),
    placeholders: ["name", "unit", "auction", "slot", "yard"],
    action: mark("View or reschedule pickup"),
    reason: boughtThis,
  },
  RELEASE_ISSUED: {
    group: "Sales",
    title: mark("Unit released"),
    subject: mark("{unit} is ready for pickup"),
    body: mark(
      "Hello {name},\n\n{unit} is released. Pick it up at {yard} by {pickup}. Schedule your pickup from the invoice.\n\nThe driver needs the gate PIN. Sign in to see it on the invoice, and share it only with your driver.",
    ),
    placeholders: ["name", "unit", "auction", "yard", "pickup"],
    action: mark("View gate PIN"),
    reason: boughtThis,
  },
  DELIVERY_REQUESTED: {
    group: "Sales",
    title: mark("Delivery requested by staff"),
    subject: mark("Delivery requested: {unit}"),
    body: mark(
      "Hello {name},\n\nWe requested delivery of {unit} from {auction} to {destination} for you. We'll email you a quote. You pay nothing for delivery until you accept it.\n\nIf you didn't ask us for this, withdraw the request from your invoice.",
    ),
    placeholders: ["name", "unit", "auction", "destination"],
    action: mark("View request"),
    reason: boughtThis,
  },
  DELIVERY_QUOTED: {
    group: "Sales",
    title: mark("Delivery quote"),
    subject: mark("Delivery quote for {unit}: {quote}"),
    body: mark(
      "Hello {name},\n\nWe can deliver {unit} from {auction} for {quote}. It can leave on {leaves} and arrive on {arrives} at the earliest.\n\nThe quote expires {until}. If you accept it, we add it to your invoice.",
    ),
    placeholders: ["name", "unit", "auction", "quote", "leaves", "arrives", "until"],
    action: mark("Respond to quote"),
    reason: boughtThis,
  },
  DELIVERY_ACCEPTED: {
    group: "Sales",
    title: mark("Delivery quote accepted"),
    subject: mark("Delivery of {unit} is on your invoice"),
    body: mark(
      "Hello {name},\n\nYou accepted our quote of {quote} to deliver {unit} from {auction}. The total of invoice {invoice} is now {total}. The balance of {balance} is due by {due}.\n\nThe unit leaves the yard once the invoice is paid in full.",
    ),
    placeholders: ["name", "unit", "auction", "quote", "invoice", "total", "balance", "due"],
    action: mark("View invoice and payment instructions"),
    reason: boughtThis,
  },
  DELIVERY_CANCELED: {
    group: "Sales",
    title: mark("Delivery canceled"),
    subject: mark("Delivery canceled: {unit}"),
    body: mark(
      "Hello {name},\n\nWe canceled the delivery of {unit} from {auction}.\n\nInvoice {invoice} no longer includes it. Credit on your account: {refund}.\n\nReason: {reason}\n\nYou can schedule a pickup from the invoice, or request delivery again.",
    ),
    placeholders: ["name", "unit", "auction", "invoice", "refund", "reason"],
    action: mark("View invoice"),
    reason: boughtThis,
  },
  DELIVERY_LEFT: {
    group: "Sales",
    title: mark("Unit handed to the carrier"),
    subject: mark("{unit} is on its way"),
    body: mark(
      "Hello {name},\n\n{carrier} picked up {unit} from {auction} and will deliver it to you on {arrives} at the earliest. The carrier will call the contact on your request before arriving.",
    ),
    placeholders: ["name", "unit", "auction", "carrier", "arrives"],
    action: mark("View invoice"),
    reason: boughtThis,
  },
  DELIVERED: {
    group: "Sales",
    title: mark("Unit delivered"),
    subject: mark("{unit} was delivered"),
    body: mark(
      "Hello {name},\n\nThe carrier reported that {unit} from {auction} was delivered. If it didn't arrive, or arrived with new damage, reply to this email today.",
    ),
    placeholders: ["name", "unit", "auction"],
    action: mark("View invoice"),
    reason: boughtThis,
  },
} as const satisfies Readonly<Record<string, MailDefinition>>;
