import {
  titleEventInput,
  type TitleLine,
  type TitlePart,
  type UnitTitle,
} from "@gavelyard/contract/titles";
import { calendarDateIn } from "@gavelyard/domain/wall-time";
import {
  defaultTitleDays,
  faultsByHand,
  refuseTitleEvent,
  stateShown,
  titleClock,
  type TitleEvent,
} from "@gavelyard/domain/titles/title";
import type { Context } from "../context.ts";
import type { Db } from "../db/pool.ts";
import type { FieldCipher } from "../db/secrets/sealed.ts";
import { titleNow } from "../inventory/title-sql.ts";
import { contactOf, setting } from "../operating-settings/sql.ts";
import { sealedNumber, sealedNumberRow, titleHistory, type TitleRow } from "./sql.ts";

/** Where the house's days are counted, and how many it promises. */
export interface HouseDays {
  readonly days: number;
  readonly zone: string;
}

export async function houseDays(
  db: Db,
  settings: Pick<Context["settings"], "site">,
): Promise<HouseDays> {
  const { hoursZone: zone } = await contactOf(db, settings);
  return { days: (await setting(db, "titles"))?.days ?? defaultTitleDays, zone };
}

/** What the rules need to know of a title now. */
export type TitleFactsNow = ReturnType<typeof factsNow>;

export const factsNow = (row: TitleRow) => ({
  ...titleNow(row),
  isPaid: row.is_paid === true && row.paid_at !== null && row.paid_at <= row.now,
});

export function toLine(row: TitleRow, house: HouseDays): TitleLine {
  const { title, differences, isPaid } = factsNow(row);
  const state = title === null ? null : stateShown(title.state, differences);
  const { award_id: awardId, paid_at: paidAt } = row;
  const sale =
    isPaid && awardId !== null && paidAt !== null
      ? {
          awardId,
          invoiceNumber: row.number ?? "",
          buyerName: row.buyer_name ?? "",
          paidAt: paidAt.toISOString(),
          ...titleClock(paidAt.getTime(), house),
        }
      : null;
  const today = calendarDateIn(row.now.getTime(), house.zone);
  const hasLeft = state === "SENT" || state === "WITH_BUYER" || state === "NOT_TITLED";
  const expectedOn = title?.expectedOn ?? null;
  return {
    inventoryId: row.id,
    name: row.name,
    stockNumber: row.stock_number,
    vin: row.vin,
    yard: row.yard,
    state,
    faults: [...differences, ...(title?.faults ?? [])],
    expectedOn,
    sale,
    isDue:
      state !== null &&
      !hasLeft &&
      ((sale !== null && sale.promisedBy <= today) || (expectedOn !== null && expectedOn <= today)),
  };
}

/** Returns whether a title is in a part of the desk. */
export function isIn(part: TitlePart, { state, isDue }: TitleLine): boolean {
  switch (part) {
    case "DUE":
      return isDue;
    case "EXPECTED":
      return state === "EXPECTED";
    case "CHECK":
      return state === "RECEIVED";
    case "READY":
      return state === "READY";
    case "AWAY":
      return state === "SENT";
  }
}

/** Compares titles by the date at which somebody waits for them; those without one come last. */
export const byUrgency = (one: TitleLine, other: TitleLine): number =>
  urgency(one).localeCompare(urgency(other)) || one.inventoryId - other.inventoryId;
const urgency = ({ sale, expectedOn }: TitleLine) => sale?.promisedBy ?? expectedOn ?? "9999";

/** Returns a unit's title for the desk, with its number and history. */
export async function presentTitle(
  db: Db,
  row: TitleRow,
  house: HouseDays,
  cipher: FieldCipher,
): Promise<UnitTitle> {
  const now = factsNow(row);
  const sealed = await sealedNumber(db, row.id);
  const number = sealed === null ? null : cipher.open(sealedNumberRow(row.id), sealed);
  return {
    ...toLine(row, house),
    listing: {
      titleBrand: row.title_brand,
      odometer: row.odometer,
      odometerUnit: row.odometer_unit,
    },
    paper: row.paper === null ? null : { ...row.paper, number: number ?? "" },
    takesPaper: takesPaper(now),
    openFaults: [...(now.title?.faults ?? [])],
    possible: inputKinds.filter((kind) => triesOf(kind).some((event) => isPossible(event, now))),
    events: (await titleHistory(db, row.id)).map(
      ({ expected_on: expectedOn, recorded_at: at, ...event }) => ({
        ...event,
        expectedOn,
        at: at.toISOString(),
      }),
    ),
  };
}

const isPossible = (event: TitleEvent, { title, ...facts }: TitleFactsNow) =>
  refuseTitleEvent(title, event, facts) === null;

const inputKinds = titleEventInput.options.flatMap(({ shape }) =>
  "options" in shape.kind ? shape.kind.options : shape.kind.value,
);

/** The events of a kind, one for each fault. */
function triesOf(kind: (typeof inputKinds)[number]): readonly TitleEvent[] {
  switch (kind) {
    case "EXPECTED":
    case "DUPLICATE_ORDERED":
      return [{ kind, expectedOn: "" }];
    case "FAULT":
    case "FIXED":
      return faultsByHand.map((fault) => ({ kind, fault }));
    default:
      return [{ kind }];
  }
}

/** Whether a paper can arrive, or what is recorded of it can be corrected. */
export const takesPaper = ({ title }: Pick<TitleFactsNow, "title">): boolean =>
  title === null || (title.state !== "SENT" && title.state !== "WITH_BUYER");
