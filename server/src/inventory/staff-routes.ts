import { t } from "@gavelyard/messages/text";
import * as stock from "@gavelyard/contract/inventory/inventory-staff";
import { maxLots } from "@gavelyard/domain/auctions/run-list";
import { trendDays } from "@gavelyard/domain/figures";
import { centsToDollars } from "@gavelyard/domain/money";
import { publishGaps } from "@gavelyard/domain/inventory/unit-rules";
import type { Context } from "../context.ts";
import { act } from "../events/act.ts";
import { actorOf } from "../http/actor.ts";
import type { Serve } from "../http/serve.ts";
import type { PictureStore } from "../media/picture-store.ts";
import {
  altOf,
  rearranged,
  changeImages,
  placePictures,
  receivePictures,
  without,
} from "./arrange-images.ts";
import { amongOf } from "./imports/among.ts";
import type { Catalogue } from "./catalogue/catalogue.ts";
import { located } from "../http/distance.ts";
import { detailOfAny } from "./detail-sql.ts";
import { addSpinFrames, publishSpin } from "./change-spin.ts";
import { addVideo, changeVideo, removeVideo } from "./change-videos.ts";
import { changeUnit, enterUnit, noSuchUnit } from "./enter-unit.ts";
import { duplicateUnit, moveUnit } from "./list-unit.ts";
import { hasSellers, sellerName, sellersNamed } from "./sellers-sql.ts";
import { cardsByIds } from "./sql.ts";
import { factsOf, sameVins, termsOfUnits, unitById, unitNames, yardsByName } from "./stock-sql.ts";
import { viewsByDay } from "./views-sql.ts";
import { pageOf } from "../http/page.ts";

/** Routes with which staff create, change and search units (specification section 7). */
export function stockRoutes(
  serve: Serve,
  context: Context,
  pictures: PictureStore,
  catalogue: Catalogue,
): void {
  const { pool, publicUrl } = context;
  const detail = (id: number) => unitForStaff(context, id);

  serve(stock.createInventory, async ({ body, user, request }) => {
    const { imageUrllist = [], ...unit } = body;
    const by = actorOf(user, request);
    const added = await receivePictures(pictures, request.uploads, imageUrllist, publicUrl);
    const id = await act(context, async (tx) => {
      const entered = await enterUnit(tx, unit, by);
      await placePictures(tx, entered, added, { kind: "EXTERIOR", alt: nameOf(unit) });
      return entered;
    });
    return detail(id);
  });

  serve(stock.updateInventory, async ({ body, user, request }) => {
    const { imageUrllist = [], ...changes } = body;
    const added = await receivePictures(pictures, request.uploads, imageUrllist, publicUrl);
    await changeUnit(context, changes, actorOf(user, request), async (tx) => {
      const unit = await unitById(tx, changes.id);
      const alt = unit === null ? "" : altOf(unit);
      await placePictures(tx, changes.id, added, { kind: "EXTERIOR", alt });
    });
    return detail(changes.id);
  });

  serve(stock.deleteInventory, async ({ params, user, request }) => {
    await moveUnit(context, params.id, "ARCHIVED", actorOf(user, request));
    return { message: t("Unit archived") };
  });
  serve(stock.publishInventory, async ({ params, user, request }) => {
    await moveUnit(context, params.id, "AVAILABLE", actorOf(user, request));
    return detail(params.id);
  });
  serve(stock.withdrawInventory, async ({ params, user, request }) => {
    await moveUnit(context, params.id, "WITHDRAWN", actorOf(user, request));
    return detail(params.id);
  });
  serve(stock.unitViewsByDay, ({ query }) => viewsByDay(pool, query.units, trendDays));
  serve(stock.unitTerms, ({ query }) => termsOfUnits(pool, query.units));
  serve(stock.yards, () => yardsByName(pool));
  serve(stock.sellerNames, async ({ query }) => ({
    any: await hasSellers(pool),
    found: await sellersNamed(pool, query.q),
  }));
  serve(stock.duplicateInventory, async ({ params, user, request }) =>
    detail(await duplicateUnit(context, params.id, actorOf(user, request))),
  );

  serve(stock.addImages, async ({ params, body, user, request }) => {
    const { imageUrllist = [], kind, alt } = body;
    const unit = await unitById(pool, params.id);
    if (unit === null) throw noSuchUnit();
    const added = await receivePictures(pictures, request.uploads, imageUrllist, publicUrl);
    const words = alt ?? altOf(unit);
    await changeImages(
      context,
      params.id,
      async (tx) => {
        await placePictures(tx, params.id, added, { kind, alt: words });
        return null;
      },
      actorOf(user, request),
    );
    return detail(params.id);
  });

  serve(stock.deleteImages, async ({ params, body, user, request }) => {
    await changeImages(
      context,
      params.id,
      async (_tx, before) => without(before, body.imageUrllist, publicUrl),
      actorOf(user, request),
    );
    return detail(params.id);
  });

  serve(stock.arrangeImages, async ({ params, body, user, request }) => {
    await changeImages(
      context,
      params.id,
      async (_tx, before) => rearranged(before, body.images),
      actorOf(user, request),
    );
    return detail(params.id);
  });

  serve(stock.addVideo, async ({ params, body, user, request }) => {
    await addVideo(context, pictures, params.id, body, request.uploads, actorOf(user, request));
    return detail(params.id);
  });

  serve(stock.changeVideo, async ({ params, body, user, request }) => {
    const ids = { inventoryId: params.id, videoId: params.videoId };
    await changeVideo(context, pictures, ids, body, request.uploads, actorOf(user, request));
    return detail(params.id);
  });

  serve(stock.deleteVideo, async ({ params, user, request }) => {
    const ids = { inventoryId: params.id, videoId: params.videoId };
    await removeVideo(context, ids, actorOf(user, request));
    return detail(params.id);
  });

  serve(stock.addSpinFrames, async ({ params, request }) => ({
    frames: await addSpinFrames(context, pictures, params.id, request.uploads),
  }));

  serve(stock.setSpin, async ({ params, body, user, request }) => {
    await publishSpin(context, params.id, body.frames, actorOf(user, request));
    return detail(params.id);
  });

  serve(stock.unitByIdForStaff, ({ params }) => detail(params.id));
  serve(stock.searchUnits, async ({ body }) => {
    const found = await catalogue.findForStaff(await located(body), await amongOf(context, body));
    const cards = await cardsByIds(pool, found.page);
    return pageOf(
      [...cards.values()].map((card) => {
        const miles = found.miles(card.id);
        return miles === null ? card : { ...card, distanceMiles: Math.round(miles) };
      }),
      found.total,
      body,
    );
  });
  serve(stock.matchingUnits, async ({ body }) => {
    const among = await amongOf(context, body);
    const ids = await catalogue.unitsForStaff(await located(body), among);
    return unitNames(pool, [...ids.subarray(0, maxLots)]);
  });
}

const nameOf = (unit: { modelYear: number; manufacturer: string; model: string }) =>
  `${unit.modelYear} ${unit.manufacturer} ${unit.model}`;

async function unitForStaff({ pool }: Context, id: number): Promise<stock.UnitForStaff> {
  const detail = await detailOfAny(pool, id);
  const unit = await unitById(pool, id);
  if (detail === null || unit === null) throw noSuchUnit();
  const dollars = (cents: number | null) => (cents === null ? null : centsToDollars(cents));
  return {
    ...detail,
    yardId: unit.yard_id,
    seller: await sellerName(pool, unit.seller_id),
    reservePrice: dollars(unit.reserve_cents),
    buyNowPrice: dollars(unit.buy_now_cents),
    vinOverrideReason: unit.vin_override_reason,
    updatedAt: unit.updated_at.toISOString(),
    sameVin: (await sameVins(pool, id)).map(({ id, stockNumber, status }) => ({
      id,
      stockNumber,
      status,
    })),
    publishGaps: publishGaps(factsOf(unit)).map(({ field, message }) => ({ path: field, message })),
  };
}
