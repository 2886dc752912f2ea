import { t } from "@gavelyard/messages/text";
import type { InformationText } from "./information-text.ts";

/** The privacy page; it must match what the server stores. */
export const privacy: InformationText = {
  title: t("Privacy"),
  description: t("What we keep about you, why, for how long, and who sees it."),
  parts: [
    {
      heading: t("What we keep"),
      paragraphs: [
        t(
          "Your name, email address and time zone; your phone number, company and postal address if you give them; your bids, maximum bids, watchlist, saved searches, questions, wins, invoices and payments; documents you upload; finance applications; your passkeys, API keys and devices for push notifications; and the addresses and devices you signed in from.",
        ),
        t(
          "The tax ID in a finance application is encrypted, and our staff see only its last four digits.",
        ),
        t(
          "We count how often each unit's page is viewed per day. The count is only a number: it doesn't say who viewed the page.",
        ),
      ],
    },
    {
      heading: t("Why"),
      paragraphs: [
        t(
          "To run the auctions, to send the notices that the law and the sale require, to keep accounts safe, and to answer you. We don't sell data or build advertising profiles.",
        ),
      ],
    },
    {
      heading: t("Who sees it"),
      paragraphs: [
        t(
          "Other bidders see only an alias that differs from lot to lot, and answered questions without the name of the person who asked. Until a lot closes, nobody but you sees your maximum, including our staff. Sellers learn who bought from them. Lenders see a finance application only if you agreed to it.",
        ),
      ],
    },
    {
      heading: t("What this site stores on your device"),
      paragraphs: [
        t(
          "Your session while you are signed in, your color scheme and other display settings, recently viewed units, your ZIP code if you entered one, the sales on your live screen, your latest notifications, and, so that they work offline, copies of pages you opened and of your pickup papers. Signing out erases what is yours. We set no cookies and load nothing from other sites.",
        ),
      ],
    },
    {
      heading: t("How long"),
      paragraphs: [
        t(
          "We keep bids and the records of sales for good, and invoices with your name and address for 7 years, as tax law requires. We keep emails and unfinished finance applications for 90 days, documents for a bid limit for 1 year after our decision, the log of your sign-ins with network address and device for 1 year, and finance applications for 25 months after they end.",
        ),
        t(
          "When you close your account, we delete your name, addresses, watchlist, saved searches, passkeys, API keys, finance applications, identity documents, emails, and the network addresses and devices you used. Answered questions stay without a link to you, bids remain under a number, invoices keep your name for 7 years, and our record of changes to money and accounts stays as it is, with the network addresses in it.",
        ),
      ],
    },
    {
      heading: t("What you can do"),
      paragraphs: [
        t(
          "Your profile shows what we keep. There you can change it, export all of it as a file, sign out other devices and close your account. For anything else, write to us from the contact page.",
        ),
      ],
    },
  ],
};
