import { paymentDueDays } from "@gavelyard/domain/business-days";
import { defaultStaggerSec } from "@gavelyard/domain/auctions/run-list";
import { plural, t } from "@gavelyard/messages/text";
import type { InformationPath } from "./paths.ts";
import {
  feesInWords,
  incrementsInWords,
  softCloseInWords,
  startingLimitInWords,
} from "./term-words.ts";
import type { InformationText } from "./information-text.ts";

export const companyTexts: Readonly<
  Record<Exclude<InformationPath, "/terms" | "/terms-and-conditions" | "/privacy">, InformationText>
> = {
  "/about": {
    title: t("About us"),
    description: t(
      "Gavelyard sells trucks, trailers, vehicles and equipment in timed live auctions.",
    ),
    parts: [
      {
        heading: t("What we do"),
        paragraphs: [
          t(
            "Gavelyard runs timed auctions of tractors, trucks, trailers, pickups, cars and equipment from yards across the United States. Before we list a unit, it has an inspection report, pictures and a decision about its reserve.",
          ),
          t(
            "Our buyers are owner-operators, fleets, dealers, contractors and exporters. Our sellers are fleets that renew their equipment, lenders, rental companies and public agencies.",
          ),
        ],
      },
      {
        heading: t("What we promise"),
        paragraphs: [
          t(
            "When we say a bid is accepted, it is already saved. Everyone sees the same bids in the same order. One clock, ours, decides when a lot closes, and a late bid leaves time to respond.",
          ),
          t(
            "Before you confirm a bid, you see the total with premium and fees. Nobody else can see your maximum.",
          ),
        ],
      },
      {
        heading: t("Why timed auctions"),
        paragraphs: [
          t(
            "You can follow a lot from the cab, the shop or a desk, set a maximum bid and get back to work. There's no ringman, no shill bidding and no race to click last: the highest bid wins.",
          ),
        ],
      },
    ],
  },
  "/company": {
    title: t("Company"),
    description: t("Who we are, where we are, and how to sell with us."),
    parts: [
      {
        heading: t("Where we are"),
        paragraphs: [
          t(
            "Our office is in Los Angeles. Our partner yards are in the states where fleets renew their equipment. Every unit's page names its yard, and every auction its time zone.",
          ),
        ],
      },
      {
        heading: t("Selling with us"),
        paragraphs: [
          t(
            "Fleets, lenders, dealers and public agencies sell through us. Call or write with the units you have and where they are. We inspect, photograph and list them, agree on a reserve with you, and pay you once the buyer's payment has arrived.",
          ),
        ],
      },
      {
        heading: t("Inspections"),
        paragraphs: [
          t(
            "An inspector checks the engine, driveline, brakes, tires, body, cab and paperwork, reads fault codes where the unit allows it, measures tread depth, and photographs what was found. The report names the inspector and the date.",
          ),
        ],
      },
    ],
  },
  "/security": {
    title: t("Security"),
    description: t("How Gavelyard keeps bids, accounts, documents and payments safe."),
    parts: [
      {
        heading: t("Bids"),
        paragraphs: [
          t(
            "Every bid is an entry in a ledger that nobody can change or delete, including our staff. A retraction is an entry of its own. Bidders appear under an alias that differs from lot to lot.",
          ),
          t(
            "Everything staff do to an auction, a limit or a payment is recorded: who, what, when and why.",
          ),
        ],
      },
      {
        heading: t("Accounts"),
        paragraphs: [
          t(
            "We store passwords as one-way hashes and reject common ones. Sessions are short, renew while you use them, and end as soon as you sign out, change your password or end them from another device. We never ask for your password by email or phone.",
          ),
        ],
      },
      {
        heading: t("Documents"),
        paragraphs: [
          t(
            "We check the content of every document you upload, store it under a random name, and show it only to you and to the staff who decide about it. Gate PINs and tax IDs are encrypted.",
          ),
        ],
      },
      {
        heading: t("Paying"),
        paragraphs: [
          t(
            "Our bank details are on the invoice in your dashboard and never change by email. If an email says otherwise, call us before you pay.",
          ),
        ],
      },
      {
        heading: t("Found a vulnerability?"),
        paragraphs: [
          t(
            "Use the contact page to tell us what you found and how to reproduce it. We reply within two business days. We take no action against people who test in good faith and keep what they find private until we fix it.",
          ),
        ],
      },
    ],
  },
  "/bidding-process": {
    title: t("How bidding works"),
    description: t("From registration to pickup: bids, maximums, reserves and the final minutes."),
    parts: [
      {
        heading: t("Before the sale"),
        paragraphs: [
          (terms) =>
            t(
              "Create an account with your email address. {limit}; request a higher limit on your dashboard when you need it.",
              { limit: startingLimitInWords(terms) },
            ),
          t("Read the condition report, look at all the pictures, or visit the yard."),
          t(
            "Add units to your watchlist. We'll email you when a lot goes live and when it's about to close.",
          ),
        ],
      },
      {
        heading: t("Bidding"),
        paragraphs: [
          t(
            "The button shows the next bid. Before you confirm, you see the total cost. If you set a maximum, we bid for you, only as much as needed, up to that amount. Nobody else can see it. If two maximums are equal, the earlier one wins.",
          ),
          t(
            "Each accepted bid shows when we received it and its number in the lot's history. Everyone sees the same history in the same order.",
          ),
          t(
            "Press Ctrl K anywhere to find a unit, a lot or a page, and the question mark to see all keyboard shortcuts. No shortcut places a bid.",
          ),
        ],
      },
      {
        heading: t("Increments"),
        paragraphs: [incrementsInWords],
      },
      {
        heading: t("Reserves"),
        paragraphs: [
          t(
            "Some lots have a hidden reserve. The page shows whether it has been met. If a lot closes below its reserve, the seller may accept your bid, decline it or make a counteroffer, which you can counter.",
          ),
        ],
      },
      {
        heading: t("The final minutes"),
        paragraphs: [
          softCloseInWords,
          t(
            "An auction's lots close one after another, {seconds} seconds apart unless the auction says otherwise.",
            { seconds: defaultStaggerSec },
          ),
        ],
      },
      {
        heading: t("What it costs"),
        paragraphs: [
          feesInWords,
          t(
            "Where we arrange delivery, enter your ZIP code on a unit's page to see an estimate with its parts. If you win, ask for a quote on your invoice, or pick the unit up yourself. You pay for delivery only once you accept a quote.",
          ),
        ],
      },
      {
        heading: t("After you win"),
        paragraphs: [
          t(
            "We notify you right away, on the site and by email, whether you won. Payment is due within {days}, unless the auction says otherwise. Once it's paid, your invoice shows the gate PIN that you or your carrier need to pick up the unit.",
            { days: plural(paymentDueDays, "{n} business day", "{n} business days") },
          ),
        ],
      },
    ],
  },
};
