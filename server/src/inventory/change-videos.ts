import { captionsFault, MAX_VIDEOS } from "@gavelyard/domain/inventory/videos";
import { msg } from "@gavelyard/messages/text";
import { isUtf8 } from "node:buffer";
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { PoolClient } from "pg";
import { insertAudit } from "../audit/sql.ts";
import type { Context } from "../context.ts";
import { act } from "../events/act.ts";
import { badFields, Refusal, notFound } from "../refusal.ts";
import type { UploadedFile } from "../http/uploads/uploads.ts";
import type { PictureStore, StoredPicture } from "../media/picture-store.ts";
import { insertPicture } from "../media/sql.ts";
import { storeVideo } from "../media/video-store.ts";
import { noSuchUnit, type StaffActor } from "./enter-unit.ts";
import { imagesOf } from "./images-sql.ts";
import { lockUnit, unitById } from "./stock-sql.ts";
import {
  deleteVideo,
  insertVideo,
  setVideoDetails,
  videosOf,
  type PlacedVideo,
} from "./videos-sql.ts";
import type { VideoDetails } from "./videos-sql.ts";

type FilesContext = Pick<Context, "pool" | "bus" | "files">;

/** Fields of a video form; omitted ones keep their values. */
export interface VideoForm {
  readonly kind?: VideoDetails["kind"] | undefined;
  readonly posterId?: string | null | undefined;
  readonly transcript?: string | undefined;
  readonly removeCaptions?: boolean | undefined;
}

/** A video's poster and captions from a form. */
interface VideoAttachments {
  readonly poster: StoredPicture | null;
  readonly captions: string | null;
}

const noDetails = { posterId: null, captions: null, captionsId: null, transcript: "" } as const;

/**
 * Adds an uploaded video to a unit (D67).
 * @throws Refusal 400 for a file that isn't accepted, 404, 409 for an archived unit or one with
 *   four videos
 */
export async function addVideo(
  context: FilesContext,
  pictures: PictureStore,
  inventoryId: number,
  form: VideoForm & { readonly kind: VideoDetails["kind"] },
  uploads: readonly UploadedFile[],
  by: StaffActor,
): Promise<void> {
  const file = uploads.find(({ field }) => field === "video");
  // Checked before the file is stored, so that a refused upload stores nothing.
  if ((await unitById(context.pool, inventoryId)) === null) throw noSuchUnit();
  if ((await videosOf(context.pool, inventoryId)).length >= MAX_VIDEOS) throw tooMany();
  if (file === undefined) throw badFields([{ path: "video", message: msg("Attach a file") }]);
  const attachments = await readAttachments(pictures, uploads);
  const stored = await storeVideo(context, file);
  await changeVideos(context, inventoryId, by, async (tx, before) => {
    const slots = Array.from({ length: MAX_VIDEOS }, (_, index) => index + 1);
    const slot = slots.find((free) => before.every((video) => video.slot !== free));
    if (slot === undefined) throw tooMany();
    const details = await detailsOf(
      tx,
      inventoryId,
      { ...noDetails, kind: form.kind },
      form,
      attachments,
    );
    await insertVideo(tx, inventoryId, slot, stored, details);
  });
}

/**
 * Changes a video's details.
 * @throws Refusal 400, 404, 409 for an archived unit
 */
export async function changeVideo(
  context: FilesContext,
  pictures: PictureStore,
  ids: { readonly inventoryId: number; readonly videoId: string },
  form: VideoForm,
  uploads: readonly UploadedFile[],
  by: StaffActor,
): Promise<void> {
  const attachments = await readAttachments(pictures, uploads);
  await changeVideos(context, ids.inventoryId, by, async (tx, videos) => {
    const before = findVideo(videos, ids.videoId);
    await setVideoDetails(
      tx,
      before.id,
      await detailsOf(tx, ids.inventoryId, before, form, attachments),
    );
  });
}

/** Removes a video from a unit. @throws Refusal 404, 409 for an archived unit */
export async function removeVideo(
  context: FilesContext,
  ids: { readonly inventoryId: number; readonly videoId: string },
  by: StaffActor,
): Promise<void> {
  await changeVideos(context, ids.inventoryId, by, async (tx, before) =>
    deleteVideo(tx, findVideo(before, ids.videoId).id),
  );
}

async function changeVideos(
  context: FilesContext,
  inventoryId: number,
  by: StaffActor,
  change: (tx: PoolClient, before: readonly PlacedVideo[]) => Promise<void>,
): Promise<void> {
  await act(context, async (tx) => {
    const unit = await lockUnit(tx, inventoryId);
    if (unit === null) throw noSuchUnit();
    if (unit.status === "ARCHIVED") throw new Refusal("wrong-state", msg("This unit is archived"));
    const before = await videosOf(tx, inventoryId);
    await change(tx, before);
    await insertAudit(tx, {
      actorId: by.userId,
      action: "videos-changed",
      subjectType: "inventory",
      subjectId: inventoryId,
      before: { videos: before.map(recorded) },
      after: { videos: (await videosOf(tx, inventoryId)).map(recorded) },
      ip: by.ip,
    });
  });
}

/** A video as the audit log records it: captions are long, so only their ID. */
const recorded = ({ id, kind, posterId, captionsId, transcript }: PlacedVideo) => ({
  id,
  kind,
  posterId,
  captionsId,
  transcript,
});

async function readAttachments(
  pictures: PictureStore,
  uploads: readonly UploadedFile[],
): Promise<VideoAttachments> {
  const path = (name: string) => uploads.find(({ field }) => field === name)?.path;
  const [poster, captions] = [path("poster"), path("captions")];
  const text = captions === undefined ? null : await captionsIn(captions);
  const picture = poster === undefined ? null : await pictures.storePicture(await readFile(poster));
  return { poster: picture, captions: text };
}

async function captionsIn(path: string): Promise<string> {
  const bytes = await readFile(path);
  const text = isUtf8(bytes) ? bytes.toString() : "";
  const fault = captionsFault(text);
  if (fault !== null) throw badFields([{ path: "captions", message: fault }]);
  return text;
}

async function detailsOf(
  tx: PoolClient,
  inventoryId: number,
  before: VideoDetails,
  { kind, posterId, transcript, removeCaptions }: VideoForm,
  { poster, captions }: VideoAttachments,
): Promise<VideoDetails> {
  if (poster !== null) await insertPicture(tx, poster);
  else if (posterId !== undefined && posterId !== null && posterId !== before.posterId) {
    const images = await imagesOf(tx, inventoryId);
    if (!images.some(({ mediaId }) => mediaId === posterId.toLowerCase())) {
      const message = msg("Choose one of the unit's pictures");
      throw badFields([{ path: "posterId", message }]);
    }
  }
  const kept = removeCaptions === true ? noDetails : before;
  return {
    kind: kind ?? before.kind,
    posterId: poster?.id ?? (posterId === undefined ? before.posterId : posterId),
    captions: captions ?? kept.captions,
    captionsId: captions === null ? kept.captionsId : randomUUID(),
    transcript: transcript ?? before.transcript,
  };
}

function findVideo(videos: readonly PlacedVideo[], id: string): PlacedVideo {
  const video = videos.find((each) => each.id === id.toLowerCase());
  if (video === undefined) throw notFound(msg("This unit has no such video"));
  return video;
}

const tooMany = () =>
  new Refusal(
    "limit-reached",
    msg("A unit can have up to {MAX_VIDEOS} videos. Remove one first.", { MAX_VIDEOS }),
  );
