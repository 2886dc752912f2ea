import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Settings } from "../settings.ts";
import type { FileStore } from "./file-store.ts";
import { LocalFiles } from "./local-files.ts";
import { FILES_RESERVE_BYTES } from "../room-left.ts";
import { S3Files } from "./s3-files.ts";

/** Returns the folder for files; null when they are stored in a bucket. */
export function filesDirectory(settings: Pick<Settings, "filesUrl" | "dataDir">): string | null {
  const { filesUrl, dataDir } = settings;
  if (filesUrl === null) return path.join(dataDir, "files");
  return filesUrl.startsWith("file:") ? fileURLToPath(filesUrl) : null;
}

/** Opens the store in `FILES_URL`; the default is the folder `files` in the data directory. */
export function openFiles(settings: Pick<Settings, "filesUrl" | "dataDir">): FileStore {
  const directory = filesDirectory(settings);
  return directory === null
    ? new S3Files(settings.filesUrl ?? "")
    : new LocalFiles(directory, FILES_RESERVE_BYTES);
}
