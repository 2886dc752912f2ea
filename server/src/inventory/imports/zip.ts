import { msg, t } from "@gavelyard/messages/text";
import { isSystemFile } from "@gavelyard/domain/inventory/picture-names";
import { FileFault } from "./file-fault.ts";
import { openPromise, type Entry, type ZipFile } from "yauzl";

const MAX_FILES = 5_000;
/** Same limit as for a picture uploaded by itself (D15). */
const MAX_PICTURE_BYTES = 10 * 1024 * 1024;
const MAX_UNPACKED_BYTES = 2_000_000_000;

/**
 * An open ZIP whose files are read one at a time. File names from a ZIP are never used as paths.
 */
export class PictureZip {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  /**
   * Opens a ZIP and reads its directory.
   * @throws FileFault for a file that isn't a ZIP, a path outside the ZIP, or too much unpacked data
   */
  static async open(path: string): Promise<PictureZip> {
    let zip: ZipFile;
    try {
      // yauzl verifies sizes while it reads a file, and rejects paths that lead outside the ZIP.
      zip = await openPromise(path, { lazyEntries: true, autoClose: false });
    } catch {
      throw new FileFault(msg("We can't read this ZIP file"));
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

  /** Returns why a file can't be a picture, according to the directory; empty if it can. */
  faultOf(name: string): string {
    const entry = this.#entries.get(name);
    if (entry === undefined) return t("This file is no longer in the ZIP file");
    if (entry.isEncrypted()) return t("This file is password-protected");
    if (!entry.canDecodeFileData()) return t("This file is compressed in a way we can't read");
    return entry.uncompressedSize > MAX_PICTURE_BYTES ? t("A picture can be up to 10 MB") : "";
  }

  /** Returns the bytes of a file. @throws if it is damaged or differs from its directory entry */
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
  if (zip.entryCount > MAX_FILES * 2) throw tooMany();
  try {
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName;
      if (isSystemFile(name)) continue;
      unpacked += entry.uncompressedSize;
      if (unpacked > MAX_UNPACKED_BYTES)
        throw new FileFault(msg("The ZIP file would unpack to more than 2 GB"));
      // PostgreSQL text can't contain a zero byte. Of two files with the same name, the first one
      // counts.
      const kept = name.replaceAll("\u0000", "").toWellFormed();
      if (!entries.has(kept)) entries.set(kept, entry);
      if (entries.size > MAX_FILES) throw tooMany();
    }
  } catch (error) {
    if (error instanceof FileFault) throw error;
    const message = error instanceof Error ? error.message : "";
    throw new FileFault(
      /relative path|absolute path|invalid characters/.test(message)
        ? msg("The ZIP file contains an unsafe path, so nothing was imported")
        : msg("The ZIP file is damaged or incomplete"),
    );
  }
  if (entries.size === 0) throw new FileFault(msg("The ZIP file is empty"));
  return entries;
}

const tooMany = () => new FileFault(msg("The ZIP file has more than 5,000 files. Split it."));
