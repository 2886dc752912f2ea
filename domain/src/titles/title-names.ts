import { msg, type Message } from "@gavelyard/messages/text";
import type { TitleEventKind, TitleFault, TitleKind, TitleState } from "./title.ts";

export const titleKindNames: Readonly<Record<TitleKind, Message>> = {
  TITLE: msg("Paper title"),
  ELECTRONIC: msg("Electronic title"),
  MSO: msg("Manufacturer's statement of origin"),
  BILL_OF_SALE: msg("Bill of sale"),
  FOREIGN: msg("Foreign title"),
  NOT_TITLED: msg("Not titled"),
};

export const titleStateNames: Readonly<Record<TitleState, Message>> = {
  EXPECTED: msg("Expected"),
  RECEIVED: msg("To check"),
  READY: msg("Checked [title]"),
  SENT: msg("On its way"),
  WITH_BUYER: msg("With the buyer"),
  NOT_TITLED: msg("Not titled"),
};

export const titleFaultNames: Readonly<Record<TitleFault, Message>> = {
  VIN: msg("VIN"),
  BRAND: msg("Brand [of a title]"),
  ODOMETER: msg("Odometer"),
  NAME: msg("Name [on a title]"),
  LIEN: msg("Lien"),
  SIGNATURE: msg("Signature"),
  ALTERED: msg("Altered [title]"),
  POA: msg("Power of attorney"),
};

export const titleEventNames: Readonly<Record<TitleEventKind, Message>> = {
  EXPECTED: msg("Expected"),
  RECEIVED: msg("Received [title]"),
  NOT_TITLED: msg("Not titled"),
  FAULT: msg("Fault found"),
  FIXED: msg("Fault fixed"),
  LIEN_RELEASED: msg("Lien released"),
  READY: msg("Checked [title]"),
  SENT: msg("Sent [title]"),
  HANDED_OVER: msg("Handed over"),
  DELIVERED: msg("Delivered [title]"),
  RETURNED: msg("Returned [title]"),
  DUPLICATE_ORDERED: msg("Duplicate ordered"),
};
