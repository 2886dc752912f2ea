import { t } from "@gavelyard/messages/text";
import {
  faultsByHand,
  titleEventKinds,
  titleFaults,
  titleKinds,
  titleStates,
} from "@gavelyard/domain/titles/title";
import { z } from "zod";
import { day, id, idParam, instant, line, text } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { odometerUnits, titleBrands } from "./inventory/inventory-fields.ts";
import { laterRoutes } from "./later-routes.ts";

const tag = "Titles";
const params = z.object({ id: idParam });

/** The sale whose buyer waits for the title; paid, with cleared money (D76). */
const titleSale = z.object({
  awardId: id,
  invoiceNumber: z.string(),
  buyerName: z.string(),
  paidAt: instant,
  promisedBy: day,
  dayThirty: day,
});

const titleLine = z
  .object({
    inventoryId: id,
    name: z.string(),
    stockNumber: z.string(),
    vin: z.string().nullable(),
    yard: z.string(),
    /** Null for a unit whose title nobody has recorded. */
    state: z.enum(titleStates).nullable(),
    /** Open faults, those that the comparison with the listing finds first. */
    faults: z.array(z.enum(titleFaults)),
    expectedOn: day.nullable(),
    sale: titleSale.nullable(),
    /** Whether something has to happen today: the title is promised or expected by now. */
    isDue: z.boolean(),
  })
  .meta({ id: "TitleLine" });
export type TitleLine = z.infer<typeof titleLine>;

export const titleParts = ["DUE", "EXPECTED", "CHECK", "READY", "AWAY"] as const;
export type TitlePart = (typeof titleParts)[number];

export const titleDesk = endpoint(laterRoutes.titleDesk, {
  tag,
  summary:
    "Titles that aren't with their buyers yet, the most urgent first, up to 200; with `q`, units of any state (D82)",
  access: "staff",
  permission: "titles",
  people: "list",
  query: z.object({ part: z.enum(titleParts).default("DUE"), q: line(0, 80).default("") }),
  response: z.object({
    counts: z.record(z.enum(titleParts), z.int()),
    units: z.array(titleLine),
  }),
});

const printed = z.object({
  kind: z.enum(titleKinds),
  state: z
    .string()
    .regex(/^[A-Z]{2}$/, t("Enter two letters, like TX"))
    .nullable()
    .default(null),
  number: line(0, 40).default(""),
  ownerName: line(0, 120).default(""),
  vin: line(1, 25).nullable().default(null),
  brand: z.enum(titleBrands).nullable().default(null),
  odometer: z.int().min(0).max(9_999_999).nullable().default(null),
  /** Where it is kept: "Safe 2, folder 14". */
  place: line(0, 60).default(""),
});

const titleEvent = z.object({
  kind: z.enum(titleEventKinds),
  fault: z.enum(faultsByHand).nullable(),
  expectedOn: day.nullable(),
  carrier: z.string(),
  tracking: z.string(),
  recipient: z.string(),
  note: z.string(),
  by: z.string(),
  at: instant,
});

const note = text(0, 500).default("");
/** What a clerk records beside the arrival of a paper. */
export const titleEventInput = z.discriminatedUnion("kind", [
  z.object({ kind: z.enum(["EXPECTED", "DUPLICATE_ORDERED"]), expectedOn: day, note }),
  z.object({ kind: z.enum(["FAULT", "FIXED"]), fault: z.enum(faultsByHand), note }),
  z.object({ kind: z.enum(["LIEN_RELEASED", "READY", "DELIVERED", "RETURNED"]), note }),
  z.object({
    kind: z.literal("SENT"),
    carrier: line(2, 60),
    tracking: line(0, 60).default(""),
    note,
  }),
  z.object({ kind: z.literal("HANDED_OVER"), recipient: line(2, 120), note }),
]);
export type TitleEventInput = z.output<typeof titleEventInput>;
const inputKinds = [
  "EXPECTED",
  "DUPLICATE_ORDERED",
  "FAULT",
  "FIXED",
  "LIEN_RELEASED",
  "READY",
  "DELIVERED",
  "RETURNED",
  "SENT",
  "HANDED_OVER",
] as const satisfies readonly TitleEventInput["kind"][];

const unitTitle = titleLine
  .extend({
    listing: z.object({
      titleBrand: z.enum(titleBrands),
      odometer: z.int().nullable(),
      odometerUnit: z.enum(odometerUnits),
    }),
    /** The newest paper; null before one is recorded. */
    paper: printed.nullable(),
    /** Whether the paper can be recorded or corrected now. */
    takesPaper: z.boolean(),
    /** Faults that people found and nobody has fixed. */
    openFaults: z.array(z.enum(faultsByHand)),
    /** What can happen now. */
    possible: z.array(z.enum(inputKinds)),
    /** The newest first. */
    events: z.array(titleEvent),
  })
  .meta({ id: "UnitTitle" });
export type UnitTitle = z.infer<typeof unitTitle>;

export const odometerRegister = endpoint(laterRoutes.odometerRegister, {
  confirmAgain: true,
  tag,
  summary:
    "Units sold between two days as CSV, with owner, buyer, VIN and odometer; days are in each auction's time zone (D82)",
  access: "staff",
  permission: "titles",
  people: null,
  query: z.object({ from: day, to: day }).refine(({ from, to }) => from <= to, {
    path: ["to"],
    error: t("Must not be before the first day"),
  }),
  response: z.unknown(),
  download: "text/csv",
});

export const titleOfUnit = endpoint(laterRoutes.titleOfUnit, {
  tag,
  summary: "A unit's title: what it says, its faults and its history (D82)",
  access: "staff",
  permission: "titles",
  people: "account",
  params,
  response: unitTitle,
  errors: [404],
});

export const recordTitle = endpoint(laterRoutes.recordTitle, {
  tag,
  summary: "Record the paper that arrived, or correct what is recorded of it (D82)",
  access: "staff",
  permission: "titles",
  params,
  body: printed,
  response: unitTitle,
  errors: [404, 409, 422],
});
export type Paper = z.output<typeof recordTitle.body>;

export const recordTitleEvent = endpoint(laterRoutes.recordTitleEvent, {
  tag,
  summary: "Record what happened to a title: faults, ready, sent, handed over, returned (D82)",
  access: "staff",
  permission: "titles",
  params,
  body: titleEventInput,
  response: unitTitle,
  errors: [404, 409, 422],
});
