/**
 * All enumerations, for the contract, the database and the screens. Those that a rule needs are
 * defined with that rule.
 */
export { auctionStatuses } from "@gavelyard/domain/auctions/auction-status";
export { reserveStates } from "@gavelyard/domain/bidding/bidding";
export {
  inventoryStatuses,
  lotOutcomes,
  type InventoryStatus,
  type LotOutcome,
} from "@gavelyard/domain/sales/settlement";
export { inventoryTypes, type InventoryType } from "@gavelyard/domain/inventory/vehicle-class";
export { videoKinds } from "@gavelyard/domain/inventory/videos";
export { identifierTypes } from "@gavelyard/domain/inventory/vin";

export const odometerUnits = ["MI", "KM"] as const;
export const odometerBrands = [
  "ACTUAL",
  "NOT_ACTUAL",
  "EXCEEDS_MECHANICAL_LIMITS",
  "EXEMPT",
  "UNKNOWN",
] as const;
export const titleStatuses = ["PRESENT", "ABSENT", "ATTACHED", "PENDING"] as const;
export const titleBrands = [
  "CLEAN",
  "SALVAGE",
  "REBUILT",
  "FLOOD",
  "LEMON",
  "JUNK_PARTS_ONLY",
  "CERT_OF_DESTRUCTION",
  "BILL_OF_SALE",
  "EXPORT_ONLY",
  "NOT_TITLED",
] as const;
export const damages = [
  "NONE",
  "FRONT_END",
  "REAR_END",
  "SIDE",
  "ROLLOVER",
  "ALL_OVER",
  "MECHANICAL",
  "ENGINE",
  "TRANSMISSION",
  "BURN",
  "BURN_ENGINE",
  "BURN_INTERIOR",
  "FLOOD",
  "HAIL",
  "FRAME",
  "UNDERCARRIAGE",
  "VANDALISM",
  "THEFT",
  "STRIPPED",
  "MINOR_SCRATCH",
  "NORMAL_WEAR",
  "UNKNOWN",
] as const;
export { runConditions } from "@gavelyard/domain/inventory/run-condition";
export const keysStates = ["YES", "NO", "UNKNOWN"] as const;
export const fuelTypes = [
  "GAS",
  "DIESEL",
  "HYBRID",
  "PHEV",
  "ELECTRIC",
  "CNG",
  "LNG",
  "LPG",
  "HYDROGEN",
  "OTHER",
  "NONE",
] as const;
export const transmissions = ["MANUAL", "AUTOMATIC", "AUTOMATED_MANUAL", "CVT", "OTHER"] as const;
export const drivetrains = ["FWD", "RWD", "AWD", "4X4"] as const;
export const axleConfigs = [
  "4X2",
  "4X4",
  "6X2",
  "6X4",
  "6X6",
  "8X4",
  "8X6",
  "8X8",
  "SINGLE",
  "TANDEM",
  "TRI",
  "SPREAD",
] as const;
export const suspensions = ["AIR", "SPRING", "WALKING_BEAM", "OTHER"] as const;
export const fifthWheels = ["FIXED", "SLIDING", "NONE"] as const;
export const cabTypes = ["DAY", "SLEEPER", "EXTENDED", "CREW", "REGULAR"] as const;
export const sleeperRoofs = ["FLAT", "MID", "HIGH"] as const;
export const trailerTypes = [
  "DRY_VAN",
  "REEFER",
  "FLATBED",
  "STEP_DECK",
  "LOWBOY",
  "TANK",
  "DUMP",
  "CURTAIN",
  "OTHER",
] as const;
export const saleLights = ["GREEN", "YELLOW", "RED", "BLUE"] as const;
export const saleTypes = ["ABSOLUTE", "RESERVE", "ON_APPROVAL"] as const;
export const imageKinds = [
  "EXTERIOR",
  "INTERIOR",
  "ENGINE",
  "UNDERCARRIAGE",
  "TIRES",
  "DAMAGE",
  "VIN",
  "ODOMETER",
  "DOC",
] as const;
/** Statuses of a lot by the server's clock. */
export const lotStatuses = ["UPCOMING", "OPEN", "CLOSED"] as const;

export type LotStatus = (typeof lotStatuses)[number];
