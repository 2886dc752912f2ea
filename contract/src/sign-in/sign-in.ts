import { t } from "@gavelyard/messages/text";
import { z } from "zod";
import { roles } from "@gavelyard/domain/users/roles";
import { browserTimeZone, done, email, id, instant, text } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { termsVersion } from "@gavelyard/domain/terms";
import { challenge, passkeyAssertion, passkeyRequest } from "./passkeys.ts";
import { routes } from "../routes.ts";
import { laterRoutes } from "../later-routes.ts";

export const role = z.enum(roles);

/** A session as the client stores it (section 3). `id` repeats `userId` for older clients. */
export const session = z
  .object({
    jwt: z.string(),
    userId: id,
    id,
    userRole: role,
    name: z.string(),
    email: z.string(),
    message: z.string(),
  })
  .meta({ id: "Session" });
export type Session = z.infer<typeof session>;

/** Only the length is checked here; the domain's password rules reject common passwords (D6). */
export const newPassword = z
  .string()
  .min(8, t("Must have at least 8 characters"))
  .max(128, t("Must have at most 128 characters"));

export const phoneNumber = z
  .string()
  .transform((value) => value.replace(/[\s().-]/g, ""))
  .pipe(z.string().regex(/^\+?\d{7,15}$/, t("Enter a phone number with 7 to 15 digits")));

/** A person's name, for emails and lists: without control and bidirectional characters. */
export const personName = text(2, 80).refine(
  (value) => !/[\p{Cc}\u202A-\u202E\u2066-\u2069]/u.test(value),
  t("Must have no control characters"),
);

/** The version of the terms that somebody accepts: the current one (D78). */
export const acceptedTerms = z.literal(
  termsVersion,
  t("Our terms have changed. Reload the page to read them."),
);

export const signupBody = z.object({
  name: personName,
  email,
  /** Required of customers. The owner of a support account sets one by email (D58). */
  password: newPassword.optional(),
  phoneNumber: phoneNumber.optional(),
  /** The browser's. It sets the hour of daily alerts (D48). */
  timeZone: browserTimeZone,
  /** From `verifyotp`. Without it, only the network that verified the address can sign up (D43). */
  verificationToken: z.string().min(1).max(100).optional(),
  /** Clients that show the terms send it; others accept them with their first bid on our pages. */
  acceptedTerms: acceptedTerms.optional(),
  /** Only a caller with an administrator's token may request a staff role (D4). */
  role: z.enum(["ROLE_CUSTOMER", "ROLE_ADMIN_SUPPORT"]).default("ROLE_CUSTOMER"),
});

export const otpCode = z
  .string()
  .trim()
  .regex(/^\d{6}$/, t("Enter the six-digit code"));

/**
 * Random ID of a sign-up, chosen by the client. A code requested with it works from any network,
 * but only with the same ID (D43).
 */
const requestId = z.string().min(22).max(100).optional();

/** The response to a correct password if the account has a second factor (D45). */
export const secondStep = z
  .object({
    secondStep: z.object({
      /** To send back with the factor within five minutes. */
      challenge,
      /** Null when the account has no passkey. */
      passkey: passkeyRequest.nullable(),
      app: z.boolean(),
    }),
    message: z.string(),
  })
  .meta({ id: "SecondStep" });
export type SecondStep = z.infer<typeof secondStep>;

export const login = endpoint(routes.login, {
  tag: "Auth",
  summary: "Sign in with email and password; accounts with a second factor get a second step",
  access: "public",
  queue: "sign-in",
  body: z.object({ email, password: z.string().min(1, t("Enter your password")).max(128) }),
  response: z.union([session, secondStep]),
  errors: [401, 403, 429],
});

export const signup = endpoint(routes.signup, {
  tag: "Auth",
  summary:
    "Create an account for a verified email address; administrators create support accounts, without a token in the response",
  access: "public",
  queue: "sign-in",
  body: signupBody,
  response: session,
  errors: [403, 409, 429],
});

export const sendOtp = endpoint(routes.sendOtp, {
  tag: "Auth",
  summary: "Send a six-digit code to an email address",
  access: "public",
  queue: "sign-in",
  body: z.object({ email, requestId }),
  response: done,
  errors: [429],
});

export const verifyOtp = endpoint(routes.verifyOtp, {
  tag: "Auth",
  summary: "Verify the code; the address stays verified for 15 minutes",
  access: "public",
  queue: "sign-in",
  body: z.object({ email, otp: otpCode, requestId }),
  response: done.extend({ verificationToken: z.string() }),
  errors: [429],
});

export const refreshToken = endpoint(routes.refreshToken, {
  tag: "Auth",
  summary: "Exchange a token for a new one, once and up to 7 days after it expires",
  access: "public",
  queue: "sign-in",
  body: z.object({ token: z.string().min(1).max(4096) }),
  response: z.object({ jwt: z.string() }),
  errors: [401, 429],
});

export const logout = endpoint(routes.logout, {
  tag: "Auth",
  summary: "Sign out: the token, even an expired one, and its successors stop working",
  access: "public",
  queue: "sign-in",
  response: done,
});

export const forgotPassword = endpoint(routes.forgotPassword, {
  tag: "Auth",
  summary: "Send a password reset link; the response is the same for every address",
  access: "public",
  queue: "sign-in",
  input: "anywhere",
  body: z.object({ email }),
  response: done,
  errors: [429],
});

export const resetPassword = endpoint(routes.resetPassword, {
  tag: "Auth",
  summary: "Reset the password with the token from the link; ends all sessions",
  access: "public",
  queue: "sign-in",
  input: "anywhere",
  body: z.object({ token: z.string().trim().min(1).max(200), newPassword }),
  response: done,
  errors: [403, 429],
});

export const changePassword = endpoint(laterRoutes.changePassword, {
  tag: "Auth",
  summary: "Change the password, given the current one; ends all other sessions",
  access: "user",
  permission: null,
  subject: "userId",
  input: "anywhere",
  body: z.object({
    userId: id,
    currentPassword: z.string().min(1, t("Enter your current password")).max(128),
    newPassword,
  }),
  response: done,
  errors: [429],
});

export const ownSession = z
  .object({
    id: z.uuid(),
    /** Whether it is the session of this call. */
    current: z.boolean(),
    startedAt: instant,
    lastUsedAt: instant,
    ip: z.string().nullable(),
    userAgent: z.string().nullable(),
  })
  .meta({ id: "OwnSession" });

export const listSessions = endpoint(routes.listSessions, {
  tag: "Auth",
  summary: "Your active sessions, newest first",
  access: "user",
  permission: null,
  response: z.array(ownSession),
});

export const confirmAgain = endpoint(routes.confirmAgain, {
  tag: "Auth",
  withoutFactor: true,
  summary:
    "Confirm with your password or a passkey; sensitive calls then work for ten minutes (D41)",
  access: "user",
  permission: null,
  body: z.union(
    [
      z.object({ password: z.string().min(1, t("Enter your password")).max(128) }),
      z.object({ challenge, passkey: passkeyAssertion }),
    ],
    t("Send a password, or a challenge and a passkey"),
  ),
  response: done,
  errors: [429],
});

export const endSession = endpoint(laterRoutes.endSession, {
  tag: "Auth",
  confirmAgain: true,
  summary: "Sign out another device",
  access: "user",
  permission: null,
  params: z.object({ id: z.uuid() }),
  response: done,
  errors: [404],
});
