import type { InformationPath } from "./paths.ts";

/** One part of an information page: a heading and its paragraphs. */
export interface Part {
  readonly heading: string;
  readonly paragraphs: readonly string[];
}

/** An information page. */
export interface InformationText {
  readonly title: string;
  readonly description: string;
  readonly parts: readonly Part[];
}

const terms: InformationText = {
  title: "Terms and conditions",
  description: "What you agree to when you bid, buy and collect at Gavelyard.",
  parts: [
    {
      heading: "A bid binds",
      paragraphs: [
        "A bid that we accepted is an offer to buy at that price. It stands until somebody bids higher, the lot closes, or it is retracted within five minutes of placing and more than an hour before the close.",
      ],
    },
    {
      heading: "Units are sold as they stand",
      paragraphs: [
        "Condition reports say what an inspector saw on the day. They are no warranty. You may inspect a unit at its yard before the lot closes.",
      ],
    },
    {
      heading: "Paying and collecting",
      paragraphs: [
        "The hammer price, the buyer's premium and the document fee are due within three business days. A unit is released once its payment has arrived.",
      ],
    },
    {
      heading: "Limits",
      paragraphs: [
        "Every account has a bid limit. What you lead and what you won but have not paid count against it.",
      ],
    },
  ],
};

/** The information pages by their path (section 2). */
export const informationTexts: Readonly<Record<InformationPath, InformationText>> = {
  "/about": {
    title: "About us",
    description: "Gavelyard sells trucks, trailers, vehicles and equipment in timed live auctions.",
    parts: [
      {
        heading: "What we do",
        paragraphs: [
          "Gavelyard runs timed auctions of tractors, trucks, trailers, pickups, cars and equipment that stand in yards across the United States. Every unit has an inspector's report, its pictures and its reserve decided before it is listed.",
        ],
      },
      {
        heading: "What we promise",
        paragraphs: [
          "A bid that we call accepted is stored before you read the word. Everyone sees the same order of bids. The close is decided by one clock, ours, and a late bid keeps the lot open for two more minutes.",
        ],
      },
    ],
  },
  "/company": {
    title: "Company",
    description: "Who stands behind Gavelyard.",
    parts: [
      {
        heading: "Where we are",
        paragraphs: [
          "Our office is in Los Angeles. Our partner yards stand in the states where fleets turn over their iron.",
        ],
      },
      {
        heading: "Selling with us",
        paragraphs: [
          "Fleets, lenders, dealers and public bodies sell through us. Call or write to us with the units you have and where they stand.",
        ],
      },
    ],
  },
  "/security": {
    title: "Security",
    description: "How Gavelyard keeps bids, accounts and money matters safe.",
    parts: [
      {
        heading: "Bids",
        paragraphs: [
          "Every bid is a row in a ledger that nobody can change or remove, our staff included. A retraction is a row of its own. Bidders are seen under an alias that differs from lot to lot.",
        ],
      },
      {
        heading: "Accounts",
        paragraphs: [
          "Passwords are kept as one-way hashes. Sessions are short and end at once when you sign out. We never ask for your password by mail or phone.",
        ],
      },
      {
        heading: "Paying",
        paragraphs: [
          "Bank details are on your invoice in your dashboard and never change by e-mail. Call us before you follow a mail that says otherwise.",
        ],
      },
    ],
  },
  "/bidding-process": {
    title: "How bidding works",
    description: "From registering to collecting: bids, maxima, reserves and the last two minutes.",
    parts: [
      {
        heading: "Before the sale",
        paragraphs: [
          "Register with your e-mail address. Your account starts with a bid limit. Read the condition report and look at every picture, or visit the yard.",
        ],
      },
      {
        heading: "Bidding",
        paragraphs: [
          "The button shows the next bid. With a maximum we bid for you, only as much as it takes, up to what you said. Nobody else sees your maximum. When two maxima are equal the earlier one leads.",
        ],
      },
      {
        heading: "Reserves",
        paragraphs: [
          "Some lots have a hidden reserve. The page says whether it is met. When a lot closes below its reserve the seller may accept, counter or decline your bid.",
        ],
      },
      {
        heading: "The last two minutes",
        paragraphs: [
          "A bid in the last two minutes keeps the lot open for two minutes from that bid, as often as it takes. There is no sniping.",
        ],
      },
      {
        heading: "After the hammer",
        paragraphs: [
          "You hear at once, on the page and by mail, whether you won. Payment is due within three business days, then the unit is released to you or your carrier.",
        ],
      },
    ],
  },
  "/terms": terms,
  "/terms-and-conditions": terms,
  "/privacy": {
    title: "Privacy",
    description: "What Gavelyard keeps about you and who sees it.",
    parts: [
      {
        heading: "What we keep",
        paragraphs: [
          "Your name, e-mail address and, if you give it, your phone number; your bids, wins and payments; the addresses from which you signed in.",
        ],
      },
      {
        heading: "Who sees it",
        paragraphs: [
          "Other bidders see an alias for each lot and nothing else. Sellers learn who bought from them. We sell no data and load nothing from other sites that could follow you.",
        ],
      },
      {
        heading: "How long",
        paragraphs: [
          "Records of sales are kept as long as tax law asks. You may ask us to close your account; what need not be kept is then removed.",
        ],
      },
    ],
  },
};
