import type { CatalogueUnit } from "@gavelyard/demo/unit";
import { readFile } from "node:fs/promises";
import type { PoolClient } from "pg";
import { sha256 } from "../db/secrets/sha256.ts";
import type { FileStore } from "../files/file-store.ts";
import { insertVideo } from "../inventory/videos-sql.ts";
import { videoName } from "../media/video-store.ts";
import { unitLike } from "./unit-like.ts";
import { uuidOf } from "./uuid-of.ts";

/** The demo's video, made by `demo-pictures/film.ts`. */
export const walkAround = {
  path: new URL("../../../demo-pictures/videos/walk-around.webm", import.meta.url),
  contentType: "video/webm",
  durationMs: 8_333,
  width: 640,
  height: 426,
  silent: true,
} as const;

/** What the film shows. */
const filmed = { look: "aero-sleeper", color: "blue" } as const;

const id = uuidOf("walk-around of the demo");

/** Gives the film to a unit that looks like it. */
export async function insertWalkAround(
  tx: PoolClient,
  units: readonly CatalogueUnit[],
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  const unitId = unitLike(units, ids, filmed);
  if (unitId === undefined) return;
  const { path, ...facts } = walkAround;
  const bytes = await readFile(path);
  await insertVideo(
    tx,
    unitId,
    1,
    { id, bytes: bytes.length, sha256: sha256(bytes), ...facts },
    {
      kind: "WALK_AROUND",
      posterId: null,
      captions: null,
      captionsId: null,
      transcript: "Without words: the front, the right side, the rear, the wheels and the cab.",
    },
  );
}

export async function storeWalkAround(files: FileStore): Promise<void> {
  if ((await files.readPart(videoName(id), 0, 1)) === null)
    await files.write(videoName(id), await readFile(walkAround.path), walkAround.contentType);
}
