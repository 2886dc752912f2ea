import { t } from "@gavelyard/messages/text";
import * as contract from "@gavelyard/contract/inventory/loose-pictures";
import type { Context } from "../../context.ts";
import { actorOf } from "../../http/actor.ts";
import type { Serve } from "../../http/serve.ts";
import { leaveOut, placeByHand } from "./place-by-hand.ts";
import { countLoose, loosePictures } from "./sql.ts";

/** Pictures that the screen shows at once. */
const SHOWN = 200;

/** Routes for pictures of an import that match no unit. */
export function loosePictureRoutes(serve: Serve, context: Context): void {
  const { pool } = context;
  serve(contract.loosePictures, async ({ params }) => ({
    pictures: await loosePictures(pool, params.id, SHOWN),
    total: await countLoose(pool, params.id),
  }));
  serve(contract.placeLoosePictures, async ({ params, body, user, request }) => {
    const { inventoryId, pictures } = body;
    const by = actorOf(user, request);
    return { placed: await placeByHand(context, params.id, inventoryId, pictures, by) };
  });
  serve(contract.leaveOutLoosePictures, async ({ params, body }) => {
    await leaveOut(context, params.id, body.pictures);
    return { message: t("Pictures left out") };
  });
}
