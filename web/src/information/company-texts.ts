import type { InformationPath } from "./paths.ts";
import {
  feesInWords,
  incrementsInWords,
  softCloseInWords,
  startingLimitInWords,
} from "./term-words.ts";
import type { InformationText } from "./information-text.ts";

/** Who we are and how we work. */
export const companyTexts: Readonly<
  Record<Exclude<InformationPath, "/terms" | "/terms-and-conditions" | "/privacy">, InformationText>
> = {
  "/about": {
    title: "About us",
    description: "Gavelyard sells trucks, trailers, vehicles and equipment in timed live auctions.",
    parts: [
      {
        heading: "What we do",
        paragraphs: [
          "Gavelyard runs timed auctions of tractors, trucks, trailers, pickups, cars and equipment that stand in yards across the United States. Every unit has an inspector's report, its pictures and its reserve decided before it is listed.",
          "Our buyers are owner-operators, fleets, dealers, contractors and exporters. Our sellers are fleets that turn over their iron, lenders, rental companies and public bodies.",
        ],
      },
      {
        heading: "What we promise",
        paragraphs: [
          "A bid that we call accepted is stored before you read the word. Everyone sees the same order of bids. The close is decided by one clock, ours, and a late bid leaves time for an answer.",
          "The price that you confirm is shown with premium and fee. Your maximum is seen by nobody else.",
        ],
      },
      {
        heading: "Why timed auctions",
        paragraphs: [
          "You can follow a lot from a cab, a shop or a desk, set a maximum and go back to work. There is no ring man, no shill and no race of fingers: the highest price that somebody means wins.",
        ],
      },
    ],
  },
  "/company": {
    title: "Company",
    description: "Who stands behind Gavelyard, where we are, and how to sell with us.",
    parts: [
      {
        heading: "Where we are",
        paragraphs: [
          "Our office is in Los Angeles. Our partner yards stand in the states where fleets turn over their iron. Each unit's page names its yard, and each auction its time zone.",
        ],
      },
      {
        heading: "Selling with us",
        paragraphs: [
          "Fleets, lenders, dealers and public bodies sell through us. Call or write to us with the units you have and where they stand. We inspect, picture and list them, agree a reserve with you, and pay out after the buyer's payment has arrived.",
        ],
      },
      {
        heading: "Inspections",
        paragraphs: [
          "An inspector looks at engine, driveline, brakes, tires, body, cab and papers, reads fault codes where the unit lets us, measures tread, and pictures what was found. The report names the inspector and the day.",
        ],
      },
    ],
  },
  "/security": {
    title: "Security",
    description: "How Gavelyard keeps bids, accounts, documents and payments safe.",
    parts: [
      {
        heading: "Bids",
        paragraphs: [
          "Every bid is a row in a ledger that nobody can change or remove, our staff included. A retraction is a row of its own. Bidders are seen under an alias that differs from lot to lot.",
          "Whatever staff do with an auction, a limit or a payment leaves a record of who, what, when and why.",
        ],
      },
      {
        heading: "Accounts",
        paragraphs: [
          "Passwords are kept as one-way hashes, and common ones are refused. Sessions are short, are renewed while you use them, and end at once when you sign out, change your password or end them on another device. We never ask for your password by mail or phone.",
        ],
      },
      {
        heading: "Documents",
        paragraphs: [
          "What you hand in is judged by its content, kept under a random name, and served only to you and to staff who decide about it. Gate PINs and tax numbers are encrypted.",
        ],
      },
      {
        heading: "Paying",
        paragraphs: [
          "Bank details are on your invoice in your dashboard and never change by e-mail. Call us before you follow a mail that says otherwise.",
        ],
      },
      {
        heading: "Found a weakness?",
        paragraphs: [
          "Write to us on the contact page with what you saw and how to see it again. We answer within two business days and do not act against those who look in good faith and keep what they found to themselves until it is mended.",
        ],
      },
    ],
  },
  "/bidding-process": {
    title: "How bidding works",
    description: "From registering to collecting: bids, maxima, reserves and the last minutes.",
    parts: [
      {
        heading: "Before the sale",
        paragraphs: [
          (terms) =>
            `Register with your e-mail address. ${startingLimitInWords(terms)}; ask for a higher one on your dashboard when you need it.`,
          "Read the condition report and look at every picture, or visit the yard.",
          "Put what interests you on your watchlist, and we write when its lot goes live and when it is about to close.",
        ],
      },
      {
        heading: "Bidding",
        paragraphs: [
          "The button shows the next bid. Before you confirm, you see what it would cost in all. With a maximum we bid for you, only as much as it takes, up to what you said. Nobody else sees your maximum. When two maxima are equal the earlier one leads.",
          "The answer to each bid says when we received it and which number it has in the lot's history. Everyone sees the same history, in the same order.",
        ],
      },
      {
        heading: "Increments",
        paragraphs: [incrementsInWords],
      },
      {
        heading: "Reserves",
        paragraphs: [
          "Some lots have a hidden reserve. The page says whether it is met. When a lot closes below its reserve the seller may accept, counter or decline your bid.",
        ],
      },
      {
        heading: "The last minutes",
        paragraphs: [
          softCloseInWords,
          "The lots of an auction close one after another, 30 seconds apart unless it says otherwise.",
        ],
      },
      {
        heading: "What it costs",
        paragraphs: [feesInWords],
      },
      {
        heading: "After the hammer",
        paragraphs: [
          "You hear at once, on the page and by mail, whether you won. Payment is due within three business days. Then your invoice shows the gate PIN with which you or your carrier collect the unit.",
        ],
      },
    ],
  },
};
