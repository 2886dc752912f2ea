import type { DeliverySettings, OperatingSettings } from "@gavelyard/contract/operating-settings";
import { expect } from "vitest";
import type { AuthApp, SignedUp } from "./auth-app.ts";

/** Turns delivery on as an administrator, with the default rates except these. */
export async function deliveryOn(
  app: AuthApp,
  admin: SignedUp,
  rates: Partial<DeliverySettings["rates"]> = {},
  status = 200,
) {
  const now = await app.get("/api/adminsupport/settings", admin.jwt);
  const { updatedAt, defaultValue } = now.json<OperatingSettings>().delivery;
  const value = { isOn: true, rates: { ...defaultValue.rates, ...rates } };
  const change = { section: "delivery", value, updatedAt };
  const reply = await app.put("/api/admin/settings", change, admin.jwt);
  expect(reply.statusCode, reply.body).toBe(status);
  return reply;
}
