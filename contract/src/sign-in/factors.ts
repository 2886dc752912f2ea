import { t } from "@gavelyard/messages/text";
import { z } from "zod";
import { otpCode, session } from "./sign-in.ts";
import { done, id, idParam, instant, text } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import {
  challenge,
  passkeyAssertion,
  passkeyAttestation,
  passkeyCreation,
  passkeyRequest,
} from "./passkeys.ts";
import { routes } from "../routes.ts";
import { laterRoutes } from "../later-routes.ts";

const tag = "Sign-in security";

export const passkeyChallenge = endpoint(routes.passkeyChallenge, {
  tag,
  summary: "Begin a sign-in with a passkey, without a password (D45)",
  access: "public",
  response: passkeyRequest,
  errors: [429],
});

export const signInByFactor = endpoint(routes.signInByFactor, {
  tag,
  summary: "Finish a sign-in with a passkey, an app's code or a recovery code (D45)",
  access: "public",
  body: z.union(
    [
      z.object({
        challenge,
        /** A six-digit code of the authenticator app, or a recovery code. */
        code: z.string().trim().min(6, t("Enter the code")).max(40),
      }),
      z.object({ challenge, passkey: passkeyAssertion }),
    ],
    t("Send a challenge, with a code of at least 6 characters or a passkey"),
  ),
  response: session,
  errors: [401, 403, 429],
});

/** The second factors of an account, as its owner sees them. */
export const ownFactorsSchema = z
  .object({
    passkeys: z.array(
      z.object({
        id,
        name: z.string(),
        /** Whether a password manager syncs it to other devices. */
        synced: z.boolean(),
        createdAt: instant,
        lastUsedAt: instant.nullable(),
      }),
    ),
    /** Null without an authenticator app. */
    appAddedAt: instant.nullable(),
    recoveryCodesLeft: z.int(),
    /** `later`: staff have none yet, before the date that the operator set. */
    need: z.enum(["none", "later", "now"]),
    /** First day on which staff need one; null when it is needed now or never. */
    neededFrom: z.iso.date().nullable(),
  })
  .meta({ id: "OwnFactors" });
export type OwnFactors = z.infer<typeof ownFactorsSchema>;

export const ownFactors = endpoint(routes.ownFactors, {
  tag,
  withoutFactor: true,
  summary: "Your passkeys, authenticator app and recovery codes",
  access: "user",
  permission: null,
  response: ownFactorsSchema,
});

export const confirmChallenge = endpoint(laterRoutes.confirmChallenge, {
  tag,
  withoutFactor: true,
  summary: "Begin to confirm with a passkey; null if you have none (D41)",
  access: "user",
  permission: null,
  response: z.object({ passkey: passkeyRequest.nullable() }),
});

export const newPasskey = endpoint(laterRoutes.newPasskey, {
  tag,
  withoutFactor: true,
  confirmAgain: true,
  summary: "Begin to add a passkey",
  access: "user",
  permission: null,
  response: passkeyCreation,
  errors: [409],
});

/** The first factor comes with recovery codes, which are shown only once. */
const added = z.object({ recoveryCodes: z.array(z.string()).nullable() });

export const addPasskey = endpoint(laterRoutes.addPasskey, {
  tag,
  withoutFactor: true,
  confirmAgain: true,
  summary: "Add a passkey; ends your other sessions",
  access: "user",
  permission: null,
  body: z.object({ challenge, name: text(1, 60), passkey: passkeyAttestation }),
  response: added,
  errors: [409],
});

export const removePasskey = endpoint(laterRoutes.removePasskey, {
  tag,
  confirmAgain: true,
  summary: "Remove a passkey; ends your other sessions",
  access: "user",
  permission: null,
  params: z.object({ id: idParam }),
  response: done,
  errors: [404, 409],
});

export const newApp = endpoint(laterRoutes.newApp, {
  tag,
  withoutFactor: true,
  confirmAgain: true,
  summary: "Begin to add an authenticator app, replacing an earlier one",
  access: "user",
  permission: null,
  response: z.object({
    challenge,
    /** Base32, for manual entry. */
    secret: z.string(),
    /** `otpauth://` URI, for a QR code. */
    uri: z.string(),
  }),
});

export const addApp = endpoint(laterRoutes.addApp, {
  tag,
  withoutFactor: true,
  confirmAgain: true,
  summary: "Add the authenticator app with its first code; ends your other sessions",
  access: "user",
  permission: null,
  body: z.object({ challenge, code: otpCode }),
  response: added,
});

export const removeApp = endpoint(laterRoutes.removeApp, {
  tag,
  confirmAgain: true,
  summary: "Remove your authenticator app; ends your other sessions",
  access: "user",
  permission: null,
  response: done,
  errors: [404, 409],
});

export const renewRecoveryCodes = endpoint(laterRoutes.renewRecoveryCodes, {
  tag,
  confirmAgain: true,
  summary: "Create ten new recovery codes; earlier ones stop working",
  access: "user",
  permission: null,
  response: z.object({ recoveryCodes: z.array(z.string()) }),
  errors: [409],
});

export const resetFactors = endpoint(laterRoutes.resetFactors, {
  secondPerson: ["BIDDER_SIGN_OUT"],
  tag,
  confirmAgain: true,
  summary: "Remove another user's passkeys, app and recovery codes, and end their sessions",
  access: "admin",
  permission: "users",
  params: z.object({ id: idParam }),
  body: z.object({ reason: text(3, 500) }),
  response: done,
  errors: [404, 409],
});
