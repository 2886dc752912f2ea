import { z } from "zod";
import { content } from "./content.ts";

const yard = z.strictObject({
  name: z.string(),
  street: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  lat: z.number(),
  lng: z.number(),
  timeZone: z.string(),
  /** Share of the units at this yard, relative to the other yards. */
  share: z.number(),
});
export type DemoYard = z.output<typeof yard>;

export const demoYards: readonly DemoYard[] = content("yards", z.array(yard));
