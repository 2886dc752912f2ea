import { msg } from "@gavelyard/messages/text";
import { insertAudit } from "../audit/sql.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/pool.ts";
import { insertDocument } from "../documents/sql.ts";
import { storeDocument } from "../documents/store-document.ts";
import { act } from "../events/act.ts";
import type { Actor } from "../http/actor.ts";
import { Refusal, notFound } from "../refusal.ts";
import type { UploadedFile } from "../http/uploads/uploads.ts";
import { countExitPictures, insertExitPicture } from "./gate-sql.ts";
import { openLot } from "./lock-sale.ts";
import { releaseOf } from "./payments-sql.ts";
import { winOf } from "./pickups-sql.ts";

const MAX_PICTURES = 10;

/**
 * Stores a picture of a paid unit before it leaves, for its buyer and for us (D73).
 * @throws Refusal 404; 409 before it is paid, once it has left, or with 10 pictures
 */
export async function addExitPicture(
  context: Context,
  awardId: number,
  upload: UploadedFile,
  by: Actor,
): Promise<void> {
  const win = await winOf(context.pool, awardId);
  if (win === null) throw notFound(msg("Award not found"));
  await refusePicture(context.pool, awardId);
  const document = await storeDocument(context, upload, {
    userId: win.userId,
    purpose: "EXIT_PICTURE",
  });
  await act(context, async (tx) => {
    const sale = await openLot(tx, win.lotId);
    await refusePicture(tx, awardId);
    await insertDocument(tx, document);
    await insertExitPicture(tx, awardId, document.id, by.userId);
    await insertAudit(tx, {
      actorId: by.userId,
      action: "exit-picture-taken",
      subjectType: "inventory",
      subjectId: sale.inventoryId,
      after: { awardId, documentId: document.id },
      ip: by.ip,
    });
  });
}

async function refusePicture(db: Db, awardId: number): Promise<void> {
  const release = await releaseOf(db, awardId);
  if (release === null)
    throw new Refusal("too-early", msg("This unit isn't paid, so it can't leave"));
  if (release.released_at !== null)
    throw new Refusal("already-done", msg("This unit has already left the yard"));
  if ((await countExitPictures(db, awardId)) >= MAX_PICTURES)
    throw new Refusal("wrong-state", msg("This unit has 10 pictures already"));
}
