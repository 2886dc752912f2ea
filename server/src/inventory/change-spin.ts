import { refuseSpin } from "@gavelyard/domain/inventory/spins";
import { msg } from "@gavelyard/messages/text";
import type { PoolClient } from "pg";
import { insertAudit } from "../audit/sql.ts";
import type { Context } from "../context.ts";
import { act } from "../events/act.ts";
import { badFields, Refusal } from "../refusal.ts";
import type { UploadedFile } from "../http/uploads/uploads.ts";
import type { PictureStore } from "../media/picture-store.ts";
import { insertPicture } from "../media/sql.ts";
import { receivePictures } from "./arrange-images.ts";
import { noSuchUnit, type StaffActor, type StockContext } from "./enter-unit.ts";
import { insertSpinFrame, setSpin, spinFramesOf } from "./spin-sql.ts";
import { lockUnit } from "./stock-sql.ts";

/**
 * Stores pictures for a unit's 360° view, which don't show until they are published (D69). Returns
 * their IDs in the order of the files.
 * @throws Refusal 400 for a file that isn't a picture, 404, 409 for an archived unit
 */
export async function addSpinFrames(
  context: Context,
  pictures: PictureStore,
  inventoryId: number,
  uploads: readonly UploadedFile[],
): Promise<string[]> {
  const { stored } = await receivePictures(pictures, uploads, [], context.publicUrl);
  await act(context, async (tx) => {
    await lockLiveUnit(tx, inventoryId);
    for (const picture of stored) {
      await insertPicture(tx, picture);
      await insertSpinFrame(tx, inventoryId, picture.id);
    }
  });
  return stored.map(({ id }) => id);
}

/**
 * Publishes a unit's 360° view: uploaded pictures in order, or none to remove it.
 * @throws Refusal 400 for pictures that don't form a view, 404, 409 for an archived unit
 */
export async function publishSpin(
  context: StockContext,
  inventoryId: number,
  ids: readonly string[],
  by: StaffActor,
): Promise<void> {
  const wanted = ids.map((id) => id.toLowerCase());
  await act(context, async (tx) => {
    await lockLiveUnit(tx, inventoryId);
    const before = await spinFramesOf(tx, inventoryId);
    const known = new Map(before.map((frame) => [frame.id, frame]));
    const frames = wanted.flatMap((id) => known.get(id) ?? []);
    const refusal =
      new Set(frames).size < wanted.length
        ? msg("List pictures uploaded for this unit's 360° view, each once")
        : wanted.length === 0
          ? null
          : refuseSpin(frames);
    if (refusal !== null) throw badFields([{ path: "frames", message: refusal }]);
    await setSpin(tx, inventoryId, wanted);
    await insertAudit(tx, {
      actorId: by.userId,
      action: "spin-changed",
      subjectType: "inventory",
      subjectId: inventoryId,
      before: { spin: before.filter(({ position }) => position !== null).map(({ id }) => id) },
      after: { spin: wanted },
      ip: by.ip,
    });
  });
}

async function lockLiveUnit(tx: PoolClient, id: number): Promise<void> {
  const unit = await lockUnit(tx, id);
  if (unit === null) throw noSuchUnit();
  if (unit.status === "ARCHIVED") throw new Refusal("wrong-state", msg("This unit is archived"));
}
