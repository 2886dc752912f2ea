import { t } from "@gavelyard/messages/text";
import * as sales from "@gavelyard/contract/auctions/auctions-staff";
import { runListUnits } from "@gavelyard/contract/auctions/run-list";
import { id } from "@gavelyard/contract/common";
import { readFile } from "node:fs/promises";
import { z } from "zod";
import type { Context } from "../context.ts";
import { actorOf } from "../http/actor.ts";
import type { Serve } from "../http/serve.ts";
import type { UploadedFile } from "../http/uploads/uploads.ts";
import { pictureIdOf } from "../media/picture-address.ts";
import type { PictureStore } from "../media/picture-store.ts";
import type { Proposals } from "../proposals/proposals.ts";
import {
  changeAuction,
  createAuction,
  noSuchAuction,
  type AuctionPicture,
} from "./change-auction.ts";
import { changeStatus } from "./change-status.ts";
import {
  cancelAuction,
  removeAuctionImage,
  cancelAuctions,
  duplicateAuction,
} from "./cancel-auction.ts";
import { auctionForStaff, searchAuctions, unsettledAuctions } from "./staff-sql.ts";
import { BidTrends } from "./bid-trends.ts";
import { toRunListUnit } from "./listed-units.ts";
import { auctionPdf } from "./auction-pdf.ts";
import { listedUnits, printedLots } from "./run-list-sql.ts";
import { sendPdf } from "../documents/pdf.ts";
import { pageOf } from "../http/page.ts";

/** Page and size of lists that the call doesn't page. */
const LIST_PAGE = { page: 0, size: 500 };

/** Older proposals have no reason. */
const endInput = z.object({
  auctionId: id,
  status: z.literal("EXPIRED"),
  reason: z.string().optional(),
});

/** Routes with which staff create, change and search auctions (specification section 7). */
export function auctionStaffRoutes(
  serve: Serve,
  context: Context,
  pictures: PictureStore,
  proposals: Proposals,
): void {
  const { pool, publicUrl } = context;
  const trends = new BidTrends(pool);
  const ending = proposals.register("AUCTION_END", endInput, changeStatus);
  const detail = async (id: number): Promise<sales.AuctionForStaff> => {
    const auction = await auctionForStaff(pool, id);
    if (auction === null) throw noSuchAuction();
    return auction;
  };
  const pictureOf = async (
    uploads: readonly UploadedFile[],
    imageUrl: string | null | undefined,
  ): Promise<AuctionPicture> => {
    const [upload] = uploads;
    if (upload !== undefined) return pictures.storePicture(await readFile(upload.path));
    if (imageUrl === undefined || imageUrl === null) return imageUrl;
    return { id: pictureIdOf(imageUrl, publicUrl, "imageUrl") };
  };

  serve(sales.createAuction, async ({ body, user, request }) => {
    const { imageUrl, ...auction } = body;
    const picture = await pictureOf(request.uploads, imageUrl);
    return detail(await createAuction(context, auction, picture, actorOf(user, request)));
  });
  serve(sales.updateAuction, async ({ params, body, user, request }) => {
    const { imageUrl, ...changes } = body;
    const picture = await pictureOf(request.uploads, imageUrl);
    await changeAuction(context, params.id, changes, picture, actorOf(user, request));
    return detail(params.id);
  });
  serve(sales.changeAuctionStatus, async ({ params, body, user, request }) => {
    const by = actorOf(user, request);
    const end = { auctionId: params.id, status: "EXPIRED", reason: body.reason } as const;
    await ending.orPropose(end, by, (tx, record) =>
      changeStatus(tx, record, { ...body, auctionId: params.id }, by),
    );
    return detail(params.id);
  });
  serve(sales.deleteAuction, async ({ params, user, request }) => {
    await cancelAuction(context, params.id, actorOf(user, request));
    return { message: t("Auction canceled") };
  });
  serve(sales.bulkDeleteAuctions, ({ body, user, request }) =>
    cancelAuctions(context, body.auctionIds, actorOf(user, request)),
  );
  serve(sales.deleteAuctionImage, async ({ body, user, request }) => {
    const id = pictureIdOf(body.imageUrl, publicUrl, "imageUrl");
    await removeAuctionImage(context, id, actorOf(user, request));
    return { message: t("Picture removed") };
  });
  serve(sales.duplicateAuction, async ({ params, user, request }) =>
    detail(await duplicateAuction(context, params.id, actorOf(user, request))),
  );

  serve(sales.printAuction, async ({ params, query, reply }) => {
    const auction = await detail(params.id);
    const pdf = await auctionPdf(auction, await printedLots(pool, params.id), query.kind);
    await sendPdf(reply, query.kind === "CATALOG" ? "catalog" : "run-list", pdf);
  });
  serve(sales.auctionByIdForStaff, ({ params }) => detail(params.id));
  serve(sales.unsettledAuctions, () => unsettledAuctions(pool));
  const shown = ["PUBLISHED", "SETTLED"];
  serve(sales.expiredAuctions, async () => {
    const search = { status: ["EXPIRED"], lifecycle: shown };
    return (await searchAuctions(pool, search, LIST_PAGE)).lines;
  });
  serve(sales.auctionsByStatus, async ({ params }) => {
    const lifecycle = params.status === "UNKNOWN" ? [...shown, "DRAFT"] : shown;
    return (await searchAuctions(pool, { status: [params.status], lifecycle }, LIST_PAGE)).lines;
  });
  serve(runListUnits, async ({ body }) => (await listedUnits(pool, body.units)).map(toRunListUnit));
  serve(sales.auctionTrends, ({ query }) => trends.of(query.auctions));
  serve(sales.searchAuctions, async ({ body }) => {
    const { lines, total } = await searchAuctions(pool, body, body);
    return pageOf(lines, total, body);
  });
}
