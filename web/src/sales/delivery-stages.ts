import { t } from "@gavelyard/messages/text";
import type { DeliveryStatus } from "@gavelyard/domain/sales/delivery-order";

export const deliveryStages: Readonly<Record<DeliveryStatus, string>> = {
  REQUESTED: t("Quote requested"),
  QUOTED: t("Quoted"),
  ACCEPTED: t("Quote accepted"),
  IN_TRANSIT: t("On its way"),
  DELIVERED: t("Delivered"),
  DECLINED: t("Quote declined"),
  CANCELED: t("Canceled"),
};
