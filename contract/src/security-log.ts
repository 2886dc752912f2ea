import { t } from "@gavelyard/messages/text";
import { securityEventNames } from "@gavelyard/domain/audit/security-events";
import { z } from "zod";
import { done, id, idParam, instant, page, pageQuery } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { routes } from "./routes.ts";
import { laterRoutes } from "./later-routes.ts";

export const securityEntry = z
  .object({
    id,
    at: instant,
    kind: z.enum(securityEventNames),
    ip: z.string().nullable(),
    /** Browser and system, such as "Chrome on Windows". */
    device: z.string().nullable(),
  })
  .meta({ id: "SecurityEntry" });

export const securityRecord = securityEntry
  .extend({
    /** Null for an email address without an account, and for limits by network address. */
    userId: id.nullable(),
    userName: z.string().nullable(),
    detail: z.string().nullable(),
  })
  .meta({ id: "SecurityRecord" });
export type SecurityRecord = z.infer<typeof securityRecord>;

export const ownSecurityLog = endpoint(laterRoutes.ownSecurityLog, {
  tag: "Auth",
  summary: "Your latest 50 sign-ins, failed sign-ins and security changes, newest first",
  access: "user",
  permission: null,
  response: z.array(securityEntry),
});

export const denySignIn = endpoint(routes.denySignIn, {
  tag: "Auth",
  summary: "Sign out a new device with the token in the email about it; works once, for a week",
  access: "public",
  queue: "sign-in",
  body: z.object({ token: z.string().trim().min(1).max(200) }),
  response: done,
  errors: [429],
});

export const searchSecurityLog = endpoint(laterRoutes.searchSecurityLog, {
  tag: "Audit log",
  summary: "The security log of all accounts, newest first (D54)",
  access: "admin",
  permission: "settings",
  people: null,
  query: pageQuery.extend({
    kind: z.enum(securityEventNames).optional(),
    userId: idParam.optional(),
    ip: z.union([z.ipv4(), z.ipv6()], t("Must be an IP address")).optional(),
  }),
  response: page(securityRecord),
});
