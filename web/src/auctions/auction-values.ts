import type { AuctionChanges, AuctionForStaff } from "@gavelyard/contract/auctions/auctions-staff";
import type { OperatingSettings } from "@gavelyard/contract/operating-settings";
import { paymentDueDays, pickupDueDays } from "@gavelyard/domain/business-days";
import type { RunListUnit } from "@gavelyard/contract/auctions/run-list";
import { inRunOrder, type RunOrder } from "@gavelyard/domain/auctions/run-order";
import { defaultStaggerSec, lotLabel, numberLots } from "@gavelyard/domain/auctions/run-list";
import { isTimeZone } from "@gavelyard/domain/time-zone";
import { wallTimeIn, wallTimeToMs } from "@gavelyard/domain/wall-time";
import { z } from "zod";
import { isSame } from "../ui/form/saved-draft.ts";
import { typedFees, typedSteps } from "../ui/form/typed-terms.ts";

/** A line of the run list in the form; `label` is the lot number as displayed, `12A`. */
const runLine = z.object({ inventoryId: z.number(), label: z.string(), name: z.string() });
export type RunLine = z.infer<typeof runLine>;

/** Values of the auction form; times are wall times in its zone. */
export const auctionValues = z.object({
  auctionName: z.string(),
  description: z.string(),
  timeZone: z.string(),
  start: z.string(),
  end: z.string(),
  softCloseWindowSec: z.string(),
  softCloseExtendSec: z.string(),
  maxExtensions: z.string(),
  staggerSec: z.string(),
  paymentDueDays: z.string(),
  pickupDueDays: z.string(),
  /** Null for the default increments. */
  increments: typedSteps.nullable(),
  /** Null for the default fees. */
  fees: typedFees.nullable(),
  lots: z.array(runLine),
});
export type AuctionValues = z.infer<typeof auctionValues>;

export type HouseTerms = Pick<
  AuctionValues,
  "softCloseWindowSec" | "softCloseExtendSec" | "maxExtensions"
> & {
  readonly increments: NonNullable<AuctionValues["increments"]>;
  readonly fees: NonNullable<AuctionValues["fees"]>;
};

export function houseTermsOf({
  increments,
  fees,
  softClose: { value: softClose },
}: Pick<OperatingSettings, "increments" | "fees" | "softClose">): HouseTerms {
  return {
    softCloseWindowSec: String(softClose.windowSec),
    softCloseExtendSec: String(softClose.extendSec),
    maxExtensions: softClose.maxExtensions === null ? "" : String(softClose.maxExtensions),
    increments: stepsShown(increments.value.steps),
    fees: feesShown(fees.value),
  };
}

/** A new auction has the default soft close and no custom increments or fees. */
export const emptyAuction = (
  timeZone: string,
  { softCloseWindowSec, softCloseExtendSec, maxExtensions }: HouseTerms,
): AuctionValues => ({
  auctionName: "",
  description: "",
  timeZone,
  start: "",
  end: "",
  softCloseWindowSec,
  softCloseExtendSec,
  maxExtensions,
  staggerSec: String(defaultStaggerSec),
  paymentDueDays: String(paymentDueDays),
  pickupDueDays: String(pickupDueDays),
  increments: null,
  fees: null,
  lots: [],
});

const wallTime = (instant: string | null, zone: string) =>
  instant === null ? "" : wallTimeIn(Date.parse(instant), zone);

type StepTable = NonNullable<AuctionForStaff["increments"]>;
const stepsShown = (steps: StepTable) =>
  steps.map(({ from, step }) => ({ from: String(from), step: String(step) }));

type FeeTable = NonNullable<AuctionForStaff["fees"]>;
const feesShown = (fees: FeeTable) => ({
  premium: fees.premium.map(({ from, percent }) => ({
    from: String(from),
    percent: String(percent),
  })),
  minPremium: String(fees.minPremium),
  docFee: String(fees.docFee),
  taxPercent: String(fees.taxPercent),
});

export function auctionValuesOf(auction: AuctionForStaff): AuctionValues {
  return {
    auctionName: auction.auctionName,
    description: auction.description,
    timeZone: auction.timeZone,
    start: wallTime(auction.startTime, auction.timeZone),
    end: wallTime(auction.scheduledEndTime, auction.timeZone),
    softCloseWindowSec: String(auction.softCloseWindowSec),
    softCloseExtendSec: String(auction.softCloseExtendSec),
    maxExtensions: auction.maxExtensions === null ? "" : String(auction.maxExtensions),
    staggerSec: String(auction.staggerSec),
    paymentDueDays: String(auction.paymentDueDays),
    pickupDueDays: String(auction.pickupDueDays),
    increments: auction.increments === null ? null : stepsShown(auction.increments),
    fees: auction.fees === null ? null : feesShown(auction.fees),
    lots: auction.runList.map(({ inventoryId, lotNumber, name }) => ({
      inventoryId,
      label: lotNumber,
      name,
    })),
  };
}

/** Parses a typed number; returns other text unchanged, so that validation reports the field. */
function numberIn(text: string): number | string {
  const value = Number(text.replaceAll(/[,$%\s]/g, ""));
  return text.trim() === "" || Number.isNaN(value) ? text : value;
}

function instantOf(wall: string, zone: string): string | null {
  if (wall === "" || !isTimeZone(zone)) return null;
  return new Date(wallTimeToMs(wall, zone)).toISOString();
}

function lotOf({ inventoryId, label }: RunLine): Record<string, unknown> {
  const parts = /^(\d{1,4})([A-Z]?)$/.exec(label.trim().toUpperCase());
  return { inventoryId, lotNumber: Number(parts?.[1] ?? 0), suffix: parts?.[2] ?? "" };
}

const toRequest: Readonly<
  Record<keyof AuctionValues, (values: AuctionValues) => readonly [keyof AuctionChanges, unknown]>
> = {
  auctionName: (v) => ["auctionName", v.auctionName],
  description: (v) => ["description", v.description],
  timeZone: (v) => ["timeZone", v.timeZone],
  start: (v) => ["startTime", instantOf(v.start, v.timeZone)],
  end: (v) => ["scheduledEndTime", instantOf(v.end, v.timeZone)],
  softCloseWindowSec: (v) => ["softCloseWindowSec", numberIn(v.softCloseWindowSec)],
  softCloseExtendSec: (v) => ["softCloseExtendSec", numberIn(v.softCloseExtendSec)],
  maxExtensions: (v) => [
    "maxExtensions",
    v.maxExtensions === "" ? null : numberIn(v.maxExtensions),
  ],
  staggerSec: (v) => ["staggerSec", numberIn(v.staggerSec)],
  paymentDueDays: (v) => ["paymentDueDays", numberIn(v.paymentDueDays)],
  pickupDueDays: (v) => ["pickupDueDays", numberIn(v.pickupDueDays)],
  increments: (v) => [
    "increments",
    v.increments?.map(({ from, step }) => ({ from: numberIn(from), step: numberIn(step) })) ?? null,
  ],
  fees: (v) => [
    "fees",
    v.fees === null
      ? null
      : {
          premium: v.fees.premium.map(({ from, percent }) => ({
            from: numberIn(from),
            percent: numberIn(percent),
          })),
          minPremium: numberIn(v.fees.minPremium),
          docFee: numberIn(v.fees.docFee),
          taxPercent: numberIn(v.fees.taxPercent),
        },
  ],
  lots: (v) => ["lots", v.lots.map(lotOf)],
};

const fieldNames = (values: AuctionValues) => Object.keys(values) as (keyof AuctionValues)[];

/** Returns the changed fields, including times that a new zone moves. */
export function changedFields(base: AuctionValues, values: AuctionValues): (keyof AuctionValues)[] {
  return fieldNames(values).filter(
    (name) =>
      !isSame(toRequest[name](base)[1], toRequest[name](values)[1]) ||
      !isSame(base[name], values[name]),
  );
}

/** Returns the request body with only the changed fields, since bidders rely on the others. */
export function bodyOfAuction(
  base: AuctionValues | null,
  values: AuctionValues,
): Record<string, unknown> {
  const fields = base === null ? fieldNames(values) : changedFields(base, values);
  return Object.fromEntries(fields.map((name) => toRequest[name](values)));
}

/** Moves one line of the run list; the lot numbers stay in ascending order. */
export function movedLine(lots: readonly RunLine[], from: number, to: number): RunLine[] {
  const order = [...lots];
  const [line] = order.splice(from, 1);
  if (line === undefined) return order;
  order.splice(to, 0, line);
  return order.map((one, index) => ({ ...one, label: lots[index]?.label ?? one.label }));
}

/** Puts the run list into an order; the lot numbers stay in ascending order. */
export function orderedLines(
  lots: readonly RunLine[],
  units: ReadonlyMap<number, RunListUnit>,
  order: RunOrder,
): RunLine[] {
  const known = lots.flatMap((line) => {
    const unit = units.get(line.inventoryId);
    return unit === undefined ? [] : [{ ...unit, line }];
  });
  const unknown = lots.filter(({ inventoryId }) => !units.has(inventoryId));
  return [...inRunOrder(known, order).map(({ line }) => line), ...unknown].map((line, index) => ({
    ...line,
    label: lots[index]?.label ?? line.label,
  }));
}

/** Numbers the lots from 1 in their order. */
export const renumbered = (lots: readonly RunLine[]): RunLine[] =>
  lots.map((line, index) => ({ ...line, label: String(index + 1) }));

/** Returns when the first and the last lot close by the form; null while the time isn't set. */
export function closesByForm({
  end,
  timeZone,
  staggerSec,
  lots,
}: AuctionValues): { readonly first: string; readonly last: string } | null {
  const first = instantOf(end, timeZone);
  const stagger = numberIn(staggerSec);
  if (first === null || typeof stagger === "string" || lots.length === 0) return null;
  const lastMs = Date.parse(first) + (lots.length - 1) * stagger * 1_000;
  return { first, last: new Date(lastMs).toISOString() };
}

/** Appends units to the run list with the next lot numbers. */
export function withUnits(
  lots: readonly RunLine[],
  units: readonly { readonly id: number; readonly name: string }[],
): RunLine[] {
  const listedIds = new Set(lots.map(({ inventoryId }) => inventoryId));
  const highest = Math.max(0, ...lots.map(({ label }) => Number.parseInt(label, 10) || 0));
  const added = units
    .filter(({ id }) => !listedIds.has(id))
    .map(({ id, name }): { inventoryId: number; name: string; lotNumber?: number } => ({
      inventoryId: id,
      name,
    }));
  return [
    ...lots,
    ...(numberLots(added, highest) ?? []).map(({ lotNumber, ...line }) => ({
      ...line,
      label: lotLabel({ lotNumber, suffix: "" }),
    })),
  ];
}
