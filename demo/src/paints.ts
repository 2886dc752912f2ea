/** Sellers' paint names and their names in the picture palette. */
export const paints: Readonly<Record<string, string>> = {
  White: "white",
  Black: "black",
  Silver: "silver",
  Gray: "grey",
  Blue: "blue",
  Red: "red",
  Burgundy: "maroon",
  Orange: "orange",
  Green: "green",
  Yellow: "yellow",
  Tan: "beige",
};
