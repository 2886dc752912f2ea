/** Paint as sellers name it, and its name in the palette of the demo's pictures. */
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
