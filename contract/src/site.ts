import { weekDays } from "@gavelyard/domain/opening-hours";
import { languages } from "@gavelyard/messages/languages";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { routes } from "./routes.ts";

/** A demo account's sign-in, shown to everyone; absent outside demo mode. */
export const demoAccount = z.object({
  label: z.string(),
  email: z.string(),
  password: z.string(),
});

/** Contact details and switches from the settings, for all pages. */
export const siteDetailsSchema = z
  .object({
    name: z.string(),
    /** Base URL of the site, without a trailing slash. */
    url: z.string(),
    phone: z.string(),
    email: z.string(),
    address: z.string(),
    /** Opening hours, in `hoursZone`. */
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
    /** URL of an external avatar service with `{name}` and `{size}`; null for our own (D34). */
    avatarUrl: z.string().nullable(),
    /** Languages that pages are offered in; English always. */
    languages: z.array(z.enum(languages)),
    /** Operators' notice for every page; empty for none. */
    notice: z.string(),
    /** Whether bids are possible; false while no database server accepts writes. */
    bidding: z.boolean(),
    /** Whether the house arranges delivery (D62). */
    delivery: z.boolean(),
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
