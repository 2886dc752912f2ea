import { t } from "@gavelyard/messages/text";

const paints: Readonly<Record<string, string>> = {
  Beige: t("Beige"),
  Black: t("Black"),
  Blue: t("Blue [paint]"),
  Brown: t("Brown"),
  Gold: t("Gold"),
  Gray: t("Gray"),
  Green: t("Green [paint]"),
  Maroon: t("Maroon"),
  Orange: t("Orange"),
  Purple: t("Purple"),
  Red: t("Red [paint]"),
  Silver: t("Silver"),
  Tan: t("Tan"),
  White: t("White"),
  Yellow: t("Yellow [paint]"),
};

/** Translates a common color; others stay as written. */
export const paintWords = (color: string): string => paints[color] ?? color;
