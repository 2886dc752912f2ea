import type { DeliveryStatus } from "@gavelyard/domain/delivery-order";

/** What each stage of a delivery is called. */
export const deliveryStages: Readonly<Record<DeliveryStatus, string>> = {
  REQUESTED: "Quote requested",
  QUOTED: "Quoted",
  ACCEPTED: "Quote accepted",
  IN_TRANSIT: "On its way",
  DELIVERED: "Delivered",
  DECLINED: "Quote declined",
  CANCELED: "Canceled",
};
