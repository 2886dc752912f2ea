import type { SaleTerms } from "@gavelyard/contract/operating-settings";

/** A paragraph, or a function that builds it from the terms that operators set. */
export type Words = string | ((terms: SaleTerms) => string);

interface Part {
  readonly heading: string;
  readonly paragraphs: readonly Words[];
}

export interface InformationText {
  readonly title: string;
  readonly description: string;
  readonly parts: readonly Part[];
}
