import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { demoPicture } from "../demo/pictures.ts";
import { openBrowseApp } from "../testing/browse-app.ts";
import { PictureStore } from "./picture-store.ts";
import { coverPictures, sourceOf } from "./sql.ts";
import { LocalFiles } from "../files/local-files.ts";
import { warmPictures } from "./warm-pictures.ts";

it("makes what lists show ahead of the first request, and stops when told to", async () => {
  const browse = await openBrowseApp("demo");
  const directory = await mkdtemp(join(tmpdir(), "gavelyard-warm-"));
  const stopping = new AbortController();
  try {
    const store = new PictureStore(new LocalFiles(directory), (id) => sourceOf(browse.pool, id));
    store.register("demo", demoPicture);
    const warming = warmPictures(browse.context, store, stopping.signal);
    const made = async () =>
      (await readdir(directory, { recursive: true })).filter((name) => name.endsWith(".avif"));
    for (let wait = 0; wait < 60 && (await made()).length < 4; wait++) await sleep(200);
    stopping.abort();
    await warming;
    const files = await made();
    expect(files.length).toBeGreaterThanOrEqual(4);
    const [first] = await coverPictures(browse.pool);
    expect(files.some((file) => file.endsWith(join(first ?? "", "480.avif")))).toBe(true);
  } finally {
    stopping.abort();
    await browse.close();
    await rm(directory, { recursive: true });
  }
});
