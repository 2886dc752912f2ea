import { msg, t } from "@gavelyard/messages/text";
import { id } from "@gavelyard/contract/common";
import * as contract from "@gavelyard/contract/sales/gate";
import { fallbackZone } from "@gavelyard/domain/time-zone";
import { z } from "zod";
import type { Context } from "../context.ts";
import { actorOf } from "../http/actor.ts";
import { badRequest } from "../refusal.ts";
import { limitByTarget, type RateLimit } from "../http/limits/rate-limits.ts";
import type { Serve } from "../http/serve.ts";
import { yardsByName } from "../inventory/stock-sql.ts";
import type { Proposals } from "../proposals/proposals.ts";
import { twoPersonRule } from "../proposals/sql.ts";
import { addExitPicture } from "./add-exit-picture.ts";
import { unitsAtGate, yardOfAward } from "./gate-sql.ts";
import { deliveryParts } from "./delivery/open-delivery.ts";
import { releaseUnit } from "./pickup/release-unit.ts";

/** Limit of tries at a unit's gate PIN. */
const gateTries: RateLimit = { name: "gate-pin", tries: 5, windowSec: 600 };

/** Older proposals have no carrier of ours, or no plate. */
const releaseInput = contract.releaseUnit.body
  .omit({ gatePin: true })
  .extend({ awardId: id, byCarrier: z.boolean().default(false) });

/** Routes with which staff at a yard's gate let sold units leave (D29, D62, D73). */
export function gateRoutes(serve: Serve, context: Context, proposals: Proposals): void {
  const { pool, secrets } = context;
  const cipher = () => secrets.cipher("gate PINs");
  const release = proposals.register("UNIT_RELEASE", releaseInput, (tx, record, input, by) =>
    releaseUnit(tx, record, input.awardId, { ...input, gatePin: null }, cipher(), by),
  );

  serve(contract.gate, async ({ query, user }) => {
    const yards = await yardsByName(pool);
    const wanted =
      (query.awardId === undefined ? null : await yardOfAward(pool, query.awardId)) ?? query.yardId;
    const yard = yards.find((one) => one.id === wanted) ?? yards[0];
    const { isOn } = await twoPersonRule(pool);
    const units = yard === undefined ? [] : await unitsAtGate(pool, yard.id, user.userId);
    return {
      yards: yards.map(({ id, name }) => ({ id, name })),
      yardId: yard?.id ?? null,
      timeZone: yard?.timeZone ?? fallbackZone,
      units: units.map((unit) => ({ ...unit, takesSecondPerson: isOn && unit.takesSecondPerson })),
    };
  });
  serve(contract.addExitPicture, async ({ params, user, request }) => {
    const [upload] = request.uploads;
    if (upload === undefined) throw badRequest(msg("picture: Take a picture"));
    await addExitPicture(context, params.id, upload, actorOf(user, request));
    return { message: t("Picture saved") };
  });
  serve(contract.releaseUnit, async ({ params, body, user, request }) => {
    const tried = await limitByTarget(context, gateTries, String(params.id));
    const by = actorOf(user, request);
    const { gatePin, ...driver } = body;
    // A proposal is saved without the PIN, after it was checked.
    await release.orPropose({ ...driver, awardId: params.id, byCarrier: false }, by, (tx, record) =>
      releaseUnit(tx, record, params.id, { ...driver, gatePin, byCarrier: false }, cipher(), by),
    );
    await tried.forgive();
    return { message: t("Unit released") };
  });
  serve(contract.handToCarrier, async ({ params, body, user, request }) => {
    const { awardId } = await deliveryParts(pool, params.id);
    const by = actorOf(user, request);
    const driver = { ...body, byCarrier: true };
    await release.orPropose({ awardId, ...driver }, by, (tx, record) =>
      releaseUnit(tx, record, awardId, { ...driver, gatePin: null }, cipher(), by),
    );
    return { message: t("Unit handed to the carrier") };
  });
}
