import type { Image } from "@gavelyard/contract/inventory";
import { readFile } from "node:fs/promises";
import type { PoolClient } from "pg";
import { insertAudit } from "../audit/sql.ts";
import { act } from "../events/act.ts";
import { badRequest, HttpError, conflict } from "../http/errors.ts";
import type { UploadedFile } from "../http/uploads.ts";
import { pictureIdOf } from "../media/picture-address.ts";
import type { PictureStore, StoredPicture } from "../media/picture-store.ts";
import { insertPicture } from "../media/sql.ts";
import { noSuchUnit, type StaffActor, type StockContext } from "./enter-unit.ts";
import { imagesOf, knownPictures, setImages, type PlacedImage } from "./images-sql.ts";
import { lockUnit } from "./stock-sql.ts";

/** The most pictures of one unit. */
const MOST = 60;
const FIELD = "imageUrllist";

/** Pictures to be added, taken in but not yet placed. */
export interface NewPictures {
  readonly stored: readonly StoredPicture[];
  /** Of pictures that our store had already. */
  readonly known: readonly string[];
}

/**
 * Takes in uploaded pictures, re-encoded, and reads addresses of our own store; nothing is ever
 * fetched from anywhere else.
 * @throws HttpError 400 for a file that is no picture or an address that is not ours
 */
export async function takeInPictures(
  pictures: PictureStore,
  uploads: readonly UploadedFile[],
  urls: readonly string[],
  publicUrl: string,
): Promise<NewPictures> {
  const known = urls.map((url) => pictureIdOf(url, publicUrl, FIELD));
  const stored: StoredPicture[] = [];
  for (const upload of uploads) {
    stored.push(
      await pictures.storePicture(await readFile(upload.path)).catch((error: unknown) => {
        throw error instanceof HttpError && error.statusCode === 400
          ? badRequest(`imageUrllist: We can't read ${upload.fileName} as a picture`)
          : error;
      }),
    );
  }
  return { stored, known };
}

/**
 * Places pictures after those that a unit has, in the caller's transaction.
 * @throws HttpError 400 for an address of no picture, 409 when there would be over 60
 */
export async function placePictures(
  tx: PoolClient,
  inventoryId: number,
  { stored, known }: NewPictures,
  as: { readonly kind: Image["kind"]; readonly alt: string },
): Promise<void> {
  if (stored.length === 0 && known.length === 0) return;
  const before = await imagesOf(tx, inventoryId);
  const there = await knownPictures(tx, known);
  const missing = known.find((id) => !there.has(id));
  if (missing !== undefined) throw badRequest(`imageUrllist: Picture ${missing} not found`);
  for (const picture of stored) await insertPicture(tx, picture);
  const placed = new Set(before.map(({ mediaId }) => mediaId));
  const added = [...known, ...stored.map(({ id }) => id)].filter((id) => !placed.has(id));
  if (before.length + added.length > MOST)
    throw conflict(`A unit can have up to ${MOST} pictures. Remove some first.`);
  await setImages(tx, inventoryId, [...before, ...added.map((mediaId) => ({ mediaId, ...as }))]);
}

/**
 * Changes a unit's pictures by a function from what it has to what it shall have.
 * @throws HttpError 404, 409
 */
export async function changeImages(
  context: StockContext,
  inventoryId: number,
  change: (
    tx: PoolClient,
    before: readonly PlacedImage[],
  ) => Promise<readonly PlacedImage[] | null>,
  by: StaffActor,
): Promise<void> {
  await act(context, async (tx) => {
    const unit = await lockUnit(tx, inventoryId);
    if (unit === null) throw noSuchUnit();
    if (unit.status === "ARCHIVED") throw conflict("This unit is archived");
    const before = await imagesOf(tx, inventoryId);
    const after = await change(tx, before);
    if (after !== null) await setImages(tx, inventoryId, after);
    const placed = after ?? (await imagesOf(tx, inventoryId));
    const isShown = !["DRAFT", "WITHDRAWN"].includes(unit.status);
    if (placed.length === 0 && isShown)
      throw conflict("A published unit needs a picture. Add another one first.");
    await insertAudit(tx, {
      actorId: by.userId,
      action: "images-changed",
      subjectType: "inventory",
      subjectId: inventoryId,
      before: { images: before.map(({ mediaId }) => mediaId) },
      after: { images: placed.map(({ mediaId }) => mediaId) },
      ip: by.ip,
    });
  });
}

/** The pictures that are left when those that are named go. @throws HttpError 400 for one not there */
export function without(
  before: readonly PlacedImage[],
  urls: readonly string[],
  publicUrl: string,
): PlacedImage[] {
  const gone = new Set(urls.map((url) => pictureIdOf(url, publicUrl, FIELD)));
  const known = new Set(before.map(({ mediaId }) => mediaId));
  const missing = [...gone].find((id) => !known.has(id));
  if (missing !== undefined) throw badRequest(`imageUrllist: This unit has no picture ${missing}`);
  return before.filter(({ mediaId }) => !gone.has(mediaId));
}

/** The pictures in a new order. @throws HttpError 409 unless it names exactly those that are there */
export function arranged(
  before: readonly PlacedImage[],
  wanted: readonly { readonly id: string; readonly kind: Image["kind"]; readonly alt: string }[],
): PlacedImage[] {
  const ids = new Set(wanted.map(({ id }) => id.toLowerCase()));
  const same =
    ids.size === before.length &&
    wanted.length === before.length &&
    before.every(({ mediaId }) => ids.has(mediaId));
  if (!same) throw conflict("The unit's pictures have changed. Reload them, then try again.");
  return wanted.map(({ id, kind, alt }) => ({ mediaId: id.toLowerCase(), kind, alt }));
}
