import { t } from "@gavelyard/messages/text";
import { memberRoles, sellerKinds } from "@gavelyard/domain/sellers/seller";
import { z } from "zod";
import { dollars, email, id, idParam, instant, line, page, pageQuery, text } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { inventoryStatuses } from "./inventory/inventory-fields.ts";
import { inventoryCard } from "./inventory/inventory.ts";
import { routes } from "./routes.ts";
import { laterRoutes } from "./later-routes.ts";

const tag = "Sellers";
const params = z.object({ id: idParam });
const memberParams = params.extend({ userId: idParam });

const blank = z.literal("");
const sellerFields = {
  kind: z.enum(sellerKinds),
  name: line(1, 120),
  email: z.union([blank, email], t("Enter a valid email address")).default(""),
  phone: line(0, 30).default(""),
  street: line(0, 120).default(""),
  city: line(0, 60).default(""),
  state: z
    .string()
    .regex(/^[A-Z]{2}$/, t("Use the two-letter state code"))
    .nullable()
    .default(null),
  zip: z.union([blank, z.string().regex(/^\d{5}(-\d{4})?$/)], t("Enter a ZIP code")).default(""),
  /** Nine digits; null removes it, and without the field it stays. Answers have its last four. */
  taxId: z
    .string()
    .transform((value) => value.replaceAll(/[\s-]/g, ""))
    .pipe(z.string().regex(/^\d{9}$/, t("Enter the nine digits of the tax ID")))
    .nullable()
    .optional(),
};

const sellerLine = z
  .object({
    id,
    kind: z.enum(sellerKinds),
    name: z.string(),
    city: z.string(),
    state: z.string().nullable(),
    members: z.int(),
    /** Units that the house has. */
    units: z.int(),
    unitsInAuction: z.int(),
    unitsSold: z.int(),
  })
  .meta({ id: "SellerLine" });
export type SellerLine = z.infer<typeof sellerLine>;

export const sellers = endpoint(laterRoutes.sellers, {
  tag,
  summary: "Sellers by name; `q` finds by name, email, phone, or a unit's stock number (D93)",
  access: "staff",
  permission: "sellers",
  people: "list",
  query: pageQuery.extend({ q: line(0, 80).default("") }),
  response: page(sellerLine),
});

const sellerMember = z.object({
  userId: id,
  name: z.string(),
  email: z.string(),
  status: z.string(),
  role: z.enum(memberRoles),
  joinedAt: instant,
});
export type SellerMember = z.infer<typeof sellerMember>;

const sellerUnit = z.object({
  inventoryId: id,
  name: z.string(),
  stockNumber: z.string(),
  status: z.enum(inventoryStatuses),
});

const seller = sellerLine
  .extend({
    email: z.string(),
    phone: z.string(),
    street: z.string(),
    zip: z.string(),
    taxIdLast4: z.string().nullable(),
    createdAt: instant,
    updatedAt: instant,
    people: z.array(sellerMember),
    /** The newest 20. */
    newestUnits: z.array(sellerUnit),
    /** What staff changed, newest first, up to 100. */
    history: z.array(
      z.object({
        id,
        at: instant,
        action: z.string(),
        by: z.string(),
        reason: z.string().nullable(),
        before: z.unknown(),
        after: z.unknown(),
      }),
    ),
  })
  .meta({ id: "Seller" });
export type Seller = z.infer<typeof seller>;

export const sellerById = endpoint(laterRoutes.sellerById, {
  tag,
  summary: "A seller with its members, units and history (D93)",
  access: "staff",
  permission: "sellers",
  people: "account",
  params,
  response: seller,
  errors: [404],
});

export const createSeller = endpoint(laterRoutes.createSeller, {
  tag,
  summary: "Add a seller (D93)",
  access: "staff",
  permission: "sellers",
  body: z.object(sellerFields),
  response: seller,
  errors: [409],
});
export type SellerInput = z.output<typeof createSeller.body>;

export const changeSeller = endpoint(laterRoutes.changeSeller, {
  tag,
  summary: "Change a seller (D93). `updatedAt` detects that somebody else saved first.",
  access: "staff",
  permission: "sellers",
  params,
  body: z.object({ ...sellerFields, updatedAt: instant }),
  response: seller,
  errors: [404, 409],
});

export const setSellerMember = endpoint(laterRoutes.setSellerMember, {
  tag,
  summary: "Add a customer's account to a seller, or change its role (D93)",
  access: "staff",
  permission: "sellers",
  params,
  body: z.object({ email, role: z.enum(memberRoles) }),
  response: seller,
  errors: [404, 409, 422],
});

export const removeSellerMember = endpoint(laterRoutes.removeSellerMember, {
  tag,
  summary: "Remove an account from a seller; it still can't bid on lots that have opened (D93)",
  access: "staff",
  permission: "sellers",
  params: memberParams,
  body: z.object({ reason: text(3, 500) }),
  response: seller,
  errors: [404],
});

const sellingUnit = z
  .object({
    sellerId: id,
    unit: inventoryCard,
    reservePrice: dollars.nullable(),
    /** Of its page, since it was entered. */
    views: z.int(),
    /** How many people have it on their watchlist. */
    watchers: z.int(),
    /** Of the sale, once the winner is declared. */
    hammerPrice: dollars.nullable(),
    isPaid: z.boolean(),
  })
  .meta({ id: "SellingUnit" });
export type SellingUnit = z.infer<typeof sellingUnit>;

export const selling = endpoint(routes.selling, {
  tag,
  summary: "The sellers that you act for, and their newest 500 units with bids and results (D93)",
  access: "customer",
  response: z.object({
    sellers: z.array(z.object({ id, name: z.string(), role: z.enum(memberRoles) })),
    units: z.array(sellingUnit),
  }),
});
