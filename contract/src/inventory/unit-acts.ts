import { maxLots } from "@gavelyard/domain/auctions/run-list";
import { t } from "@gavelyard/messages/text";
import { z } from "zod";
import { id, idParam } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { unitSearch } from "./inventory-staff.ts";
import { laterRoutes } from "../later-routes.ts";

export const unitActs = ["PUBLISH", "WITHDRAW", "ARCHIVE"] as const;
export type UnitAct = (typeof unitActs)[number];

/** Units that one act can be on. */
export const MAX_ACT_UNITS = 20_000;

/** How far an act on many units is. */
export const unitActProgress = z
  .object({
    id,
    kind: z.enum([...unitActs, "UNDO"]),
    units: z.int().min(0),
    done: z.int().min(0),
    refused: z.int().min(0),
    /** Whether nothing waits any more. */
    finished: z.boolean(),
    /** Units that it changed and that can be put back; 0 if that was done, or for an undo. */
    undoable: z.int().min(0),
    /** Of the first 200 refused units. */
    faults: z.array(
      z.object({ inventoryId: id, stockNumber: z.string(), name: z.string(), message: z.string() }),
    ),
  })
  .meta({ id: "UnitActProgress" });
export type UnitActProgress = z.infer<typeof unitActProgress>;

const staff = { tag: "Inventory by staff", access: "staff", permission: "auctions" } as const;
const params = z.object({ id: idParam });

const unitChoice = z.object({
  units: z.array(id).max(maxLots).optional(),
  /** All that it finds, except for some. */
  search: unitSearch.optional(),
  except: z.array(id).max(maxLots).default([]),
});
export type UnitChoice = z.infer<typeof unitChoice>;

const isOneChoice = ({ units, search }: UnitChoice) =>
  (units === undefined) !== (search === undefined);
const notOneChoice = { error: () => t("Name units, or give a search"), path: ["units"] };

/** Labels of one file. */
export const MAX_LABELS = 500;

export const printLabels = endpoint(laterRoutes.printLabels, {
  ...staff,
  summary: `Labels of up to ${MAX_LABELS} units as PDF, ten to a page (Avery 5163), with a QR code of the unit's page and its stock number as Code 128`,
  body: unitChoice.refine(isOneChoice, notOneChoice),
  response: z.unknown(),
  download: "application/pdf",
  errors: [404],
});

export const startUnitAct = endpoint(laterRoutes.startUnitAct, {
  ...staff,
  summary: "Publish, withdraw or archive many units: those named, or all that a search finds",
  body: unitChoice.extend({ kind: z.enum(unitActs) }).refine(isOneChoice, notOneChoice),
  response: unitActProgress,
});

export const unitActById = endpoint(laterRoutes.unitActById, {
  ...staff,
  people: null,
  summary: "How far an act on many units is, and which units were refused",
  params,
  response: unitActProgress,
  errors: [404],
});

export const undoUnitAct = endpoint(laterRoutes.undoUnitAct, {
  ...staff,
  summary:
    "Put the units that an act changed back into their status, except for those that changed since",
  params,
  response: unitActProgress,
  errors: [404, 409],
});
