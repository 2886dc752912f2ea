import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { demoPicture } from "../demo/pictures.ts";
import { openBrowseApp } from "../testing/browse-app.ts";
import { PictureStore } from "./picture-store.ts";
import { coverPictures, sourceOf } from "./sql.ts";
import { LocalFiles } from "../files/local-files.ts";
import { warmPictures } from "./warm-pictures.ts";

it("makes renditions for lists before the first request, and stops when aborted", async () => {
  const browse = await openBrowseApp("demo");
  const directory = await mkdtemp(join(tmpdir(), "gavelyard-warm-"));
  const stopping = new AbortController();
  try {
    const store = new PictureStore(new LocalFiles(directory), (id) => sourceOf(browse.pool, id));
    store.register("demo", demoPicture);
    const warming = warmPictures(browse.context, store, stopping.signal);
    const renditions = async () =>
      (await readdir(directory, { recursive: true })).filter((name) => name.endsWith(".avif"));
    await expect.poll(async () => (await renditions()).length).toBeGreaterThanOrEqual(4);
    stopping.abort();
    await warming;
    const files = await renditions();
    const [first] = await coverPictures(browse.pool);
    expect(files.some((file) => file.endsWith(join(first ?? "", "480.avif")))).toBe(true);
  } finally {
    stopping.abort();
    await browse.close();
    await rm(directory, { recursive: true });
  }
});
