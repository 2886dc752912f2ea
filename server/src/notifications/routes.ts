import { t } from "@gavelyard/messages/text";
import { changeNotifications, ownNotifications } from "@gavelyard/contract/users/notifications";
import { userEvent } from "@gavelyard/contract/realtime";
import type { Context } from "../context.ts";
import type { Serve } from "../http/serve.ts";
import { changeNotificationsOf, notificationsOf } from "./sql.ts";

export function notificationRoutes(serve: Serve, { pool }: Context): void {
  serve(ownNotifications, async ({ user }) =>
    (await notificationsOf(pool, user.userId)).flatMap(({ id, event, read }) => {
      // A newer version may have written one that this version can't show.
      const { data } = userEvent.safeParse(event);
      return data === undefined ? [] : [{ id, event: data, read }];
    }),
  );

  serve(changeNotifications, async ({ user, body }) => {
    await changeNotificationsOf(pool, user.userId, body);
    return { message: t("Notifications updated") };
  });
}
