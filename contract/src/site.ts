import { weekDays } from "@gavelyard/domain/opening-hours";
import { languages } from "@gavelyard/messages/languages";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { routes } from "./routes.ts";

/** Sign-ins that the demo shows to everyone. */
export const demoAccount = z.object({
  label: z.string(),
  email: z.string(),
  password: z.string(),
});

export const siteDetailsSchema = z
  .object({
    name: z.string(),
    /** Without a trailing slash. */
    url: z.string(),
    phone: z.string(),
    email: z.string(),
    address: z.string(),
    /** In `hoursZone`. */
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
    /** Offered languages; English always. */
    languages: z.array(z.enum(languages)),
    /** Empty for none. */
    notice: z.string(),
    /** False while no database server accepts writes. */
    bidding: z.boolean(),
    /** Whether we arrange delivery (D62). */
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
