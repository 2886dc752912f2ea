/** Where the tires of a condition report sit, by how a unit stands on them. */
export const fourTires = ["Left front", "Right front", "Left rear", "Right rear"] as const;
export const sixTires = [
  "Left front",
  "Right front",
  "Left rear outer",
  "Left rear inner",
  "Right rear inner",
  "Right rear outer",
] as const;
