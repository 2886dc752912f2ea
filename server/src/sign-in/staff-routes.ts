import { id } from "@gavelyard/contract/common";
import { resetFactors as resetSecondFactors } from "@gavelyard/contract/sign-in/factors";
import { endUserSession, endUserSessions } from "@gavelyard/contract/users/users-staff";
import { t } from "@gavelyard/messages/text";
import type { FastifyRequest } from "fastify";
import type { PoolClient } from "pg";
import { z } from "zod";
import type { ProductEvent } from "../events/events.ts";
import type { Principal } from "../http/access.ts";
import { actorOf, type Actor } from "../http/actor.ts";
import type { Serve } from "../http/serve.ts";
import type { Proposals } from "../proposals/proposals.ts";
import { endSessions } from "./end-sessions.ts";
import { resetFactors } from "./factors/reset-factors.ts";

/** What an administrator does that signs a user out, as it is stored in a proposal (D38). */
const signOutInput = z.discriminatedUnion("act", [
  z.object({ act: z.literal("SESSIONS"), id, signIn: z.uuid().nullable() }),
  z.object({ act: z.literal("FACTORS"), id, reason: z.string() }),
]);

/** Calls with which administrators sign others out. */
export function authStaffRoutes(serve: Serve, proposals: Proposals): void {
  const work = (
    tx: PoolClient,
    record: (event: ProductEvent) => void,
    input: z.output<typeof signOutInput>,
    actor: Actor,
  ): Promise<void> =>
    input.act === "SESSIONS"
      ? endSessions(tx, record, input.id, input.signIn, actor)
      : resetFactors(tx, record, input.id, { by: actor, reason: input.reason });
  const signOuts = proposals.register("BIDDER_SIGN_OUT", signOutInput, work);
  const signOut = (
    input: z.output<typeof signOutInput>,
    user: Principal,
    request: FastifyRequest,
  ) => {
    return signOuts.run(input, actorOf(user, request));
  };

  serve(endUserSessions, async ({ params, user, request }) => {
    await signOut({ act: "SESSIONS", id: params.userId, signIn: null }, user, request);
    return { message: t("User signed out everywhere") };
  });
  serve(endUserSession, async ({ params, user, request }) => {
    await signOut({ act: "SESSIONS", id: params.userId, signIn: params.id }, user, request);
    return { message: t("Device signed out") };
  });
  serve(resetSecondFactors, async ({ params, body, user, request }) => {
    await signOut({ act: "FACTORS", id: params.id, reason: body.reason }, user, request);
    return { message: t("Second factors removed. The user is signed out everywhere.") };
  });
}
