import { paymentDueDays, pickupDueDays } from "@gavelyard/domain/business-days";
import { plural, t } from "@gavelyard/messages/text";
import { feesInWords, softCloseInWords, startingLimitInWords } from "./term-words.ts";
import type { InformationText } from "./information-text.ts";

/** The terms and conditions. Their numbers are the ones that the server enforces. */
export const terms: InformationText = {
  title: t("Terms and conditions"),
  description: t("What you agree to when you bid on, buy and pick up units at Gavelyard."),
  parts: [
    {
      heading: t("Who may bid"),
      paragraphs: [
        t(
          "You may bid once your email address is verified, if you are 18 or older. Each person or business may have one account. You are bound by every bid placed with your account, so keep your password private and tell us immediately if someone else has it.",
        ),
        t("Gavelyard staff do not bid, and nobody bids on behalf of the seller."),
      ],
    },
    {
      heading: t("Bids are binding"),
      paragraphs: [
        t(
          "An accepted bid is an offer to buy at that price. It stands until someone bids higher, the lot closes, or the bid is retracted. You may retract one bid on each lot, with a reason, within five minutes of placing it, but never in the last hour before the lot closes. Retractions remain visible in the lot's history.",
        ),
        t(
          "If you set a maximum, we bid for you, each time only as much as needed to lead, up to that amount. You may raise a maximum but not lower it. If two maximums are equal, the earlier one wins.",
        ),
      ],
    },
    {
      heading: t("Increments and closing"),
      paragraphs: [
        t(
          "Each lot shows its next bid, which follows from the current bid. A bid is timed when our server receives it. The server's clock alone decides whether a lot was open.",
        ),
        softCloseInWords,
      ],
    },
    {
      heading: t("Reserves"),
      paragraphs: [
        t(
          "A lot may have a hidden reserve. Its page shows whether the reserve has been met. If a lot closes below its reserve, its highest bid remains open while the seller accepts it, declines it, or makes a counteroffer, which you may accept, decline, or answer with a counteroffer of your own by the time the offer states. Your counteroffer binds you as a bid does until it is answered or its time ends.",
        ),
      ],
    },
    {
      heading: t("What you pay"),
      paragraphs: [
        t(
          "You pay the hammer price, the buyer's premium, the document fee and, where it applies, sales tax. The bid panel shows premium and fee before you confirm, and the invoice lists each line. You arrange transport, or accept our quote for delivery. An estimate of delivery is not a quote and binds nobody.",
        ),
        feesInWords,
        t(
          "Unless the auction says otherwise, payment is due within {days} of the award, by wire, ACH, check, card or confirmed financing. An unpaid purchase counts against your bid limit until it is paid.",
          { days: plural(paymentDueDays, "{n} business day", "{n} business days") },
        ),
      ],
    },
    {
      heading: t("Pickup"),
      paragraphs: [
        t(
          "We release a unit once payment has arrived. The person who picks it up gives the gate PIN on your invoice. Unless the auction says otherwise, pick up within {days} of payment. Risk passes to you when the unit leaves the gate.",
          { days: plural(pickupDueDays, "{n} business day", "{n} business days") },
        ),
        t(
          "Where we offer delivery, you may ask for a quote on your invoice. A quote you accept is added to the invoice, and we hand the unit to our carrier once the invoice is paid in full. Risk then passes to you when the carrier delivers the unit.",
        ),
      ],
    },
    {
      heading: t("Titles"),
      paragraphs: [
        t(
          "We send titles after payment, with tracking, to the address on your invoice. Each lot shows the type and state of its title, including units sold on a bill of sale or for export only.",
        ),
      ],
    },
    {
      heading: t("As is, where is"),
      paragraphs: [
        t(
          "Used trucks, trailers and machines show wear, and some faults appear only at work. Units are sold as is, where is, without warranty. A condition report states only what an inspector saw that day. You may, and should, inspect a unit at its yard before its lot closes.",
        ),
        t(
          "If a unit is materially different from its listing, such as another VIN, another title or a misstated odometer, tell us before it leaves the yard and within five days of payment. We will cancel the sale or settle the difference.",
        ),
      ],
    },
    {
      heading: t("If a buyer does not pay"),
      paragraphs: [
        t(
          "We may void the award of a purchase that is not paid on time and offer the unit to the next bidder. We may then suspend the account and charge the buyer what the default cost the seller.",
        ),
      ],
    },
    {
      heading: t("If our service fails"),
      paragraphs: [
        t(
          "We save every bid before we call it accepted. If the site is down while a lot closes, we may reopen or extend the lot so that all bidders have the same chance, and we say so on its page. We are not liable for bids that never reached us.",
        ),
        t(
          "We may void a bid that resulted from a system error or breaks these terms. We then recalculate the lot from the remaining bids, and its history shows it.",
        ),
      ],
    },
    {
      heading: t("Limits and accounts"),
      paragraphs: [
        (terms) => `${startingLimitInWords(terms)}.`,
        t(
          "Your high bids and unpaid wins count against your bid limit. You may request a higher limit with supporting documents.",
        ),
        t(
          "We may suspend an account that breaks these terms. You may close yours at any time when you have no high bids or unpaid purchases.",
        ),
      ],
    },
  ],
};
