import { formatDollars } from "@gavelyard/domain/money";
import type { Context } from "../context.ts";
import { escapeHtml } from "../http/html.ts";
import { letterTime, type Letter } from "./letter.ts";
import type { MailContent } from "./mail-content.ts";
import { saleLetter } from "./sale-letters.ts";

export interface ComposedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

type MailContext = Pick<Context, "publicUrl" | "settings">;

/**
 * Writes a mail. Links lead to the site's public address.
 * `ALREADY_REGISTERED` is what an address with an account gets in place of a code (D6).
 */
export function composeMail(
  content: MailContent | { readonly kind: "ALREADY_REGISTERED" },
  { publicUrl, settings }: MailContext,
): ComposedMail {
  const letter = letterOf(content, publicUrl);
  const footer = `Gavelyard, ${settings.site.address}. Questions: ${settings.site.email}`;
  return { subject: letter.subject, text: asText(letter, footer), html: asHtml(letter, footer) };
}

function letterOf(
  content: MailContent | { readonly kind: "ALREADY_REGISTERED" },
  publicUrl: string,
): Letter {
  switch (content.kind) {
    case "CODE":
      return {
        subject: "Your Gavelyard code",
        greeting: "Hello,",
        paragraphs: [
          "Enter this code to verify your e-mail address. It works once, for 10 minutes.",
        ],
        code: content.code,
        reason:
          "Somebody asked to open a Gavelyard account with this address. If that was not you, ignore this mail.",
      };
    case "ALREADY_REGISTERED":
      return {
        subject: "You already have a Gavelyard account",
        greeting: "Hello,",
        paragraphs: [
          "Somebody asked to open an account with this address, which already has one. Sign in with your password. If you have forgotten it, choose a new one.",
        ],
        action: { label: "Sign in", url: `${publicUrl}/login` },
        reason: "If that was not you, there is nothing to do: nothing was changed.",
      };
    case "RESET":
      return {
        subject: "Choose a new Gavelyard password",
        greeting: "Hello,",
        paragraphs: ["Choose a new password with this link. It works once, for 30 minutes."],
        action: {
          label: "Choose a new password",
          url: `${publicUrl}/reset-password?token=${encodeURIComponent(content.token)}`,
        },
        reason:
          "Somebody asked for a new password for this address. If that was not you, ignore this mail: nothing was changed.",
      };
    case "PASSWORD_CHANGED":
      return {
        subject: "Your Gavelyard password was changed",
        greeting: `Hello ${content.name},`,
        paragraphs: [
          "The password of your account was changed just now, and other devices were signed out.",
          "If that was not you, choose a new password at once.",
        ],
        action: { label: "Choose a new password", url: `${publicUrl}/forgot-password` },
        reason: "You get this mail for the safety of your account.",
      };
    case "LIMIT_CHANGED":
      return {
        subject: `Your bid limit is now ${formatDollars(content.limitCents)}`,
        greeting: `Hello ${content.name},`,
        paragraphs: [
          `Your bid limit is now ${formatDollars(content.limitCents)}: the most that you can have in leading bids and unpaid lots at one time.`,
        ],
        action: { label: "See your bid limit", url: `${publicUrl}/dashboard` },
        reason: "You get this mail because our staff changed your bid limit.",
      };
    case "LIMIT_DECIDED":
      return limitDecided(content, publicUrl);
    case "FINANCE_MOVED":
      return {
        subject: `Your finance request: ${content.status.toLowerCase().replaceAll("_", " ")}`,
        greeting: `Hello ${content.name},`,
        paragraphs: [
          `Your finance request is now: ${content.status.toLowerCase().replaceAll("_", " ")}.`,
          ...(content.reason === "" ? [] : [content.reason]),
        ],
        action: { label: "See your request", url: `${publicUrl}/dashboard` },
        reason: "You get this mail because you applied for financing.",
      };
    case "ENQUIRY":
      return {
        subject: content.subject,
        greeting: `From ${content.name} <${content.from}>:`,
        paragraphs: content.lines,
        reason: "Sent from the site's own forms. Answer this mail to write back.",
      };
    case "STATUS_CHANGED":
      return statusChanged(content, publicUrl);
    case "WELCOME":
      return {
        subject: "Welcome to Gavelyard",
        greeting: `Hello ${content.name},`,
        paragraphs: [
          `Your account is open. Your bid limit is ${formatDollars(content.bidLimitCents)}: the most that you can have in leading bids and unpaid lots at one time. You can ask for more on your dashboard.`,
        ],
        action: { label: "See the vehicles", url: `${publicUrl}/vehicles` },
        reason: "You get this mail because you opened an account.",
      };
    case "WON":
      return {
        subject: `You won ${content.title}`,
        greeting: `Hello ${content.name},`,
        paragraphs: [
          `You won ${content.title} in ${content.auctionName} at a hammer price of ${formatDollars(content.hammerCents)}. Fees and taxes are added on the invoice.`,
          `Payment is due by ${letterTime(content.paymentDueAt, content.timeZone)}.`,
        ],
        action: { label: "See what to do next", url: `${publicUrl}/dashboard` },
        reason: "You get this mail because you bid on this lot.",
      };
    case "LOST":
      return {
        subject: `${content.title} went to another bidder`,
        greeting: `Hello ${content.name},`,
        paragraphs: [
          `Bidding on ${content.title} in ${content.auctionName} closed at ${formatDollars(content.hammerCents)} with another bidder in the lead. The lot holds nothing of your bid limit.`,
        ],
        action: { label: "See other vehicles", url: `${publicUrl}/vehicles` },
        reason: "You get this mail because you bid on this lot.",
      };
    case "RESERVE_NOT_MET":
      return {
        subject: `Your bid on ${content.title} is with the seller`,
        greeting: `Hello ${content.name},`,
        paragraphs: [
          `You led ${content.title} in ${content.auctionName} at ${formatDollars(content.hammerCents)}, which is below the reserve. The seller now decides whether to accept it. Until then your bid holds its share of your bid limit.`,
        ],
        action: { label: "See the lot", url: `${publicUrl}/truck/${content.inventoryId}` },
        reason: "You get this mail because you bid on this lot.",
      };
    case "OUTBID":
      return {
        subject: `You were outbid on ${content.title}`,
        greeting: `Hello ${content.name},`,
        paragraphs: [
          `Another bidder leads ${content.title} in ${content.auctionName} at ${formatDollars(content.priceCents)}. What the lot held of your bid limit is free again.`,
          `Bidding closes ${letterTime(content.closesAt, content.timeZone)}, or later if bids come in at the end.`,
        ],
        action: { label: "Bid again", url: `${publicUrl}/truck/${content.inventoryId}` },
        reason: optional("you bid on this lot"),
      };
    case "AUCTION_LIVE":
    case "ENDING_SOON":
      return watchedLots(content, publicUrl);
    default:
      return saleLetter(content, publicUrl);
  }
}

const optional = (because: string) =>
  `You get this mail because ${because}. You can turn such mails off in your profile.`;

function watchedLots(
  content: Extract<MailContent, { kind: "AUCTION_LIVE" | "ENDING_SOON" }>,
  publicUrl: string,
): Letter {
  const { auctionName, lots, lotCount, timeZone } = content;
  const live = content.kind === "AUCTION_LIVE";
  const count = lotCount === 1 ? "1 lot" : `${lotCount} lots`;
  return {
    subject: live ? `${auctionName} is live` : `${auctionName}: lots that you watch close soon`,
    greeting: `Hello ${content.name},`,
    paragraphs: [
      live
        ? `Bidding is open in ${auctionName}, with ${count} that you watch:`
        : `${count} that you watch in ${auctionName} ${lotCount === 1 ? "closes" : "close"} soon:`,
      ...lots.map(({ title, closesAt }) => `${title}: closes ${letterTime(closesAt, timeZone)}`),
      ...(lotCount > lots.length ? [`And ${lotCount - lots.length} more.`] : []),
    ],
    action: { label: "See the auction", url: `${publicUrl}/auctions/${content.auctionId}` },
    reason: optional("you watch these lots"),
  };
}

function limitDecided(
  { name, approvedCents, note }: Extract<MailContent, { kind: "LIMIT_DECIDED" }>,
  publicUrl: string,
): Letter {
  const words = note === "" ? [] : [note];
  const approved = approvedCents !== null;
  return {
    subject: approved
      ? `Your bid limit is now ${formatDollars(approvedCents)}`
      : "Your request for a higher bid limit was not approved",
    greeting: `Hello ${name},`,
    paragraphs: [
      approved
        ? `We approved your request. Your bid limit is now ${formatDollars(approvedCents)}.`
        : "We did not approve your request for a higher bid limit. Your limit stays as it is.",
      ...words,
    ],
    action: { label: "See your bid limit", url: `${publicUrl}/dashboard` },
    reason: "You get this mail because you asked for a higher bid limit.",
  };
}

function statusChanged(
  { name, status, reason }: Extract<MailContent, { kind: "STATUS_CHANGED" }>,
  publicUrl: string,
): Letter {
  const because = reason === null || reason === "" ? [] : [`Reason: ${reason}`];
  if (status === "ACTIVE") {
    return {
      subject: "Your Gavelyard account is open again",
      greeting: `Hello ${name},`,
      paragraphs: ["You can sign in and bid again.", ...because],
      action: { label: "Sign in", url: `${publicUrl}/login` },
      reason: "You get this mail because our staff restored your account.",
    };
  }
  const done = status === "BANNED" ? "banned" : "suspended";
  return {
    subject: `Your Gavelyard account is ${done}`,
    greeting: `Hello ${name},`,
    paragraphs: [
      `Your account is ${done}. You cannot sign in or bid. Lots that you have won are still to be paid.`,
      ...because,
    ],
    reason: "Answer this mail if you think that this is a mistake.",
  };
}

function asText(letter: Letter, footer: string): string {
  return [
    letter.greeting,
    ...letter.paragraphs,
    ...(letter.code === undefined ? [] : [letter.code]),
    ...(letter.action === undefined ? [] : [`${letter.action.label}: ${letter.action.url}`]),
    letter.reason,
    `--\n${footer}`,
  ].join("\n\n");
}

// Colours of the look, written so that no digits beside the code's could be taken for it.
const ink = "#1c2430";
const muted = "#5a6472";
const amber = "#f5a623";
const font = "font-family:Overpass,Arial,sans-serif";

function asHtml(letter: Letter, footer: string): string {
  const paragraph = (text: string, colour = ink, size = 16) =>
    `<p style="margin:0 0 16px;${font};font-size:${size}px;line-height:1.5;color:${colour}">${escapeHtml(text)}</p>`;
  const code =
    letter.code === undefined
      ? ""
      : `<p style="margin:0 0 16px;font-family:monospace;font-size:32px;letter-spacing:6px;color:${ink}"><strong>${letter.code}</strong></p>`;
  const action =
    letter.action === undefined
      ? ""
      : `<p style="margin:0 0 24px"><a href="${escapeHtml(letter.action.url)}" style="display:inline-block;padding:12px 20px;background:${amber};color:${ink};${font};font-size:16px;font-weight:bold;text-decoration:none;border-radius:4px">${escapeHtml(letter.action.label)}</a></p>`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(letter.subject)}</title></head>
<body style="margin:0;padding:24px;background:#f4f2ee">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border:1px solid #dcd8d0;border-radius:4px"><tr><td style="padding:32px">
<p style="margin:0 0 24px;${font};font-size:20px;font-weight:bold;color:${ink}">Gavelyard</p>
${paragraph(letter.greeting)}
${letter.paragraphs.map((text) => paragraph(text)).join("\n")}
${code}${action}
${paragraph(letter.reason, muted, 14)}
${paragraph(footer, muted, 14)}
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}
