import { z } from "zod";
import { role } from "./auth.ts";
import { dollars, id, idParam, instant } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { inventoryCard } from "./inventory.ts";
import { routes } from "./routes.ts";

export const userStatus = z.enum([
  "PENDING_VERIFICATION",
  "ACTIVE",
  "SUSPENDED",
  "BANNED",
  "CLOSED",
]);

export const userProfileSchema = z
  .object({
    id,
    userId: id,
    name: z.string(),
    email: z.string(),
    phoneNumber: z.string().nullable(),
    userRole: role,
    status: userStatus,
    bidLimit: dollars,
    bidUsed: dollars,
    bidAvailable: dollars,
    createdAt: instant,
  })
  .meta({ id: "UserProfile" });
export type UserProfile = z.infer<typeof userProfileSchema>;

export const awardStatus = z.enum(["PENDING", "DECLARED", "PAID", "DEFAULTED", "VOID"]);

/** A lot that the user has won (D27, D29). */
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
  tag: "Users",
  summary: "The signed-in user's own profile",
  access: "user",
  response: userProfileSchema,
});

export const userProfile = endpoint(routes.userProfile, {
  tag: "Users",
  summary: "A user's profile",
  access: "self",
  subject: "userId",
  params: z.object({ userId: idParam }),
  response: userProfileSchema,
  errors: [404],
});

export const userWinnings = endpoint(routes.userWinnings, {
  tag: "Users",
  summary: "The lots that a user has won, newest first",
  access: "self",
  subject: "userId",
  params: z.object({ userId: idParam }),
  response: z.array(winning),
});
