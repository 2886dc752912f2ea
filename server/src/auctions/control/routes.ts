import { id } from "@gavelyard/contract/common";
import * as control from "@gavelyard/contract/auctions/control";
import { z } from "zod";
import type { Context } from "../../context.ts";
import { actorOf } from "../../http/actor.ts";
import type { Serve } from "../../http/serve.ts";
import type { Proposals } from "../../proposals/proposals.ts";
import { noSuchAuction } from "../change-auction.ts";
import { controlledAuction, controlLog, controlLots } from "./sql.ts";
import {
  closeLot,
  extendLot,
  pauseAuction,
  resumeAuction,
  messageBidders,
} from "./control-lots.ts";

const closeInput = z.object({ lotId: id, reason: z.string() });

/**
 * Routes of the control room, where staff watch and steer a running auction. `watchersOf` counts
 * the live connections that follow a unit's lot, across all processes.
 */
export function controlRoutes(
  serve: Serve,
  context: Context,
  proposals: Proposals,
  watchersOf: (inventoryId: number) => number,
): void {
  const { pool } = context;
  const closing = proposals.register("LOT_CLOSE", closeInput, closeLot);
  const room = async (id: number): Promise<control.ControlRoom> => {
    const auction = await controlledAuction(pool, id);
    if (auction === null) throw noSuchAuction();
    const lots = await controlLots(pool, id, auction.now, watchersOf);
    return {
      auctionId: id,
      auctionName: auction.name,
      timeZone: auction.time_zone,
      pausedUntil: lots.find((lot) => lot.status === "UPCOMING" && lot.seq > 0)?.opensAt ?? null,
      lots,
      log: await controlLog(pool, id),
      serverTime: auction.now.toISOString(),
    };
  };

  serve(control.controlRoom, ({ params }) => room(params.id));
  serve(control.extendLot, async ({ params, body, user, request }) =>
    room(await extendLot(context, params.id, body, actorOf(user, request))),
  );
  serve(control.closeLot, async ({ params, body, user, request }) => {
    const asked = { lotId: params.id, reason: body.reason };
    return room(await closing.run(asked, actorOf(user, request)));
  });
  serve(control.pauseAuction, async ({ params, body, user, request }) => {
    await pauseAuction(context, params.id, body, actorOf(user, request));
    return room(params.id);
  });
  serve(control.resumeAuction, async ({ params, user, request }) => {
    await resumeAuction(context, params.id, actorOf(user, request));
    return room(params.id);
  });
  serve(control.messageBidders, async ({ params, body, user, request }) => {
    const told = await messageBidders(context, params.id, body.message, actorOf(user, request));
    return { told, room: await room(params.id) };
  });
}
