import { t } from "@gavelyard/messages/text";
import * as factors from "@gavelyard/contract/sign-in/factors";
import type { FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import type { Principal } from "../../http/access.ts";
import { deviceOf } from "../../network/device.ts";
import type { Serve } from "../../http/serve.ts";
import type { Sessions } from "../sessions.ts";
import {
  addApp,
  addPasskey,
  beginApp,
  beginPasskey,
  removeApp,
  removePasskey,
  renewRecoveryCodes,
  type FactorOwner,
} from "./change-factors.ts";
import { beginConfirm } from "./confirm-by-passkey.ts";
import { beginPasskeySignIn, signInByFactor } from "./sign-in-by-factor.ts";
import { appOf, factorNeed, passkeysOf, recoveryCodesLeft } from "./sql.ts";

/** Routes that sign in with passkeys, apps and recovery codes, and that manage them (D45). */
export function factorRoutes(
  serve: Serve,
  context: Context,
  sessions: Sessions,
  refuseSignIn: (request: FastifyRequest, email: string) => void,
): void {
  const { pool, settings } = context;
  const owner = (user: Principal, request: FastifyRequest): FactorOwner => ({
    user,
    device: deviceOf(request),
  });

  serve(factors.passkeyChallenge, ({ request }) => beginPasskeySignIn(context, deviceOf(request)));

  serve(factors.signInByFactor, ({ body, request }) =>
    signInByFactor(context, sessions, body, {
      device: deviceOf(request),
      refuse: (email) => refuseSignIn(request, email),
    }),
  );

  serve(factors.ownFactors, async ({ user }) => {
    const { userId } = user;
    const [passkeys, app, left, { need, needed_from }] = await Promise.all([
      passkeysOf(pool, userId),
      appOf(pool, userId),
      recoveryCodesLeft(pool, userId),
      factorNeed(pool, userId, settings.staffFactorFrom),
    ]);
    return {
      passkeys: passkeys.map((row) => ({
        id: row.id,
        name: row.name,
        synced: row.synced,
        createdAt: row.created_at.toISOString(),
        lastUsedAt: row.last_used_at?.toISOString() ?? null,
      })),
      appAddedAt: app?.added_at.toISOString() ?? null,
      recoveryCodesLeft: left,
      need,
      neededFrom: needed_from,
    };
  });

  serve(factors.confirmChallenge, async ({ user }) => ({
    passkey: await beginConfirm(context, user.userId),
  }));

  serve(factors.newPasskey, ({ user }) => beginPasskey(context, user));
  serve(factors.addPasskey, async ({ body, user, request }) => ({
    recoveryCodes: await addPasskey(context, owner(user, request), body),
  }));
  serve(factors.removePasskey, async ({ params, user, request }) => {
    await removePasskey(context, owner(user, request), params.id);
    return { message: t("Passkey removed. We signed out your other devices.") };
  });

  serve(factors.newApp, ({ user }) => beginApp(context, user.userId));
  serve(factors.addApp, async ({ body, user, request }) => ({
    recoveryCodes: await addApp(context, owner(user, request), body),
  }));
  serve(factors.removeApp, async ({ user, request }) => {
    await removeApp(context, owner(user, request));
    return { message: t("Authenticator app removed. We signed out your other devices.") };
  });

  serve(factors.renewRecoveryCodes, async ({ user, request }) => ({
    recoveryCodes: await renewRecoveryCodes(context, owner(user, request)),
  }));
}
