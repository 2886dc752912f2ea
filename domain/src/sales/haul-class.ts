import type { InventoryType } from "../inventory/vehicle-class.ts";

/** Classes of units with the same haul rate (D62), and with tax rates of their own (D94). */
export const haulClasses = ["LIGHT", "TRUCK", "TRACTOR", "TRAILER", "EQUIPMENT"] as const;
export type HaulClass = (typeof haulClasses)[number];

const classes: Readonly<Record<InventoryType, HaulClass>> = {
  CAR: "LIGHT",
  SUV: "LIGHT",
  PICKUP: "LIGHT",
  VAN: "LIGHT",
  MOTORCYCLE: "LIGHT",
  TRUCK_STRAIGHT: "TRUCK",
  BUS: "TRUCK",
  RV: "TRUCK",
  TRUCK_TRACTOR: "TRACTOR",
  TRAILER: "TRAILER",
  EQUIPMENT: "EQUIPMENT",
  OTHER: "EQUIPMENT",
};

export const haulClassOf = (type: InventoryType): HaulClass => classes[type];
