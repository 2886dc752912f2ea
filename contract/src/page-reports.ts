import { z } from "zod";
import { done } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { routes } from "./routes.ts";

// What pages report about themselves (D79). Nothing here can hold a person's data: messages of errors,
// queries and fragments stay in the browser.

/** How a page failed: in an event or a promise, while drawing, hydrating, or loading a script. */
export const pageFailureKinds = ["UNCAUGHT", "REJECTED", "DRAWING", "HYDRATION", "SCRIPT"] as const;

/** An address with `:id` for records; `/other` for one with anything but small letters. */
const route = z
  .string()
  .max(80)
  .regex(/^\/$|^(?:\/(?:[a-z-]+|:id))+$/);

export const reportPageFailure = endpoint(routes.reportPageFailure, {
  tag: "Pages",
  summary: "Report that a page failed in its browser (D79)",
  access: "public",
  body: z.object({
    kind: z.enum(pageFailureKinds),
    /** Name of the build's first script. */
    build: z.string().regex(/^[\w-]{1,60}$/),
    route,
    /** Name of the error's class. */
    error: z.string().regex(/^\w{1,40}$/),
    /** Where in our scripts, innermost first: `unit-DX5x.js:1:2345`. */
    frames: z.array(z.string().regex(/^[\w.-]{1,80}:\d{1,7}:\d{1,7}$/)).max(8),
  }),
  response: done,
  errors: [429],
});

export const reportPageSpeed = endpoint(routes.reportPageSpeed, {
  tag: "Pages",
  summary: "Report how fast a page was for its reader (D79)",
  access: "public",
  body: z.object({
    route,
    /** Largest contentful paint, in ms. */
    lcpMs: z.number().min(0).max(600_000).optional(),
    /** Interaction to next paint, in ms. */
    inpMs: z.number().min(0).max(600_000).optional(),
  }),
  response: done,
});
