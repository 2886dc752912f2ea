import { msg, type Message } from "@gavelyard/messages/text";
import type { InventorySpecs } from "./inventory-specs.ts";

/** Sections of a write-up, in order. */
export const writeUp = [
  { field: "highlights", label: msg("Highlights") },
  { field: "equipmentNotes", label: msg("Equipment and options") },
  { field: "knownFlaws", label: msg("Known flaws") },
  { field: "serviceHistory", label: msg("Service history") },
  { field: "sellerComments", label: msg("Seller's comments") },
] as const satisfies readonly { readonly field: keyof InventorySpecs; readonly label: Message }[];
