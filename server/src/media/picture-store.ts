import { msg } from "@gavelyard/messages/text";
import type { MediaFormat, MediaWidth } from "@gavelyard/contract/media";
import { randomUUID } from "node:crypto";
import sharp, { type Sharp } from "sharp";
import type { FileStore } from "../files/file-store.ts";
import { HttpError } from "../http/errors.ts";
import { TaskQueue } from "./task-queue.ts";

/** A stored picture, with the columns of its `media` row. */
export interface StoredPicture {
  readonly id: string;
  readonly width: number;
  readonly height: number;
  /** Tiny blurred placeholder as a data URI. */
  readonly placeholder: string;
}

/** Makes a picture's original from the part of its source after `<name>:`. */
export type PictureSource = (reference: string) => Promise<Buffer>;

/** Maximum width of originals, in pixels: twice the widest rendition. */
const MAX_ORIGINAL_WIDTH = 2560;
const MAX_INPUT_PIXELS = 80_000_000;
/** Maximum concurrent encodes, which leaves cores for other work. */
const MAX_CONCURRENT = 2;
const MAX_WAITING = 300;

// Encodes already run in parallel, so threads within each would only compete for cores.
sharp.concurrency(1);
// Allow only these loaders for uploads. Others, such as SVG's, open files and URLs.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadJpeg",
    "VipsForeignLoadPng",
    "VipsForeignLoadWebp",
    "VipsForeignLoadHeif",
  ],
});
sharp.cache({ memory: 32, files: 0, items: 50 });

/** Reads an uploaded picture upright. The pipeline writes no metadata unless told to. */
export const readPicture = (bytes: Buffer): Sharp =>
  sharp(bytes, { limitInputPixels: MAX_INPUT_PIXELS }).autoOrient();

/** Stores originals and renders each size once, on first request. */
export class PictureStore {
  readonly #files: FileStore;
  readonly #sourceOf: (id: string) => Promise<string | null | undefined>;
  readonly #sources = new Map<string, PictureSource>();
  readonly #inFlight = new Map<string, Promise<Buffer>>();
  readonly #queue = new TaskQueue(MAX_CONCURRENT, MAX_WAITING);

  /**
   * @param sourceOf returns the `source` of a picture's row; undefined when there is no such
   * picture
   */
  constructor(files: FileStore, sourceOf: (id: string) => Promise<string | null | undefined>) {
    this.#files = files;
    this.#sourceOf = sourceOf;
  }

  /** Registers the maker of originals for sources that begin with `<name>:`. */
  register(name: string, source: PictureSource): void {
    this.#sources.set(name, source);
  }

  get busy(): boolean {
    return this.#queue.running > 0;
  }

  /**
   * Returns the bytes of a rendition, never wider than the original; null when there is no such
   * picture.
   * @throws HttpError 503 when the queue is full
   */
  async rendition(id: string, width: MediaWidth, format: MediaFormat): Promise<Buffer | null> {
    const path = `${folderOf("renditions", id)}/${id}/${width}.${format}`;
    const ready = await this.#files.read(path);
    if (ready !== null) return ready;
    const source = await this.#sourceOf(id);
    if (source === undefined) return null;
    return this.#once(
      path,
      async () =>
        (await this.#files.read(path)) ??
        this.#keep(
          path,
          await encode(await this.#original(id, source), width, format),
          `image/${format}`,
        ),
    );
  }

  /**
   * Stores an uploaded picture, rotated upright, re-encoded and without metadata.
   * @throws HttpError 400 for bytes that aren't a picture
   */
  async storePicture(uploaded: Buffer): Promise<StoredPicture> {
    const id = randomUUID();
    try {
      const { data, info } = await readPicture(uploaded)
        .resize({ width: MAX_ORIGINAL_WIDTH, withoutEnlargement: true })
        .webp({ quality: 90, effort: 2 })
        .toBuffer({ resolveWithObject: true });
      await this.#keep(originalPath(id), data, "image/webp");
      return { id, width: info.width, height: info.height, placeholder: await placeholderOf(data) };
    } catch (error) {
      if (error instanceof Error && "code" in error) throw error;
      throw new HttpError("invalid-fields", msg("We can't read this file as a picture"));
    }
  }

  async #original(id: string, source: string | null): Promise<Buffer> {
    const path = originalPath(id);
    const ready = await this.#files.read(path);
    if (ready !== null) return ready;
    const [name = "", ...rest] = (source ?? "").split(":");
    const make = this.#sources.get(name);
    if (make === undefined) throw new Error(`the original of picture ${id} is missing`);
    return this.#once(
      path,
      async () => this.#keep(path, await make(rest.join(":")), "image/webp"),
      "immediately",
    );
  }

  /**
   * Makes a file when a slot is free, or immediately with `own turn`. Concurrent callers share one
   * promise.
   */
  #once(
    path: string,
    make: () => Promise<Buffer>,
    turn: "wait" | "immediately" = "wait",
  ): Promise<Buffer> {
    const known = this.#inFlight.get(path);
    if (known !== undefined) return known;
    const file = (turn === "wait" ? this.#queue.take(make) : make()).finally(() =>
      this.#inFlight.delete(path),
    );
    this.#inFlight.set(path, file);
    return file;
  }

  async #keep(path: string, bytes: Buffer, contentType: string): Promise<Buffer> {
    await this.#files.write(path, bytes, contentType);
    return bytes;
  }
}

export function originalPath(id: string): string {
  return `${folderOf("originals", id)}/${id}.webp`;
}

function folderOf(kind: "originals" | "renditions", id: string): string {
  return `${kind}/${id.slice(0, 2)}`;
}

/** Makes a placeholder of about 200 bytes, as a data URI. */
export async function placeholderOf(picture: Buffer | string): Promise<string> {
  const tiny = await sharp(picture)
    .resize({ width: 20 })
    .blur(0.6)
    .webp({ quality: 35, effort: 4, smartSubsample: true })
    .toBuffer();
  return `data:image/webp;base64,${tiny.toString("base64")}`;
}

function encode(original: Buffer, width: MediaWidth, format: MediaFormat): Promise<Buffer> {
  const resized = sharp(original).resize({ width, withoutEnlargement: true });
  // Lowest effort: twice as fast as the next level, and files are only a few percent larger.
  return format === "avif"
    ? resized.avif({ quality: 50, effort: 0 }).toBuffer()
    : resized.webp({ quality: 74, effort: 2 }).toBuffer();
}
