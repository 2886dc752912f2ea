import type { MediaFormat, MediaWidth } from "@gavelyard/contract/media";
import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { HttpError } from "../http/errors.ts";
import type { Settings } from "../settings.ts";
import { TurnTaker } from "./turn-taker.ts";

/** A picture as it was taken in: what goes into its row of `media`. */
export interface StoredPicture {
  readonly id: string;
  readonly width: number;
  readonly height: number;
  /** A tiny blurred stand-in as a data URI. */
  readonly placeholder: string;
}

/** Makes the original of a picture from the rest of its source, after `<name>:`. */
export type PictureSource = (reference: string) => Promise<Buffer>;

/** Originals are kept up to this width: twice the widest rendition. */
const MAX_ORIGINAL_WIDTH = 2560;
const MAX_INPUT_PIXELS = 80_000_000;
/** Encoders at once; the rest of the process keeps the other cores. */
const AT_ONCE = 2;
const WAITING_AT_MOST = 300;

// Parallel encodes already use the cores; threads within one would only fight over them.
sharp.concurrency(1);
// What people upload is read by these alone: others, such as SVG's, open files and addresses.
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

/** Where the settings say that files are kept. */
export function filesDirectory(settings: Pick<Settings, "filesUrl" | "dataDir">): string {
  return settings.filesUrl === null
    ? join(settings.dataDir, "files")
    : fileURLToPath(settings.filesUrl);
}

/**
 * Keeps originals and makes renditions of them, each once, on first request. Files appear under
 * their names only when they are whole, so that several processes may share a folder.
 */
export class PictureStore {
  readonly #directory: string;
  readonly #sourceOf: (id: string) => Promise<string | null | undefined>;
  readonly #sources = new Map<string, PictureSource>();
  readonly #underWay = new Map<string, Promise<Buffer>>();
  readonly #turns = new TurnTaker(AT_ONCE, WAITING_AT_MOST);

  /** @param sourceOf the source in a picture's row; undefined when there is no such picture */
  constructor(directory: string, sourceOf: (id: string) => Promise<string | null | undefined>) {
    this.#directory = directory;
    this.#sourceOf = sourceOf;
  }

  /** Names what makes originals of pictures whose source begins with `<name>:`. */
  register(name: string, source: PictureSource): void {
    this.#sources.set(name, source);
  }

  /** Whether somebody waits for a rendition right now. */
  get busy(): boolean {
    return this.#turns.running > 0;
  }

  /**
   * The bytes of one rendition, never wider than the original; null when there is no such picture.
   * @throws HttpError 503 when too many renditions wait already
   */
  async rendition(id: string, width: MediaWidth, format: MediaFormat): Promise<Buffer | null> {
    const path = join(this.#folder("renditions", id), id, `${width}.${format}`);
    const ready = await readIfThere(path);
    if (ready !== null) return ready;
    const source = await this.#sourceOf(id);
    if (source === undefined) return null;
    return this.#once(
      path,
      async () =>
        (await readIfThere(path)) ??
        this.#write(path, await encode(await this.#original(id, source), width, format)),
    );
  }

  /**
   * Takes in an uploaded picture: upright, without metadata, encoded anew.
   * @throws HttpError 400 for bytes that are no picture
   */
  async storePicture(uploaded: Buffer): Promise<StoredPicture> {
    const id = randomUUID();
    try {
      const { data, info } = await sharp(uploaded, { limitInputPixels: MAX_INPUT_PIXELS })
        .autoOrient()
        .resize({ width: MAX_ORIGINAL_WIDTH, withoutEnlargement: true })
        .webp({ quality: 90, effort: 2 })
        .toBuffer({ resolveWithObject: true });
      await this.#write(this.#originalPath(id), data);
      return { id, width: info.width, height: info.height, placeholder: await placeholderOf(data) };
    } catch (error) {
      if (error instanceof Error && "code" in error) throw error;
      throw new HttpError(400, "This file is not a picture that can be read");
    }
  }

  async #original(id: string, source: string | null): Promise<Buffer> {
    const path = this.#originalPath(id);
    const ready = await readIfThere(path);
    if (ready !== null) return ready;
    const [name = "", ...rest] = (source ?? "").split(":");
    const make = this.#sources.get(name);
    if (make === undefined) throw new Error(`the original of picture ${id} is missing`);
    return this.#once(path, async () => this.#write(path, await make(rest.join(":"))), "own turn");
  }

  /** Makes a file in its turn; whoever asks for it meanwhile waits for the same bytes. */
  #once(
    path: string,
    make: () => Promise<Buffer>,
    turn: "wait" | "own turn" = "wait",
  ): Promise<Buffer> {
    const known = this.#underWay.get(path);
    if (known !== undefined) return known;
    const made = (turn === "wait" ? this.#turns.take(make) : make()).finally(() =>
      this.#underWay.delete(path),
    );
    this.#underWay.set(path, made);
    return made;
  }

  async #write(path: string, bytes: Buffer): Promise<Buffer> {
    const unfinished = `${path}.${randomUUID()}`;
    await mkdir(join(path, ".."), { recursive: true });
    try {
      await writeFile(unfinished, bytes);
      await rename(unfinished, path);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
    return bytes;
  }

  #originalPath(id: string): string {
    return join(this.#folder("originals", id), `${id}.webp`);
  }

  #folder(kind: "originals" | "renditions", id: string): string {
    return join(this.#directory, kind, id.slice(0, 2));
  }
}

/** A data URI of some 200 bytes that stands in until a picture is there. */
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
  // The least effort: twice as quick as the next one and only a few percent larger.
  return format === "avif"
    ? resized.avif({ quality: 50, effort: 0 }).toBuffer()
    : resized.webp({ quality: 74, effort: 2 }).toBuffer();
}

async function readIfThere(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}
