import { msg } from "@gavelyard/messages/text";
import type { Image } from "@gavelyard/contract/inventory/inventory";
import { readFile } from "node:fs/promises";
import type { PoolClient } from "pg";
import { insertAudit } from "../audit/sql.ts";
import { act } from "../events/act.ts";
import { badRequest, Refusal } from "../refusal.ts";
import type { UploadedFile } from "../http/uploads/uploads.ts";
import { pictureIdOf } from "../media/picture-address.ts";
import { heicRefused, type PictureStore, type StoredPicture } from "../media/picture-store.ts";
import { insertPicture } from "../media/sql.ts";
import { noSuchUnit, type StaffActor, type StockContext } from "./enter-unit.ts";
import { imagesOf, knownPictures, setImages, type PlacedImage } from "./images-sql.ts";
import { lockUnit, type UnitRow } from "./stock-sql.ts";

const MAX_PICTURES = 60;
const FIELD = "imageUrllist";

/** Pictures that are stored but not yet on a unit. */
export interface NewPictures {
  readonly stored: readonly StoredPicture[];
  /** IDs of pictures that were already in our store. */
  readonly known: readonly string[];
}

/**
 * Re-encodes and stores uploaded pictures, and parses the addresses of pictures in our own store.
 * Never fetches anything from another server.
 * @throws Refusal 400 for a file that isn't a picture or an address that isn't ours
 */
export async function receivePictures(
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
        if (!(error instanceof Refusal && error.statusCode === 400)) throw error;
        if (error.said === heicRefused) throw error;
        throw badRequest(
          msg("{field}: We can't read {fileName} as a picture", {
            field: upload.field,
            fileName: upload.fileName,
          }),
        );
      }),
    );
  }
  return { stored, known };
}

/** Describes a unit's picture for those who can't see it. */
export const altOf = (unit: Pick<UnitRow, "model_year" | "manufacturer" | "model">): string =>
  `${unit.model_year} ${unit.manufacturer} ${unit.model}`;

/**
 * Appends pictures to a unit's gallery, in the caller's transaction. Skips pictures that it already
 * has.
 * @throws Refusal 400 for an address without a picture, 409 for more than 60 pictures
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
  if (missing !== undefined)
    throw badRequest(msg("imageUrllist: Picture {missing} not found", { missing }));
  for (const picture of stored) await insertPicture(tx, picture);
  const placed = new Set(before.map(({ mediaId }) => mediaId));
  const added = [...known, ...stored.map(({ id }) => id)].filter((id) => !placed.has(id));
  if (before.length + added.length > MAX_PICTURES)
    throw new Refusal(
      "limit-reached",
      msg("A unit can have up to {max} pictures. Remove some first.", { max: MAX_PICTURES }),
    );
  await setImages(tx, inventoryId, [...before, ...added.map((mediaId) => ({ mediaId, ...as }))]);
}

/**
 * Updates a unit's pictures and audits the change. `change` gets the current pictures and returns
 * the new ones, or null if it wrote them itself or leaves them as they are.
 * @throws Refusal 404; 409 for an archived unit, or a published unit left without a picture
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
    if (unit.status === "ARCHIVED") throw new Refusal("wrong-state", msg("This unit is archived"));
    const before = await imagesOf(tx, inventoryId);
    const after = await change(tx, before);
    if (after !== null) await setImages(tx, inventoryId, after);
    const placed = after ?? (await imagesOf(tx, inventoryId));
    const isShown = !["DRAFT", "WITHDRAWN"].includes(unit.status);
    if (placed.length === 0 && isShown)
      throw new Refusal(
        "too-early",
        msg("A published unit needs a picture. Add another one first."),
      );
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

/**
 * Returns `before` without the pictures at `urls`.
 * @throws Refusal 400 for a picture not on the unit
 */
export function without(
  before: readonly PlacedImage[],
  urls: readonly string[],
  publicUrl: string,
): PlacedImage[] {
  const gone = new Set(urls.map((url) => pictureIdOf(url, publicUrl, FIELD)));
  const known = new Set(before.map(({ mediaId }) => mediaId));
  const missing = [...gone].find((id) => !known.has(id));
  if (missing !== undefined)
    throw badRequest(msg("imageUrllist: This unit has no picture {missing}", { missing }));
  return before.filter(({ mediaId }) => !gone.has(mediaId));
}

/**
 * Returns the pictures in the order of `wanted`, with its kinds and alt texts.
 * @throws Refusal 409 unless `wanted` names exactly the pictures in `before`
 */
export function rearranged(
  before: readonly PlacedImage[],
  wanted: readonly { readonly id: string; readonly kind: Image["kind"]; readonly alt: string }[],
): PlacedImage[] {
  const ids = new Set(wanted.map(({ id }) => id.toLowerCase()));
  const same =
    ids.size === before.length &&
    wanted.length === before.length &&
    before.every(({ mediaId }) => ids.has(mediaId));
  if (!same)
    throw new Refusal(
      "edit-conflict",
      msg("The unit's pictures have changed. Reload them, then try again."),
    );
  return wanted.map(({ id, kind, alt }) => ({ mediaId: id.toLowerCase(), kind, alt }));
}
