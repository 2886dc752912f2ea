import { msg, t } from "@gavelyard/messages/text";
import type { FastifyRequest } from "fastify";
import * as auth from "@gavelyard/contract/sign-in/sign-in";
import { denySignIn as denySignInCall, ownSecurityLog } from "@gavelyard/contract/security-log";
import type { Context } from "../context.ts";
import { securityEventsOf } from "../audit/security-sql.ts";
import { bearerToken } from "../http/access.ts";
import { act } from "../events/act.ts";
import { notFound } from "../refusal.ts";
import { limitByAddress } from "../http/limits/rate-limits.ts";
import type { Serve } from "../http/serve.ts";
import { deviceOf, isUnattended } from "../network/device.ts";
import { denySignIn } from "./deny-sign-in.ts";
import { confirmPassword } from "./confirm-password.ts";
import { confirmByPasskey } from "./factors/confirm-by-passkey.ts";
import { authLimits } from "./limits.ts";
import { logIn } from "./log-in.ts";
import { changePassword, resetPassword } from "./choose-password.ts";
import { forgotPassword } from "./forgot-password.ts";
import { markConfirmed, revokeSignIn, signInsOf } from "./session-sql.ts";
import { sendCode } from "./send-code.ts";
import type { Sessions } from "./sessions.ts";
import { openSupport } from "./open-support.ts";
import { signUp } from "./sign-up.ts";
import { verifyCode } from "./verify-code.ts";

const OWN_ENTRIES = 50;

/** Throws a Refusal for an address that may not sign in with this request. */
type RefuseSignIn = (request: FastifyRequest, email: string) => void;

/**
 * Routes to sign up, in and out, and to manage passwords and sessions (specification section 7, D2,
 * D4 to D6).
 */
export function authRoutes(
  serve: Serve,
  context: Context,
  sessions: Sessions,
  refuseSignIn: RefuseSignIn,
): void {
  serve(auth.login, ({ body, request }) => {
    refuseSignIn(request, body.email);
    return logIn(context, sessions, body, deviceOf(request));
  });

  serve(auth.signup, ({ body, user, request }) => {
    const device = deviceOf(request);
    return body.role === "ROLE_ADMIN_SUPPORT"
      ? openSupport(context, body, { caller: user, device })
      : signUp(context, sessions, body, device);
  });

  serve(auth.sendOtp, async ({ body, request }) => {
    await sendCode(context, body, deviceOf(request));
    return { message: t("We've sent an email to this address") };
  });

  serve(auth.verifyOtp, async ({ body, request }) => {
    const verificationToken = await verifyCode(context, body, deviceOf(request));
    return { message: t("Your email address is verified"), verificationToken };
  });

  serve(auth.refreshToken, async ({ body, request }) => {
    const device = deviceOf(request);
    await limitByAddress(context, authLimits.refreshByAddress, device.ip ?? "none");
    return { jwt: await sessions.refresh(body.token, device, isUnattended(request)) };
  });

  serve(auth.logout, async ({ request }) => {
    const token = bearerToken(request.headers.authorization);
    if (token !== null) await sessions.signOut(token);
    return { message: t("Signed out") };
  });

  serve(auth.forgotPassword, async ({ body, request }) => {
    await forgotPassword(context, body.email, deviceOf(request));
    return { message: t("If this address has an account, we've sent it a link") };
  });

  serve(auth.resetPassword, async ({ body, request }) => {
    await resetPassword(context, body, deviceOf(request));
    return { message: t("Password changed. Sign in with your new password.") };
  });

  serve(auth.changePassword, async ({ body, user, request }) => {
    await changePassword(context, body, { user, device: deviceOf(request) });
    return { message: t("Password changed. We signed out your other devices.") };
  });

  serve(auth.listSessions, async ({ user }) => {
    const rows = await signInsOf(context.pool, user.userId, user.jti);
    return rows.map((row) => ({
      id: row.family,
      current: row.current,
      startedAt: row.started_at.toISOString(),
      lastUsedAt: row.last_used_at.toISOString(),
      ip: row.ip,
      userAgent: row.user_agent,
    }));
  });

  serve(ownSecurityLog, async ({ user }) => {
    const rows = await securityEventsOf(context.pool, user.userId, OWN_ENTRIES);
    return rows.map(({ id, at, kind, ip, device }) => ({
      id,
      at: at.toISOString(),
      kind,
      ip,
      device,
    }));
  });

  serve(denySignInCall, async ({ body, request }) => {
    await denySignIn(context, body.token, deviceOf(request));
    return { message: t("We signed out that device") };
  });

  serve(auth.confirmAgain, async ({ body, user, request }) => {
    if ("passkey" in body) await confirmByPasskey(context, user, body);
    else {
      await confirmPassword(context, user.userId, body.password, deviceOf(request));
      await markConfirmed(context.pool, user.jti);
    }
    return { message: t("Confirmed for ten minutes") };
  });

  serve(auth.endSession, async ({ params, user }) => {
    await act(context, async (tx, record) => {
      if (!(await revokeSignIn(tx, user.userId, params.id)))
        throw notFound(msg("That device isn't signed in"));
      record({ type: "access-changed", userId: user.userId });
    });
    return { message: t("Device signed out") };
  });
}
