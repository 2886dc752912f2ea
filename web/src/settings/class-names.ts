import type { HaulClass } from "@gavelyard/domain/sales/haul-class";
import { t } from "@gavelyard/messages/text";

/** Names of the classes of units that haul rates (D62) and tax rates (D94) are set for. */
export const classNames = {
  LIGHT: t("Cars, SUVs, pickups, vans, motorcycles"),
  TRUCK: t("Straight trucks, buses, RVs"),
  TRACTOR: t("Tractors"),
  TRAILER: t("Trailers"),
  EQUIPMENT: t("Equipment and other"),
} as const satisfies Record<HaulClass, string>;
