import { weekDays } from "@gavelyard/domain/opening-hours";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { routes } from "./routes.ts";

/** A sign-in of the demo marketplace, shown to everyone; absent outside demo mode. */
export const demoAccount = z.object({
  label: z.string(),
  email: z.string(),
  password: z.string(),
});

/** Contact details and switches that pages show, from the settings. */
export const siteDetailsSchema = z
  .object({
    name: z.string(),
    /** Where the site is found, without a slash at the end. */
    url: z.string(),
    phone: z.string(),
    email: z.string(),
    address: z.string(),
    /** When somebody is there, by the clock of `hoursZone`. */
    hours: z.array(
      z.object({
        from: z.enum(weekDays),
        to: z.enum(weekDays),
        opens: z.string(),
        closes: z.string(),
      }),
    ),
    hoursZone: z.string(),
    instagram: z.string().nullable(),
    facebook: z.string().nullable(),
    /** Address of an external avatar service with `{name}` and `{size}`; null for our own (D34). */
    avatarUrl: z.string().nullable(),
    /** What operators have to say on every page; empty for nothing. */
    notice: z.string(),
    demo: z.object({ accounts: z.array(demoAccount), mailboxUrl: z.string() }).nullable(),
  })
  .meta({ id: "SiteDetails" });
export type SiteDetails = z.infer<typeof siteDetailsSchema>;

export const siteDetails = endpoint(routes.siteDetails, {
  tag: "Site",
  summary: "Contact details and switches shown on pages",
  access: "public",
  maxAgeSec: 60,
  response: siteDetailsSchema,
});
