import { t } from "@gavelyard/messages/text";
import type { InventorySpecs } from "./inventory-specs.ts";

/** Sections of a unit's write-up in order, with their headings. */
export const writeUp = [
  { field: "highlights", label: t("Highlights") },
  { field: "equipmentNotes", label: t("Equipment and options") },
  { field: "knownFlaws", label: t("Known flaws") },
  { field: "serviceHistory", label: t("Service history") },
  { field: "sellerComments", label: t("Seller's comments") },
] as const satisfies readonly { readonly field: keyof InventorySpecs; readonly label: string }[];
