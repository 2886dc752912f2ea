import { msg } from "@gavelyard/messages/text";
import type { FastifyRequest } from "fastify";
import { Refusal } from "../refusal.ts";
import { isNearby, namesThisServer } from "../network/nearby.ts";
import type { Settings } from "../settings.ts";
import { isDemoAccount } from "./people.ts";

type DemoSettings = Pick<Settings, "demoPublic" | "trustProxy" | "publicUrl">;

/** Whether a request may use the demo's published sign-ins and read its mailbox (D37). */
export function mayUseDemo(
  settings: DemoSettings,
  request: Pick<FastifyRequest, "ip" | "headers">,
): boolean {
  const { demoPublic, trustProxy, publicUrl } = settings;
  return demoPublic || (isNearby(request, trustProxy) && namesThisServer(request, publicUrl));
}

/**
 * Rejects sign-ins to demo accounts, whose passwords are public, from outside the demo's network
 * (D37).
 * @throws Refusal 403
 */
export function refuseRemoteDemoAccount(
  settings: DemoSettings,
  request: Pick<FastifyRequest, "ip" | "headers">,
  email: string,
): void {
  if (isDemoAccount(email) && !mayUseDemo(settings, request))
    throw new Refusal(
      "not-in-demo",
      msg(
        "Demo accounts work only on the machine that runs the demo and on its private network. To open the demo to everyone, start it with DEMO_PUBLIC=1.",
      ),
    );
}
