import { feesInWords, softCloseInWords, startingLimitInWords } from "./term-words.ts";
import type { InformationText } from "./information-text.ts";

/** What buyers agree to. Numbers in it are those that the server enforces. */
export const terms: InformationText = {
  title: "Terms and conditions",
  description: "What you agree to when you bid, buy and collect at Gavelyard.",
  parts: [
    {
      heading: "Who may bid",
      paragraphs: [
        "You may bid once your e-mail address is verified and you are 18 or older. One person or business has one account. You are bound by every bid that is placed with your sign-in, so keep your password to yourself and tell us at once when somebody else has it.",
        "Staff of Gavelyard do not bid, and nobody bids for the seller.",
      ],
    },
    {
      heading: "A bid binds",
      paragraphs: [
        "A bid that we accepted is an offer to buy at that price. It stands until somebody bids higher, the lot closes, or it is retracted. You may retract a bid within five minutes of placing it, and never in the last hour before the lot closes. A retraction stays visible in the lot's history.",
        "With a maximum we bid for you, each time only as much as it takes to lead, up to what you said. A maximum may be raised and never lowered. Of two equal maxima the earlier one leads.",
      ],
    },
    {
      heading: "Increments and the close",
      paragraphs: [
        "The next bid is shown on each lot and follows from its current price. The time of a bid is the time at which our server received it, by the server's clock, and that clock alone decides whether a lot was open.",
        softCloseInWords,
      ],
    },
    {
      heading: "Reserves",
      paragraphs: [
        "A lot may have a hidden reserve. Its page says whether it is met. When a lot closes below its reserve, its highest bid stays open while the seller decides to accept it, to decline it, or to offer you another price, which you may take or leave within the time that the offer names.",
      ],
    },
    {
      heading: "What you pay",
      paragraphs: [
        "You pay the hammer price, the buyer's premium, the document fee and, where it applies, sales tax. The bid panel shows premium and fee before you confirm, and the invoice lists each line. Transport is yours to arrange.",
        feesInWords,
        "Payment is due within three business days of the declared sale unless the auction says otherwise, by wire, ACH, check, card or financing that we have confirmed. An unpaid purchase counts against your bid limit until it is paid.",
      ],
    },
    {
      heading: "Collecting",
      paragraphs: [
        "A unit is released once its payment has arrived. Whoever collects it names the gate PIN of your invoice. Collect within five business days of payment; after that the yard charges storage by the day. From the moment at which a unit leaves the gate, it is your risk.",
      ],
    },
    {
      heading: "Titles",
      paragraphs: [
        "Titles are sent after payment, to the address of your invoice, with tracking. Each lot says which title it has and in which state; a unit that is sold on a bill of sale or for export only says so too.",
      ],
    },
    {
      heading: "Units are sold as they stand",
      paragraphs: [
        "Used trucks, trailers and machines wear, and some faults show only at work. Units are sold as they stand and where they stand, without a warranty. Condition reports say what an inspector saw on the day, and no more. You may inspect a unit at its yard before its lot closes, and should.",
        "When a unit is materially not what its page said, such as another VIN, another title or an odometer that was misstated, tell us before it leaves the yard and within five days of payment. We then cancel the sale or settle the difference.",
      ],
    },
    {
      heading: "When a buyer does not pay",
      paragraphs: [
        "A purchase that is not paid in time may be taken back and offered to the next bidder. We may then suspend the account and charge what the default cost the seller.",
      ],
    },
    {
      heading: "When something fails",
      paragraphs: [
        "Every bid is on disk before we call it accepted. Should the site be down while a lot closes, we may reopen or extend it so that all bidders have the same chance, and say so on its page. We are not liable for a bid that never reached us.",
        "We may void a bid that was placed by mistake of the system or against these terms. The lot is then resolved anew from the bids that stand, and its history shows it.",
      ],
    },
    {
      heading: "Limits and accounts",
      paragraphs: [
        (terms) => `${startingLimitInWords(terms)}.`,
        "What you lead and what you won but have not paid count against your bid limit. You may ask for a higher one with a document that supports it.",
        "We may suspend an account that breaks these terms. You may close yours at any time once nothing is led or unpaid.",
      ],
    },
  ],
};
