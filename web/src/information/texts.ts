import type { SaleTerms } from "@gavelyard/contract/operating-settings";
import { companyTexts } from "./company-texts.ts";
import type { InformationPath } from "./paths.ts";
import { privacy } from "./privacy-text.ts";
import { terms } from "./terms-text.ts";

/** Words, or how they follow from the terms that operators set. */
export type Words = string | ((terms: SaleTerms) => string);

/** One part of an information page: a heading and its paragraphs. */
export interface Part {
  readonly heading: string;
  readonly paragraphs: readonly Words[];
}

/** An information page. */
export interface InformationText {
  readonly title: string;
  readonly description: string;
  readonly parts: readonly Part[];
}

/** The information pages by their path (section 2). */
export const informationTexts: Readonly<Record<InformationPath, InformationText>> = {
  ...companyTexts,
  "/terms": terms,
  "/terms-and-conditions": terms,
  "/privacy": privacy,
};
