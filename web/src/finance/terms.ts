import { plural, t } from "@gavelyard/messages/text";
/** "60 months, 5 years". */
export const termWords = (months: number): string =>
  t("{months} months, {years}", { months, years: plural(months / 12, "{n} year", "{n} years") });
