import { formatDollars } from "@gavelyard/domain/money";
import { letterTime, type Letter } from "./letter.ts";
import type { SaleMailContent } from "./sale-mail-content.ts";

const bidOnThis = "You get this mail because you bid on this lot.";

/** Writes the mails of what follows the close of a lot. */
export function saleLetter(content: SaleMailContent, publicUrl: string): Letter {
  const greeting = `Hello ${content.name},`;
  const lot = `${content.title} in ${content.auctionName}`;
  const dashboard = `${publicUrl}/dashboard`;
  switch (content.kind) {
    case "DECLARED":
      return {
        subject: `Invoice ${content.invoiceNumber} for ${content.title}`,
        greeting,
        paragraphs: [
          `You are the winner of ${lot} at a hammer price of ${formatDollars(content.hammerCents)}. Invoice ${content.invoiceNumber}:`,
          ...content.lines.map(({ label, cents }) => `${label}: ${formatDollars(cents)}`),
          `Total: ${formatDollars(content.totalCents)}, due by ${letterTime(content.paymentDueAt, content.timeZone)}.`,
        ],
        action: { label: "See the invoice and how to pay", url: dashboard },
        reason: bidOnThis,
      };
    case "RUNNER_UP":
      return {
        subject: `${content.title} was awarded to another bidder`,
        greeting,
        paragraphs: [
          `${lot} was awarded to another bidder at ${formatDollars(content.hammerCents)}. Your highest bid was ${formatDollars(content.bidCents)}. The lot holds nothing of your bid limit.`,
          "If the winner does not pay, we may offer it to you. There is nothing that you have to do.",
        ],
        action: { label: "See other vehicles", url: `${publicUrl}/vehicles` },
        reason: bidOnThis,
      };
    case "BID_DECLINED":
      return {
        subject: `Your bid on ${content.title} was not accepted`,
        greeting,
        paragraphs: [
          `The seller did not accept your bid of ${formatDollars(content.bidCents)} on ${lot}, which was below the reserve. What it held of your bid limit is free again.`,
        ],
        action: { label: "See other vehicles", url: `${publicUrl}/vehicles` },
        reason: bidOnThis,
      };
    case "COUNTER_OFFER":
      return {
        subject: `Counter-offer for ${content.title}: ${formatDollars(content.offerCents)}`,
        greeting,
        paragraphs: [
          `Your bid of ${formatDollars(content.bidCents)} on ${lot} is below the reserve. The seller offers it to you for ${formatDollars(content.offerCents)}, plus fees and taxes.`,
          `The offer stands until ${letterTime(content.until, content.timeZone)}. Once you take it, it binds you like a bid.`,
        ],
        action: { label: "Answer the offer", url: dashboard },
        reason: bidOnThis,
      };
    case "SECOND_CHANCE":
      return {
        subject: `Second chance for ${content.title}: ${formatDollars(content.offerCents)}`,
        greeting,
        paragraphs: [
          `The winner of ${lot} did not complete the purchase. You bid ${formatDollars(content.bidCents)}, and we offer it to you for ${formatDollars(content.offerCents)}, plus fees and taxes.`,
          `The offer stands until ${letterTime(content.until, content.timeZone)}. Once you take it, it binds you like a bid.`,
        ],
        action: { label: "Answer the offer", url: dashboard },
        reason: bidOnThis,
      };
    case "OFFER_WITHDRAWN":
      return {
        subject: `The offer for ${content.title} was withdrawn`,
        greeting,
        paragraphs: [
          `The offer of ${lot} for ${formatDollars(content.offerCents)} was withdrawn and can no longer be taken.`,
        ],
        action: { label: "See other vehicles", url: `${publicUrl}/vehicles` },
        reason: bidOnThis,
      };
    case "AWARD_ENDED":
      return {
        subject:
          content.how === "DEFAULTED"
            ? `${content.title} was not paid and is no longer yours`
            : `The sale of ${content.title} to you was taken back`,
        greeting,
        paragraphs: [
          content.how === "DEFAULTED"
            ? `${lot}, which you won at ${formatDollars(content.hammerCents)}, was not paid in time. The sale is over and its invoice is void.`
            : `The sale of ${lot} to you at ${formatDollars(content.hammerCents)} was taken back, and its invoice is void.`,
          `Reason: ${content.reason}`,
        ],
        action: { label: "See your purchases", url: dashboard },
        reason: "Answer this mail if you think that this is a mistake.",
      };
    case "PAYMENT_RECEIVED":
      return {
        subject: `Payment received for ${content.title}`,
        greeting,
        paragraphs: [
          `We received ${formatDollars(content.paidCents)} for invoice ${content.invoiceNumber}: ${lot}. The invoice is paid in full.`,
        ],
        action: { label: "See the invoice", url: dashboard },
        reason: "You get this mail because you bought this unit.",
      };
    case "RELEASE_ISSUED":
      return {
        subject: `${content.title} is ready to be collected`,
        greeting,
        paragraphs: [
          `${content.title} is released. Collect it at ${content.yard} by ${letterTime(content.pickupDueAt, content.timeZone)}.`,
          "The driver has to give the gate PIN. You see it beside the invoice after signing in; pass it on to your driver alone.",
        ],
        action: { label: "See the gate PIN", url: dashboard },
        reason: "You get this mail because you bought this unit.",
      };
  }
}
