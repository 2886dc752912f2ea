import * as contract from "@gavelyard/contract/operating-settings";
import type { Context } from "../context.ts";
import { deviceOf } from "../http/device.ts";
import type { Serve } from "../http/serve.ts";
import { changeSetting } from "./change-setting.ts";
import { presentSettings } from "./present.ts";
import { settingRows } from "./sql.ts";

export function operatingSettingsRoutes(serve: Serve, context: Context): void {
  serve(contract.operatingSettings, async () =>
    presentSettings(await settingRows(context.pool), context.settings),
  );
  serve(contract.saleTerms, async () => {
    const present = presentSettings(await settingRows(context.pool), context.settings);
    return {
      fees: present.fees.value,
      increments: present.increments.value,
      softClose: present.softClose.value,
      bidLimit: present.bidLimit.value,
    };
  });
  serve(contract.changeSetting, ({ body, user, request }) =>
    changeSetting(context, body, { userId: user.userId, ip: deviceOf(request).ip }),
  );
}
