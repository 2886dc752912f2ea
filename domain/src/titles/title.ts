import { addBusinessDays, addDays } from "../business-days.ts";
import { calendarDateIn } from "../wall-time.ts";

export const titleKinds = [
  "TITLE",
  "ELECTRONIC",
  "MSO",
  "BILL_OF_SALE",
  "FOREIGN",
  "NOT_TITLED",
] as const;
export type TitleKind = (typeof titleKinds)[number];

/** What can be wrong with a paper. The first three are found by comparison, the others by people. */
export const titleFaults = [
  "VIN",
  "BRAND",
  "ODOMETER",
  "NAME",
  "LIEN",
  "SIGNATURE",
  "ALTERED",
  "POA",
] as const;
export type TitleFault = (typeof titleFaults)[number];
export const faultsByHand = ["NAME", "LIEN", "SIGNATURE", "ALTERED", "POA"] as const;
export type FaultByHand = (typeof faultsByHand)[number];

export const titleStates = [
  "EXPECTED",
  "RECEIVED",
  "READY",
  "SENT",
  "WITH_BUYER",
  "NOT_TITLED",
] as const;
export type TitleState = (typeof titleStates)[number];

/** What happens to a unit's title (D82). */
export type TitleEvent =
  | { readonly kind: "EXPECTED" | "DUPLICATE_ORDERED"; readonly expectedOn: string }
  | { readonly kind: "FAULT" | "FIXED"; readonly fault: FaultByHand }
  | {
      readonly kind:
        | "RECEIVED"
        | "NOT_TITLED"
        | "LIEN_RELEASED"
        | "READY"
        | "SENT"
        | "HANDED_OVER"
        | "DELIVERED"
        | "RETURNED";
    };

export const titleEventKinds = [
  "EXPECTED",
  "RECEIVED",
  "NOT_TITLED",
  "FAULT",
  "FIXED",
  "LIEN_RELEASED",
  "READY",
  "SENT",
  "HANDED_OVER",
  "DELIVERED",
  "RETURNED",
  "DUPLICATE_ORDERED",
] as const satisfies readonly TitleEvent["kind"][];
export type TitleEventKind = TitleEvent["kind"];

/** Whether the house has the title. */
export const isInHand = (state: TitleState | null | undefined): boolean =>
  state === "RECEIVED" || state === "READY";

export interface Title {
  readonly state: TitleState;
  /** Open faults that people found. */
  readonly faults: readonly FaultByHand[];
  /** Date such as `2026-11-24`, while the title is expected. */
  readonly expectedOn: string | null;
}

export type TitleRefusal =
  | "WRONG_STATE"
  | "OPEN_FAULTS"
  | "FAULT_OPEN"
  | "FAULT_NOT_OPEN"
  | "LIEN_BY_RELEASE"
  | "NOT_PAID";

export interface TitleFacts {
  /** Faults that the comparison with the listing finds now. */
  readonly differences: readonly TitleFault[];
  /** Whether the unit is sold and paid with cleared money. */
  readonly isPaid: boolean;
}

/** The states in which each thing can happen; `null` is a unit without a title. */
const possibleIn: Readonly<Record<TitleEventKind, readonly (TitleState | null)[]>> = {
  EXPECTED: [null, "EXPECTED", "NOT_TITLED"],
  RECEIVED: [null, "EXPECTED", "NOT_TITLED"],
  NOT_TITLED: [null, "EXPECTED"],
  FAULT: ["RECEIVED", "READY"],
  FIXED: ["RECEIVED"],
  LIEN_RELEASED: ["RECEIVED"],
  READY: ["RECEIVED"],
  SENT: ["READY"],
  HANDED_OVER: ["READY"],
  DELIVERED: ["SENT"],
  RETURNED: ["SENT", "WITH_BUYER"],
  // A paper that is lost, here or on its way.
  DUPLICATE_ORDERED: ["EXPECTED", "RECEIVED", "READY", "SENT"],
};

/** Returns why this can't happen to a title, or null (D82). */
export function refuseTitleEvent(
  title: Title | null,
  event: TitleEvent,
  { differences, isPaid }: TitleFacts,
): TitleRefusal | null {
  if (!possibleIn[event.kind].includes(title?.state ?? null)) return "WRONG_STATE";
  const faults = title?.faults ?? [];
  switch (event.kind) {
    case "FAULT":
      return faults.includes(event.fault) ? "FAULT_OPEN" : null;
    case "FIXED":
      if (!faults.includes(event.fault)) return "FAULT_NOT_OPEN";
      return event.fault === "LIEN" ? "LIEN_BY_RELEASE" : null;
    case "LIEN_RELEASED":
      return faults.includes("LIEN") ? null : "FAULT_NOT_OPEN";
    case "READY":
      return faults.length + differences.length > 0 ? "OPEN_FAULTS" : null;
    case "SENT":
    case "HANDED_OVER":
      if (differences.length > 0) return "OPEN_FAULTS";
      return isPaid ? null : "NOT_PAID";
    default:
      return null;
  }
}

const stateAfter: Readonly<Record<TitleEventKind, TitleState>> = {
  EXPECTED: "EXPECTED",
  RECEIVED: "RECEIVED",
  NOT_TITLED: "NOT_TITLED",
  FAULT: "RECEIVED",
  FIXED: "RECEIVED",
  LIEN_RELEASED: "RECEIVED",
  READY: "READY",
  SENT: "SENT",
  HANDED_OVER: "WITH_BUYER",
  DELIVERED: "WITH_BUYER",
  RETURNED: "RECEIVED",
  DUPLICATE_ORDERED: "EXPECTED",
};

/** Returns a title after something that wasn't refused. */
export function titleAfter(title: Title | null, event: TitleEvent): Title {
  return {
    state: stateAfter[event.kind],
    faults: faultsAfter(title?.faults ?? [], event),
    expectedOn: "expectedOn" in event ? event.expectedOn : null,
  };
}

function faultsAfter(open: readonly FaultByHand[], event: TitleEvent): readonly FaultByHand[] {
  switch (event.kind) {
    case "FAULT":
      return [...open, event.fault];
    case "FIXED":
      return open.filter((fault) => fault !== event.fault);
    case "LIEN_RELEASED":
      return open.filter((fault) => fault !== "LIEN");
    // Another paper comes.
    case "DUPLICATE_ORDERED":
      return [];
    default:
      return open;
  }
}

/** Returns a title from all that happened to it, in order; null if nothing did. */
export function titleOf(events: readonly TitleEvent[]): Title | null {
  return events.reduce<Title | null>(titleAfter, null);
}

/** What is printed on a paper, null where it is blank. The odometer is in the listing's unit. */
export interface Printed {
  readonly vin: string | null;
  readonly brand: string | null;
  readonly odometer: number | null;
}

/** Returns where a paper contradicts the listing. What is blank on the paper contradicts nothing. */
export function differencesOf(
  paper: Printed,
  listing: {
    readonly vin: string | null;
    readonly titleBrand: string;
    readonly odometer: number | null;
  },
): TitleFault[] {
  const { vin, brand, odometer } = paper;
  return [
    ...(vin !== null && plainVin(vin) !== plainVin(listing.vin ?? "") ? (["VIN"] as const) : []),
    ...(brand !== null && brand !== listing.titleBrand ? (["BRAND"] as const) : []),
    // The paper is older than the listing, so its reading can be lower.
    ...(odometer !== null && listing.odometer !== null && odometer > listing.odometer
      ? (["ODOMETER"] as const)
      : []),
  ];
}

const plainVin = (vin: string) => vin.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");

/** The state that people see: a paper that contradicts the listing has to be checked again. */
export function stateShown(state: TitleState, differences: readonly TitleFault[]): TitleState {
  return state === "READY" && differences.length > 0 ? "RECEIVED" : state;
}

export const offeredTitles = ["CHECKED", "IN_HAND", "ABSENT", "NOT_TITLED"] as const;
/** What buyers see of a title before they bid. */
export type OfferedTitle = (typeof offeredTitles)[number];

/** Returns what buyers see of a unit that is offered; null once the title has left the house. */
export function offeredTitle(
  state: TitleState,
  differences: readonly TitleFault[],
): OfferedTitle | null {
  switch (stateShown(state, differences)) {
    case "EXPECTED":
      return "ABSENT";
    case "RECEIVED":
      return "IN_HAND";
    case "READY":
      return "CHECKED";
    case "NOT_TITLED":
      return "NOT_TITLED";
    default:
      return null;
  }
}

/** Days after the sale by which an absent title is there at the latest. */
export const mostDaysAbsent = 30;

export type OfferRefusal = "DIFFERS" | "TOO_LATE";

/** Returns why a unit can't be offered with its title, or null: what buyers bid on must be true. */
export function refuseOffer(
  title: { readonly state: TitleState; readonly expectedOn: string | null },
  differences: readonly TitleFault[],
  closesOn: string,
): OfferRefusal | null {
  if (isInHand(title.state)) {
    return differences.includes("VIN") || differences.includes("BRAND") ? "DIFFERS" : null;
  }
  return title.expectedOn !== null && title.expectedOn > addDays(closesOn, mostDaysAbsent)
    ? "TOO_LATE"
    : null;
}

/** Default number of business days from payment until a title is on its way. */
export const defaultTitleDays = 15;

/** Returns by which dates a title is promised and absent for 30 days, counted from payment. */
export function titleClock(
  paidAtMs: number,
  { days, zone }: { readonly days: number; readonly zone: string },
): { readonly promisedBy: string; readonly dayThirty: string } {
  const paidOn = calendarDateIn(paidAtMs, zone);
  return {
    promisedBy: addBusinessDays(paidOn, days),
    dayThirty: addDays(paidOn, mostDaysAbsent),
  };
}
