import { isSystemFile } from "@gavelyard/domain/picture-names";
import { openPromise, type Entry, type ZipFile } from "yauzl";

const MOST_FILES = 5_000;
/** As large as a picture may be that is handed in by hand (D15). */
const MOST_PICTURE_BYTES = 10 * 1024 * 1024;
const MOST_UNPACKED_BYTES = 2_000_000_000;

/** What is wrong with a ZIP as a whole, told to the person who uploaded it. */
export class ZipFault extends Error {
  override readonly name = "ZipFault";
}

/** An opened ZIP: its files by name, read one at a time. Nothing of it is ever written under its name. */
export class PictureZip {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  /**
   * Opens a ZIP and reads its table of contents.
   * @throws ZipFault for what is none, names a path outside of itself, or would unpack to too much
   */
  static async open(path: string): Promise<PictureZip> {
    let zip: ZipFile;
    try {
      // Sizes that lie are found while a file is read; paths that lead outside are refused.
      zip = await openPromise(path, { lazyEntries: true, autoClose: false });
    } catch {
      throw new ZipFault("We can't read this ZIP file");
    }
    try {
      return new PictureZip(zip, await entriesOf(zip));
    } catch (error) {
      zip.close();
      throw error;
    }
  }

  get names(): string[] {
    return [...this.#entries.keys()];
  }

  /** Why a file cannot be a picture, by what the table of contents says of it; empty when it may be. */
  faultOf(name: string): string {
    const entry = this.#entries.get(name);
    if (entry === undefined) return "This file is no longer in the ZIP file";
    if (entry.isEncrypted()) return "This file is password-protected";
    if (!entry.canDecodeFileData()) return "This file is compressed in a way we can't read";
    return entry.uncompressedSize > MOST_PICTURE_BYTES ? "A picture can be up to 10 MB" : "";
  }

  /** The bytes of a file that has no fault. @throws when they are not what the ZIP says of them */
  async read(name: string): Promise<Buffer> {
    const entry = this.#entries.get(name);
    if (entry === undefined) throw new Error(`${name} isn't in the ZIP file`);
    const chunks: Buffer[] = [];
    for await (const chunk of await this.#zip.openReadStreamPromise(entry)) {
      if (Buffer.isBuffer(chunk)) chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }

  close(): void {
    this.#zip.close();
  }
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  if (zip.entryCount > MOST_FILES * 2) throw tooMany();
  try {
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName;
      if (isSystemFile(name)) continue;
      unpacked += entry.uncompressedSize;
      if (unpacked > MOST_UNPACKED_BYTES)
        throw new ZipFault("The ZIP file would unpack to more than 2 GB");
      // Names are kept as text, which takes no zero byte; of two with one name the first counts.
      const kept = name.replaceAll("\u0000", "").toWellFormed();
      if (!entries.has(kept)) entries.set(kept, entry);
      if (entries.size > MOST_FILES) throw tooMany();
    }
  } catch (error) {
    if (error instanceof ZipFault) throw error;
    const message = error instanceof Error ? error.message : "";
    throw new ZipFault(
      /relative path|absolute path|invalid characters/.test(message)
        ? "The ZIP file names a file outside of itself, so nothing was imported"
        : "The ZIP file is damaged or incomplete",
    );
  }
  if (entries.size === 0) throw new ZipFault("The ZIP file is empty");
  return entries;
}

const tooMany = () => new ZipFault("The ZIP file has more than 5,000 files. Split it.");
