import { expect, test } from "vitest";
import { z } from "zod";
import { allEndpoints } from "./all.ts";
import type { Endpoint } from "./endpoint.ts";
import type { RouteName } from "./all-routes.ts";

interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly allOf?: readonly Shape[];
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Shape>>;
}

/** Returns the names of a schema's own fields; for a list or page, the field names of its items. */
function namesOf(schema: z.ZodType | undefined, io: "input" | "output"): ReadonlySet<string> {
  if (schema === undefined) return new Set();
  const whole = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Shape;
  const names = (shape: Shape): string[] => {
    const named = whole.$defs?.[shape.$ref?.replace("#/$defs/", "") ?? ""];
    if (named !== undefined) return names(named);
    const { properties = {}, anyOf = [], oneOf = [], allOf = [] } = shape;
    return [
      ...Object.keys(properties),
      ...[...anyOf, ...oneOf, ...allOf].flatMap(names),
      ...(shape.items === undefined ? [] : names(shape.items)),
      ...(properties["content"] === undefined ? [] : names(properties["content"])),
    ];
  };
  return new Set(names(whole));
}

const session = ["jwt", "userId", "userRole", "name", "email", "message"];
const auction = ["id", "auctionName", "name", "status", "auctionStatus", "startTime", "endTime"];
const lead = [
  "fullName",
  "email",
  "phoneNumber",
  "budgetLowerLimit",
  "budgetUpperLimit",
  "message",
];
const limitRequest = ["userId", "documentId", "bidLimitAmount"];
const bid = ["inventoryId", "amount"];
const wishlistItem = `id name price year mileage location image images status dateAdded manufacturer
  model inventoryType engineType description featured`.split(/\s+/);

/** Response fields named in sections 3 and 7 of the specification. */
const answered: Partial<Record<RouteName, readonly string[]>> = {
  login: session,
  signup: session,
  sendOtp: ["message"],
  refreshToken: ["jwt"],
  listAuctions: auction,
  auctionById: auction,
  expiredAuctions: auction,
  auctionsByStatus: auction,
  searchAuctions: auction,
  unsettledAuctions: auction,
  wishlist: wishlistItem,
  listLeads: lead,
  listMessages: lead,
  requestBidLimit: limitRequest,
  limitRequestStatus: limitRequest,
  limitRequestsForReview: limitRequest,
  reviewedLimitRequests: limitRequest,
  bidsOfInventory: bid,
  bidsOfUser: bid,
  highestBid: bid,
  bidById: bid,
  winningBids: ["inventoryId", "userId", "amount"],
  unpaidInventories: ["userId", "inventoryId"],
};

/** Request fields named there, in the path, query, body or form. */
const taken: Partial<Record<RouteName, readonly string[]>> = {
  sendOtp: ["email"],
  verifyOtp: ["email", "otp"],
  forgotPassword: ["email"],
  resetPassword: ["token", "newPassword"],
  refreshToken: ["token"],
  changePassword: ["userId", "currentPassword", "newPassword"],
  addImages: ["id", "imageUrllist"],
  deleteImages: ["id", "imageUrllist"],
  searchUsers: ["page", "size", "userId", "email", "phoneNumber"],
  updateUserStatus: ["id", "status"],
  placeBid: ["inventoryId", "userId", "amount"],
  raiseBid: ["id", "newAmount"],
  retractBid: ["id", "userId"],
  requestBidLimit: ["userId", "document"],
  approveLimitRequest: ["id", "amount"],
  deleteAuctionImage: ["imageUrl"],
  bulkDeleteAuctions: ["auctionIds"],
  changeAuctionStatus: ["id", "status"],
  markAsPaid: ["userId", "inventoryId", "invoice"],
  submitLead: lead,
};

const rows = (table: Partial<Record<RouteName, readonly string[]>>) =>
  Object.entries(table) as [RouteName, readonly string[]][];

test.each(rows(answered))("%s returns the specification's fields", (name, fields) => {
  const { response }: Endpoint = allEndpoints[name];
  expect(fields.filter((field) => !namesOf(response, "output").has(field))).toEqual([]);
});

test.each(rows(taken))("%s accepts the specification's fields", (name, fields) => {
  const { params, query, body, files = {} }: Endpoint = allEndpoints[name];
  const known = [params, query, body].flatMap((part) => [...namesOf(part, "input")]);
  known.push(...Object.keys(files));
  expect(fields.filter((field) => !known.includes(field))).toEqual([]);
});
