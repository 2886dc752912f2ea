import * as contract from "@gavelyard/contract/operating-settings";
import type { PoolClient } from "pg";
import type { Context } from "../context.ts";
import { actorOf, type Actor } from "../http/actor.ts";
import type { Serve } from "../http/serve.ts";
import { isTaxSet } from "../inventory/tax-sql.ts";
import type { Proposals } from "../proposals/proposals.ts";
import { changeSetting } from "./change-setting.ts";
import { presentSettings } from "./present.ts";
import { settingRows } from "./sql.ts";

export function operatingSettingsRoutes(
  serve: Serve,
  context: Context,
  proposals: Proposals,
): void {
  const work = (tx: PoolClient, _record: unknown, change: contract.SettingChange, by: Actor) =>
    changeSetting(context, tx, change, by);
  const weakening = proposals.register("TWO_PERSON_RULE", contract.settingChange, work);
  proposals.register("SETTING", contract.settingChange, work);

  serve(contract.operatingSettings, async () =>
    presentSettings(await settingRows(context.pool), context.settings),
  );
  serve(contract.saleTerms, async () => {
    const present = presentSettings(await settingRows(context.pool), context.settings);
    return {
      fees: present.fees.value,
      taxedByPlace: await isTaxSet(context.pool),
      increments: present.increments.value,
      softClose: present.softClose.value,
      bidLimit: present.bidLimit.value,
    };
  });
  serve(contract.changeSetting, ({ body, user, request }) =>
    weakening.run(body, actorOf(user, request)),
  );
}
