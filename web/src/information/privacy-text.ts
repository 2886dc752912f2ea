import type { InformationText } from "./information-text.ts";

/** What is kept of people, as the server keeps it. */
export const privacy: InformationText = {
  title: "Privacy",
  description: "What Gavelyard keeps about you, why, for how long, and who sees it.",
  parts: [
    {
      heading: "What we keep",
      paragraphs: [
        "Your name and e-mail address; your phone number, company and postal address where you give them; your bids, maxima, wins, invoices and payments; documents that you hand in; applications for financing; and the addresses and devices from which you signed in.",
        "A tax number in an application is kept encrypted, and our staff see its last four digits.",
        "We count how often the page of each unit is opened on a day. The count is a number alone: it says nothing of who opened it.",
      ],
    },
    {
      heading: "Why",
      paragraphs: [
        "To run the auctions, to send what the law and the sale ask for, to keep accounts safe, and to answer you. We sell no data and build no profiles for advertising.",
      ],
    },
    {
      heading: "Who sees it",
      paragraphs: [
        "Other bidders see an alias that differs from lot to lot, and nothing else. Nobody but you sees your maximum before a lot has closed, our staff included. Sellers learn who bought from them. Lenders see an application for financing when you have agreed to it.",
      ],
    },
    {
      heading: "What this site stores on your device",
      paragraphs: [
        "Your session while you are signed in, the colors you chose, units that you looked at last, your last notifications, and copies of pages that you opened, so that they show without a network. It sets no cookies and loads nothing from other sites.",
      ],
    },
    {
      heading: "How long",
      paragraphs: [
        "Records of bids and sales are kept as long as tax and trade law ask. Mails are kept for 90 days. When you close your account, your name, addresses and watchlist are removed at once; bids and invoices stay without your name.",
      ],
    },
    {
      heading: "What you can do",
      paragraphs: [
        "Your profile shows what we keep, lets you change it, export all of it as a file, sign out other devices and close the account. For anything else write to us on the contact page.",
      ],
    },
  ],
};
