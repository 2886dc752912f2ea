import * as contract from "@gavelyard/contract/inventory/yard-pictures";
import type { Context } from "../../context.ts";
import { actorOf } from "../../http/actor.ts";
import type { Serve } from "../../http/serve.ts";
import { digestOf } from "../../http/uploads/uploads.ts";
import type { PictureStore } from "../../media/picture-store.ts";
import { altOf, changeImages, placePictures, receivePictures } from "../arrange-images.ts";
import { noSuchUnit } from "../enter-unit.ts";
import { unitById } from "../stock-sql.ts";
import { cameBefore, insertUpload } from "./sql.ts";

/** Route for pictures that staff take in the yard (D86). */
export function yardPictureRoutes(serve: Serve, context: Context, pictures: PictureStore): void {
  const { pool, publicUrl } = context;

  serve(contract.addYardPicture, async ({ params, body, user, request }) => {
    const { id: inventoryId, key } = params;
    const unit = await unitById(pool, inventoryId);
    if (unit === null) throw noSuchUnit();
    const [upload] = request.uploads;
    // The contract requires the file.
    if (upload === undefined) throw new Error("a form came without its picture");
    const sent = { key, inventoryId, sha256: await digestOf(upload) };
    if (await cameBefore(pool, sent)) return { inventoryId, added: false };
    const received = await receivePictures(pictures, request.uploads, [], publicUrl);
    const [picture] = received.stored;
    if (picture === undefined) throw new Error("a picture was not stored");
    let added = false;
    await changeImages(
      context,
      inventoryId,
      async (tx) => {
        // The lock of the unit makes another upload of the same picture wait until here.
        if (await cameBefore(tx, sent)) return null;
        const alt = altOf(unit);
        await placePictures(tx, inventoryId, received, { kind: body.kind, alt });
        await insertUpload(tx, { ...sent, mediaId: picture.id });
        added = true;
        return null;
      },
      actorOf(user, request),
    );
    return { inventoryId, added };
  });
}
