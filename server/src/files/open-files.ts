import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Settings } from "../settings.ts";
import type { FileStore } from "./file-store.ts";
import { LocalFiles } from "./local-files.ts";
import { S3Files } from "./s3-files.ts";

/** The folder that the settings say files are kept in; null when it is a store elsewhere. */
export function filesDirectory(settings: Pick<Settings, "filesUrl" | "dataDir">): string | null {
  const { filesUrl, dataDir } = settings;
  if (filesUrl === null) return path.join(dataDir, "files");
  return filesUrl.startsWith("file:") ? fileURLToPath(filesUrl) : null;
}

/** The store that `FILES_URL` names; a folder beside the data by default. */
export function openFiles(settings: Pick<Settings, "filesUrl" | "dataDir">): FileStore {
  const directory = filesDirectory(settings);
  return directory === null ? new S3Files(settings.filesUrl ?? "") : new LocalFiles(directory);
}
