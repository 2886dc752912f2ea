import type { InformationText } from "./information-text.ts";

/** What is kept of people, as the server keeps it. */
export const privacy: InformationText = {
  title: "Privacy",
  description: "What we keep about you, why, for how long, and who sees it.",
  parts: [
    {
      heading: "What we keep",
      paragraphs: [
        "Your name and email address; your phone number, company and postal address if you give them; your bids, maximum bids, wins, invoices and payments; documents you upload; finance applications; and the addresses and devices you signed in from.",
        "The tax ID in a finance application is encrypted, and our staff see only its last four digits.",
        "We count how often each unit's page is viewed per day. The count is only a number: it doesn't say who viewed the page.",
      ],
    },
    {
      heading: "Why",
      paragraphs: [
        "To run the auctions, to send what the law and the sale require, to keep accounts safe, and to answer you. We don't sell data or build advertising profiles.",
      ],
    },
    {
      heading: "Who sees it",
      paragraphs: [
        "Other bidders see only an alias that differs from lot to lot. Until a lot closes, nobody but you sees your maximum, including our staff. Sellers learn who bought from them. Lenders see a finance application only if you agreed to it.",
      ],
    },
    {
      heading: "What this site stores on your device",
      paragraphs: [
        "Your session while you are signed in, your color scheme, recently viewed units, your latest notifications, and copies of pages you opened so that they work offline. We set no cookies and load nothing from other sites.",
      ],
    },
    {
      heading: "How long",
      paragraphs: [
        "We keep records of bids and sales as long as tax and commercial law require. We keep emails for 90 days. When you close your account, we delete your name, addresses and watchlist immediately; bids and invoices remain without your name.",
      ],
    },
    {
      heading: "What you can do",
      paragraphs: [
        "Your profile shows what we keep. There you can change it, export all of it as a file, sign out other devices and close your account. For anything else, write to us from the contact page.",
      ],
    },
  ],
};
