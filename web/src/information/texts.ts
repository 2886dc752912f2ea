import { companyTexts } from "./company-texts.ts";
import type { InformationText } from "./information-text.ts";
import type { InformationPath } from "./paths.ts";
import { privacy } from "./privacy-text.ts";
import { terms } from "./terms-text.ts";

/** The information pages by their path (section 2). */
export const informationTexts: Readonly<Record<InformationPath, InformationText>> = {
  ...companyTexts,
  "/terms": terms,
  "/terms-and-conditions": terms,
  "/privacy": privacy,
};
