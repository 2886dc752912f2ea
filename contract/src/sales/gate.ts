import { t } from "@gavelyard/messages/text";
import { z } from "zod";
import { done, id, idParam, instant, line } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { image } from "../inventory/inventory.ts";
import { pickupSlot } from "./payments.ts";
import { laterRoutes } from "../later-routes.ts";

const tag = "Gate";
const params = z.object({ id: idParam });

/** A unit that may leave the yard. Without money: people at the gate need none (D73). */
const gateUnit = z
  .object({
    awardId: id,
    name: z.string(),
    stockNumber: z.string(),
    vin: z.string().nullable(),
    lotNumber: z.string(),
    image: image
      .pick({ id: true, alt: true, width: true, height: true, placeholder: true })
      .nullable(),
    buyerName: z.string(),
    pickup: pickupSlot.nullable(),
    pickupDueAt: instant,
    overdue: z.boolean(),
    /** When all money for it is cleared, before which it can't leave; null once it is (D76). */
    clearsAt: instant.nullable(),
    /** Set when our carrier takes the unit, who needs no gate PIN (D62). */
    deliveryId: id.nullable(),
    pictures: z.int(),
    /** Whether the caller recorded its payment, so that another person has to confirm (D38). */
    takesSecondPerson: z.boolean(),
  })
  .meta({ id: "GateUnit" });
export type GateUnit = z.infer<typeof gateUnit>;

export const gate = endpoint(laterRoutes.gate, {
  tag,
  summary:
    "Units that may leave a yard, by appointment and then by deadline, up to 500; by default the first yard's (D73)",
  access: "staff",
  permission: "gate",
  people: "list",
  /** The yard of `awardId` comes before `yardId`. */
  query: z.object({ yardId: idParam.optional(), awardId: idParam.optional() }),
  response: z.object({
    yards: z.array(z.object({ id, name: z.string() })),
    /** Null without any yard. */
    yardId: id.nullable(),
    timeZone: z.string(),
    units: z.array(gateUnit),
  }),
});

export const addExitPicture = endpoint(laterRoutes.addExitPicture, {
  tag,
  summary: "Store a picture of a paid unit before it leaves, up to 10 (D73)",
  access: "staff",
  permission: "gate",
  params,
  files: { picture: { kind: "document", atMost: 1, required: true } },
  response: done,
  errors: [404, 409, 413],
});

/** Of the truck that takes the unit. */
const plate = line(0, 12).default("");

export const releaseUnit = endpoint(laterRoutes.releaseUnit, {
  secondPerson: ["UNIT_RELEASE"],
  confirmAgain: true,
  tag,
  summary: "Release a paid unit to a driver who has the gate PIN (D29)",
  access: "staff",
  permission: "gate",
  input: "anywhere",
  params,
  body: z.object({
    gatePin: z.string().regex(/^\d{6}$/, t("Enter the six-digit gate PIN")),
    carrierName: line(0, 120).default(""),
    driverName: line(2, 80),
    plate,
  }),
  response: done,
  errors: [404, 409, 429],
});

export const handToCarrier = endpoint(laterRoutes.handToCarrier, {
  secondPerson: ["UNIT_RELEASE"],
  confirmAgain: true,
  tag,
  summary: "Release a unit with a paid delivery to our carrier, without the buyer's gate PIN (D62)",
  access: "staff",
  permission: "gate",
  params,
  body: z.object({ carrierName: line(2, 120), driverName: line(2, 80), plate }),
  response: done,
  errors: [404, 409],
});
