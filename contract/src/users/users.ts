import { languages } from "@gavelyard/messages/languages";
import { t } from "@gavelyard/messages/text";
import { z } from "zod";
import { channels, isOptional, notificationKindNames } from "@gavelyard/domain/users/notifications";
import { permissions } from "@gavelyard/domain/users/permissions";
import { acceptedTerms, personName, phoneNumber, role } from "../sign-in/sign-in.ts";
import { dollars, done, id, idParam, instant, page, pageQuery, text, timeZone } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { inventoryCard } from "../inventory/inventory.ts";
import { routes } from "../routes.ts";
import { laterRoutes } from "../later-routes.ts";

export const userStatus = z.enum([
  "PENDING_VERIFICATION",
  "ACTIVE",
  "SUSPENDED",
  "BANNED",
  "CLOSED",
]);

export const permission = z.enum(permissions);

/** In the United States. */
export const address = z.object({
  street: text(1, 120),
  city: text(1, 60),
  state: z.string().regex(/^[A-Z]{2}$/, t("Use the two-letter state code")),
  zip: z.string().regex(/^\d{5}(-\d{4})?$/, t("Enter a ZIP code")),
});

export const dealerLicense = z.object({
  number: text(1, 40),
  state: z.string().regex(/^[A-Z]{2}$/, t("Use the two-letter state code")),
  expires: z.iso.date(),
});

const kind = z.enum(notificationKindNames);
const channelSwitches = z.partialRecord(z.enum(channels), z.boolean());

/** By kind and channel; only what can be turned off (D49). */
export const notificationPrefs = z.record(kind, channelSwitches).meta({ id: "NotificationPrefs" });

const hour = z.int().min(0).max(23);

/** In the user's time zone; they may span midnight (D49). */
export const quietHours = z
  .object({ fromHour: hour, untilHour: hour })
  .refine(({ fromHour, untilHour }) => fromHour !== untilHour, {
    message: t("Choose an end that differs from the start"),
    path: ["untilHour"],
  })
  .meta({ id: "QuietHours" });

export const userProfileSchema = z
  .object({
    id,
    userId: id,
    name: z.string(),
    email: z.string(),
    emailVerifiedAt: instant.nullable(),
    phoneNumber: z.string().nullable(),
    userRole: role,
    status: userStatus,
    /** Empty for customers (D57). */
    permissions: z.array(permission),
    accountType: z.enum(["INDIVIDUAL", "BUSINESS"]),
    companyName: z.string().nullable(),
    dotNumber: z.string().nullable(),
    mcNumber: z.string().nullable(),
    dealerLicense: dealerLicense.nullable(),
    address: address.nullable(),
    timeZone: z.string().nullable(),
    /** For emails and push notifications (D65). */
    language: z.enum(languages),
    notificationPrefs,
    quietHours: quietHours.nullable(),
    dailyAlertHour: hour,
    bidLimit: dollars,
    bidUsed: dollars,
    bidAvailable: dollars,
    /** The newest version of the terms that the user accepted (D78). */
    acceptedTerms: z.iso.date().nullable(),
    createdAt: instant,
    lastLoginAt: instant.nullable(),
  })
  .meta({ id: "UserProfile" });
export type UserProfile = z.infer<typeof userProfileSchema>;

export const userForStaffSchema = userProfileSchema
  .extend({
    statusReason: z.string().nullable(),
    bidCount: z.int(),
    lotsLed: z.int(),
    awards: z.int(),
    unpaidAwards: z.int(),
    sessions: z.int(),
    /** Whether signing in requires a passkey or an authenticator app (D45). */
    secondFactor: z.boolean(),
    /**
     * The administrator who opened this account on staff and so counts as the same person, until
     * another administrator vouches for it (D38). Null for any other account.
     */
    openedBy: z.object({ id, name: z.string() }).nullable(),
  })
  .meta({ id: "UserForStaff" });
export type UserForStaff = z.infer<typeof userForStaffSchema>;

/** Changes by the owner, or by staff for them. Missing fields stay as they are. */
export const profileChanges = z
  .object({
    name: personName,
    phoneNumber: phoneNumber.nullable(),
    accountType: z.enum(["INDIVIDUAL", "BUSINESS"]),
    companyName: text(1, 120).nullable(),
    dotNumber: z
      .string()
      .regex(/^\d{1,8}$/, t("A DOT number has up to 8 digits"))
      .nullable(),
    mcNumber: z
      .string()
      .regex(/^\d{1,8}$/, t("An MC number has up to 8 digits"))
      .nullable(),
    dealerLicense: dealerLicense.nullable(),
    address: address.nullable(),
    timeZone: timeZone.nullable(),
    notificationPrefs: z.partialRecord(kind, channelSwitches).superRefine((prefs, { addIssue }) => {
      for (const [name, switches] of Object.entries(prefs)) {
        for (const channel of channels) {
          if (switches[channel] === undefined || isOptional(name, channel)) continue;
          const message = t("This notification can't be turned on or off");
          addIssue({ code: "custom", path: [name, channel], message });
        }
      }
    }),
    quietHours: quietHours.nullable(),
    /** In the user's time zone. */
    dailyAlertHour: hour,
    language: z.enum(languages),
  })
  .partial()
  .meta({ id: "ProfileChanges" });
export type ProfileChanges = z.infer<typeof profileChanges>;

export const awardStatus = z.enum(["PENDING", "DECLARED", "PAID", "DEFAULTED", "VOID"]);

export const winning = z
  .object({
    awardId: id,
    auctionId: id,
    auctionName: z.string(),
    inventoryId: id,
    bidId: id,
    hammerPrice: dollars,
    status: awardStatus,
    wonAt: instant,
    paymentDueAt: instant.nullable(),
    inventory: inventoryCard,
  })
  .meta({ id: "Winning" });
export type Winning = z.infer<typeof winning>;

export const currentUser = endpoint(routes.currentUser, {
  scope: "account:read",
  tag: "Users",
  summary: "The signed-in user's own profile",
  access: "user",
  permission: null,
  response: userProfileSchema,
});

export const acceptTerms = endpoint(routes.acceptTerms, {
  tag: "Users",
  summary: "Accept the terms; accepting them again changes nothing (D78)",
  access: "customer",
  body: z.object({ version: acceptedTerms }),
  response: done,
});

export const exportOwnData = endpoint(laterRoutes.exportOwnData, {
  confirmAgain: true,
  tag: "Users",
  summary: "Everything we store about you, as a JSON file, except staff notes",
  access: "user",
  permission: null,
  response: z.unknown(),
  download: "application/json",
});

export const closeOwnAccount = endpoint(laterRoutes.closeOwnAccount, {
  confirmAgain: true,
  tag: "Users",
  summary: "Close your own account for good, once you have no high bids or unpaid lots (D12)",
  access: "customer",
  response: done,
  errors: [409],
});

export const userProfile = endpoint(routes.userProfile, {
  tag: "Users",
  summary: "A user's profile",
  access: "self",
  permission: "users",
  subject: "userId",
  params: z.object({ userId: idParam }),
  response: userProfileSchema,
  errors: [404],
});

export const userWinnings = endpoint(routes.userWinnings, {
  scope: "account:read",
  tag: "Users",
  summary: "Lots a user has won, newest first",
  access: "self",
  permission: "users",
  subject: "userId",
  params: z.object({ userId: idParam }),
  response: z.array(winning),
});

export const updateUser = endpoint(routes.updateUser, {
  tag: "Users",
  summary: "Change a profile: its owner, or staff for a customer",
  access: "self",
  permission: "users",
  subject: "id",
  input: "anywhere",
  params: z.object({ id: idParam }),
  body: profileChanges,
  response: userProfileSchema,
  errors: [404, 409],
});

export const purchasedInventories = endpoint(routes.purchasedInventories, {
  scope: "account:read",
  tag: "Users",
  summary: "Lots a user has won and paid, newest first",
  access: "self",
  permission: "users",
  subject: "id",
  params: z.object({ id: idParam }),
  response: z.array(winning),
});

export const allUsers = endpoint(laterRoutes.allUsers, {
  tag: "Users",
  summary: "All users, newest first",
  access: "admin",
  permission: "users",
  people: "list",
  query: pageQuery,
  response: page(userProfileSchema),
});

export const allSupportUsers = endpoint(laterRoutes.allSupportUsers, {
  tag: "Users",
  summary: "All support users",
  access: "admin",
  permission: "users",
  people: "list",
  response: z.array(userProfileSchema),
});

export const searchUsers = endpoint(laterRoutes.searchUsers, {
  tag: "Users",
  summary: "Users by number, or by part of a name, email address or phone number",
  access: "staff",
  permission: "users",
  people: "list",
  query: pageQuery.extend({
    userId: idParam.optional(),
    email: z.string().trim().max(254).optional(),
    phoneNumber: z.string().trim().max(20).optional(),
    q: z.string().trim().max(254).optional(),
  }),
  response: page(userProfileSchema),
});

export const userForStaff = endpoint(laterRoutes.userForStaff, {
  tag: "Users",
  summary: "A user as staff see them (D8)",
  access: "staff",
  permission: "users",
  people: "account",
  params: z.object({ id: idParam }),
  response: userForStaffSchema,
  errors: [404],
});

export const deleteUser = endpoint(laterRoutes.deleteUser, {
  secondPerson: ["ADMINISTRATOR_ACCESS", "BIDDER_SUSPENSION"],
  confirmAgain: true,
  tag: "Users",
  summary: "Close an account and delete its personal data; bids and awards keep its number (D12)",
  access: "admin",
  permission: "users",
  params: z.object({ id: idParam }),
  response: done,
  errors: [404, 409],
});

export const updateUserStatus = endpoint(laterRoutes.updateUserStatus, {
  secondPerson: ["ADMINISTRATOR_ACCESS", "BIDDER_SUSPENSION"],
  confirmAgain: true,
  tag: "Users",
  summary: "Suspend, ban or restore a user; ends their sessions immediately",
  access: "admin",
  permission: "users",
  input: "anywhere",
  params: z.object({ id: idParam }),
  body: z.object({
    status: z.enum(["ACTIVE", "SUSPENDED", "BANNED"]),
    reason: text(0, 500).optional(),
  }),
  response: userForStaffSchema,
  errors: [404, 409],
});

export const updateBidLimit = endpoint(laterRoutes.updateBidLimit, {
  secondPerson: ["BID_LIMIT"],
  confirmAgain: true,
  tag: "Users",
  summary:
    "Set a customer's bid limit in whole dollars; above a threshold, a second administrator has to confirm it (D38)",
  access: "admin",
  permission: "users",
  params: z.object({
    id: idParam,
    limit: z
      .string()
      .regex(/^\d{1,9}$/, t("Must be a whole number of dollars"))
      .transform(Number)
      .refine((limit) => limit <= 100_000_000, t("Must be 100,000,000 or less")),
  }),
  response: userForStaffSchema,
  errors: [404, 409],
});

export const resetBidUsage = endpoint(laterRoutes.resetBidUsage, {
  secondPerson: ["USAGE_FORGIVEN"],
  confirmAgain: true,
  tag: "Users",
  summary: "Release a user's holds for unpaid awards; high bids keep theirs (D25)",
  access: "admin",
  permission: "users",
  params: z.object({ id: idParam }),
  response: userForStaffSchema,
  errors: [404],
});
