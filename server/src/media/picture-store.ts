import { msg } from "@gavelyard/messages/text";
import type { MediaFormat, MediaWidth } from "@gavelyard/contract/inventory/media";
import { randomUUID } from "node:crypto";
import sharp from "sharp";
import type { FileStore } from "../files/file-store.ts";
import { Refusal } from "../refusal.ts";
import { TaskQueue } from "../task-queue.ts";
// Sets what sharp may load, also for the renditions below.
import "./decode-picture.ts";
import { PictureRefused, readOriginal } from "./read-upload.ts";

/** A stored picture, with the columns of its `media` row. */
export interface StoredPicture {
  readonly id: string;
  readonly width: number;
  readonly height: number;
  /** Tiny blurred placeholder as a data URI. */
  readonly placeholder: string;
}

export const heicRefused = msg(
  "We can't read HEIC. On an iPhone, choose Settings, Camera, Formats, Most Compatible, then take it again.",
);

/** Phones write HEIC by themselves; reading it needs a decoder that our picture library lacks. */
const isHeic = (bytes: Buffer): boolean =>
  /^ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1)/.test(bytes.toString("latin1", 4, 12));

/** Makes a picture's original from the part of its source after `<name>:`. */
export type PictureSource = (reference: string) => Promise<Buffer>;

/** Maximum concurrent encodes, which leaves cores for other work. */
const MAX_CONCURRENT = 2;
const MAX_WAITING = 300;

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
   * @throws Refusal 503 when the queue is full
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
   * @throws Refusal 400 for bytes that aren't a picture or too large, 503 when too many are waiting
   */
  async storePicture(uploaded: Buffer): Promise<StoredPicture> {
    const id = randomUUID();
    const { data, ...picture } = await readOriginal(uploaded).catch((error: unknown) => {
      if (!(error instanceof PictureRefused)) throw error;
      throw new Refusal(
        "invalid-fields",
        error.why === "damaged"
          ? isHeic(uploaded)
            ? heicRefused
            : msg("We can't read this file as a picture")
          : msg("This picture is too large. Send a smaller one."),
      );
    });
    await this.#keep(originalPath(id), data, "image/webp");
    return { id, ...picture };
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
   * Renders a file when a slot is free, or immediately if the caller passes `own turn`. Concurrent callers share one
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

function encode(original: Buffer, width: MediaWidth, format: MediaFormat): Promise<Buffer> {
  const resized = sharp(original).resize({ width, withoutEnlargement: true });
  // Lowest effort: twice as fast as the next level, and files are only a few percent larger.
  return format === "avif"
    ? resized.avif({ quality: 50, effort: 0 }).toBuffer()
    : resized.webp({ quality: 74, effort: 2 }).toBuffer();
}
