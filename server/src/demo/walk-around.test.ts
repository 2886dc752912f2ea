import { copyFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { cleanVideo } from "../media/videos/read-video.ts";
import { walkAround } from "./walk-around.ts";

test("the demo's video matches its description and our rules for uploads", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "gavelyard-film-"));
  try {
    const copy = path.join(folder, "film");
    await copyFile(walkAround.path, copy);
    const { path: original, ...facts } = walkAround;
    expect(await cleanVideo(copy)).toEqual(facts);
    const bytes = await readFile(original);
    expect((await readFile(copy)).equals(bytes)).toBe(true);
    expect(bytes.length).toBeLessThan(300_000);
  } finally {
    await rm(folder, { recursive: true });
  }
});
