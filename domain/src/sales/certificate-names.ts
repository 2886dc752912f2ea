import { msg, type Message } from "@gavelyard/messages/text";
import type { CertificateKind } from "./certificates.ts";

export const certificateNames: Readonly<Record<CertificateKind, Message>> = {
  RESALE: msg("Resale"),
  EXPORT: msg("Export [abroad]"),
  AGRICULTURE: msg("Agriculture"),
  COMMON_CARRIER: msg("Common carrier"),
  GOVERNMENT: msg("Government"),
};
