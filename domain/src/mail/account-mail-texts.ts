import { mark } from "@gavelyard/messages/text";
import type { MailDefinition } from "./mail-placeholders.ts";

const account = "Account";

/** Default texts of emails about accounts, bid limits, requests and visitors' messages. */
export const accountMailTexts = {
  CODE: {
    group: account,
    title: mark("Code for a new account"),
    subject: mark("Your Gavelyard code"),
    body: mark(
      "Hello,\n\nEnter this code to verify your email address. It works once, within 10 minutes.",
    ),
    placeholders: [],
    reason: mark(
      "Someone used this address to create a Gavelyard account. If it wasn't you, ignore this email.",
    ),
  },
  ALREADY_REGISTERED: {
    group: account,
    title: mark("Code requested for an existing account"),
    subject: mark("You already have a Gavelyard account"),
    body: mark(
      "Hello,\n\nSomeone tried to create an account with this email address, which already has one. Sign in with your password, or reset it if you've forgotten it.",
    ),
    placeholders: [],
    action: mark("Sign in"),
    reason: mark("If it wasn't you, you don't need to do anything. Nothing was changed."),
  },
  WELCOME: {
    group: account,
    title: mark("Account created"),
    subject: mark("Welcome to Gavelyard"),
    body: mark(
      "Hello {name},\n\nYour account is ready. Your bid limit is {limit}. It covers your high bids and unpaid lots together. You can request a higher limit on your dashboard.",
    ),
    placeholders: ["name", "limit"],
    action: mark("View vehicles"),
    reason: mark("You're receiving this email because you created an account."),
  },
  RESET: {
    group: account,
    title: mark("Password reset"),
    subject: mark("Reset your Gavelyard password"),
    body: mark(
      "Hello,\n\nUse this link to choose a new password. It works once, within 30 minutes.",
    ),
    placeholders: [],
    action: mark("Reset password"),
    reason: mark(
      "Someone requested a password reset for this address. If it wasn't you, ignore this email. Nothing was changed.",
    ),
  },
  INVITED: {
    group: account,
    title: mark("Staff account created"),
    subject: mark("Your Gavelyard staff account"),
    body: mark(
      "Hello {name},\n\nAn administrator created a staff account for you. Use this link to choose your password. It works once, within 24 hours. After that, request a new one on the sign-in page.",
    ),
    placeholders: ["name"],
    action: mark("Choose password"),
    reason: mark("You're receiving this email because an administrator entered this address."),
  },
  PASSWORD_CHANGED: {
    group: account,
    title: mark("Password changed"),
    subject: mark("Your Gavelyard password was changed"),
    body: mark(
      "Hello {name},\n\nYour password was just changed, and your other devices were signed out.\n\nIf it wasn't you, reset your password right away.",
    ),
    placeholders: ["name"],
    action: mark("Reset password"),
    reason: mark("We send this email to keep your account safe."),
  },
  FACTORS_CHANGED: {
    group: account,
    title: mark("Sign-in security changed"),
    subject: mark("Your Gavelyard sign-in security changed"),
    body: mark(
      "Hello {name},\n\n{change}\n\nIf it wasn't you, reset your password right away and reply to this email.",
    ),
    placeholders: ["name", "change"],
    action: mark("Reset password"),
    reason: mark("We send this email to keep your account safe."),
  },
  NEW_DEVICE: {
    group: account,
    title: mark("Sign-in on a new device"),
    subject: mark("New sign-in to your Gavelyard account"),
    body: mark(
      "Hello {name},\n\nSomeone signed in to your account on a new device.\n\n{device}\n{time}\n\nIf it was you, you don't need to do anything.",
    ),
    placeholders: ["name", "device", "time"],
    action: mark("This wasn't me"),
    reason: mark("We send this email to keep your account safe. The link works once, for a week."),
  },
  PROFILE_CHANGED: {
    group: account,
    title: mark("Profile changed by staff"),
    subject: mark("Your Gavelyard profile was changed"),
    body: mark(
      "Hello {name},\n\nOur staff changed your profile: {fields}.\n\nIf you didn't ask for this, reply to this email.",
    ),
    placeholders: ["name", "fields"],
    action: mark("View your profile"),
    reason: mark("We send this email to keep your account safe."),
  },
  PERMISSIONS_CHANGED: {
    group: account,
    title: mark("Staff permissions changed"),
    subject: mark("Your Gavelyard permissions were changed"),
    body: mark(
      "Hello {name},\n\nAn administrator changed your permissions. You now have: {permissions}.\n\nIf you need more, ask an administrator.",
    ),
    placeholders: ["name", "permissions"],
    action: mark("Open the dashboard"),
    reason: mark("You're receiving this email because you're on the staff of this marketplace."),
  },
  HOUSE_CHANGED: {
    group: "Staff",
    title: mark("Change that concerns all administrators (sent to them)"),
    subject: mark("Check this change: {change}"),
    body: mark(
      "Hello {name},\n\n{change}\n\nIt was done by {by}. If you didn't expect it, call another administrator now.",
    ),
    placeholders: ["name", "change", "by"],
    action: mark("Open the audit log"),
    reason: mark(
      "You're receiving this email because you're an administrator of this marketplace.",
    ),
  },
  ACCOUNT_SUSPENDED: {
    group: account,
    title: mark("Account suspended"),
    subject: mark("Your Gavelyard account has been suspended"),
    body: mark(
      "Hello {name},\n\nYour account has been suspended. You can't sign in or bid. Payment is still due for lots you've won.\n\nReason: {reason}",
    ),
    placeholders: ["name", "reason"],
    reason: mark("Reply to this email if you think this is a mistake."),
  },
  ACCOUNT_BANNED: {
    group: account,
    title: mark("Account banned"),
    subject: mark("Your Gavelyard account has been banned"),
    body: mark(
      "Hello {name},\n\nYour account has been banned. You can't sign in or bid. Payment is still due for lots you've won.\n\nReason: {reason}",
    ),
    placeholders: ["name", "reason"],
    reason: mark("Reply to this email if you think this is a mistake."),
  },
  ACCOUNT_RESTORED: {
    group: account,
    title: mark("Account restored"),
    subject: mark("Your Gavelyard account has been restored"),
    body: mark("Hello {name},\n\nYou can sign in and bid again.\n\nReason: {reason}"),
    placeholders: ["name", "reason"],
    action: mark("Sign in"),
    reason: mark("You're receiving this email because our staff restored your account."),
  },
  LIMIT_CHANGED: {
    group: account,
    title: mark("Bid limit set by staff"),
    subject: mark("Your bid limit is now {limit}"),
    body: mark(
      "Hello {name},\n\nYour bid limit is now {limit}. It covers your high bids and unpaid lots together.",
    ),
    placeholders: ["name", "limit"],
    action: mark("View your bid limit"),
    reason: mark("You're receiving this email because our staff changed your bid limit."),
  },
  LIMIT_APPROVED: {
    group: account,
    title: mark("Bid limit request approved"),
    subject: mark("Your bid limit is now {limit}"),
    body: mark(
      "Hello {name},\n\nWe approved your request. Your bid limit is now {limit}.\n\n{note}",
    ),
    placeholders: ["name", "limit", "note"],
    action: mark("View your bid limit"),
    reason: mark("You're receiving this email because you requested a higher bid limit."),
  },
  LIMIT_REJECTED: {
    group: account,
    title: mark("Bid limit request rejected"),
    subject: mark("Your request for a higher bid limit was not approved"),
    body: mark(
      "Hello {name},\n\nWe didn't approve your request for a higher bid limit. Your limit stays the same.\n\n{note}",
    ),
    placeholders: ["name", "note"],
    action: mark("View your bid limit"),
    reason: mark("You're receiving this email because you requested a higher bid limit."),
  },
  FINANCE_MOVED: {
    group: account,
    title: mark("Finance application updated"),
    subject: mark("Your finance application: {status}"),
    body: mark("Hello {name},\n\nYour finance application is now: {status}.\n\n{reason}"),
    placeholders: ["name", "status", "reason"],
    action: mark("View your application"),
    reason: mark("You're receiving this email because you applied for financing."),
  },
  CERTIFICATE_DECIDED: {
    group: account,
    title: mark("Tax certificate reviewed"),
    subject: mark("Your tax exemption certificate: {status}"),
    body: mark(
      "Hello {name},\n\nYour tax exemption certificate {certificate} is now: {status}.\n\n{reason}",
    ),
    placeholders: ["name", "certificate", "status", "reason"],
    action: mark("View your certificates"),
    reason: mark("You're receiving this email because you sent us a tax exemption certificate."),
  },
  CERTIFICATE_ENDS: {
    group: account,
    title: mark("Tax certificate ends soon"),
    subject: mark("Your tax exemption certificate ends on {day}"),
    body: mark(
      "Hello {name},\n\nYour tax exemption certificate {certificate} is valid through {day}. Send us a new one to stay exempt from sales tax.",
    ),
    placeholders: ["name", "certificate", "day"],
    action: mark("Send certificate"),
    reason: mark("You're receiving this email because you sent us a tax exemption certificate."),
  },
  ENQUIRY: {
    group: "Staff",
    title: mark("Visitor's message (sent to us)"),
    subject: mark("{subject}"),
    body: mark("From {name} <{from}>:\n\n{message}"),
    placeholders: ["name", "from", "subject", "message"],
    reason: mark("Sent from a form on the site. Reply to this email to write back."),
  },
} as const satisfies Readonly<Record<string, MailDefinition>>;
