import { msg, t } from "@gavelyard/messages/text";
import { addPushDevice, pushKey, removePushDevice } from "@gavelyard/contract/users/notifications";
import type { Context } from "../context.ts";
import { inTransaction } from "../db/transaction.ts";
import { Refusal } from "../refusal.ts";
import type { Serve } from "../http/serve.ts";
import type { Pushes } from "./pushes.ts";
import { deleteDevice, saveDevice } from "./sql.ts";

/** Maximum devices of one user; a new one replaces the oldest. */
const MAX_DEVICES = 10;

export function pushRoutes(serve: Serve, { pool }: Context, pushes: Pushes): void {
  serve(pushKey, () => ({ key: pushes.publicKey }));

  serve(addPushDevice, async ({ params: { userId }, body: { endpoint, keys }, user }) => {
    const device = { userId, jti: user.jti, endpoint, ...keys };
    if (!pushes.accepts(device)) {
      throw new Refusal(
        "value-refused",
        msg("We can't send notifications to this browser. Try Chrome, Edge, Firefox or Safari."),
      );
    }
    if (!(await inTransaction(pool, (tx) => saveDevice(tx, device, MAX_DEVICES)))) {
      throw new Refusal(
        "already-exists",
        msg(
          "This browser is set up for another account's notifications. Turn notifications off and on again.",
        ),
      );
    }
    return { message: t("Notifications turned on") };
  });

  serve(removePushDevice, async ({ params: { userId }, body: { endpoint } }) => {
    await deleteDevice(pool, userId, endpoint);
    return { message: t("Notifications turned off") };
  });
}
