import type { PictureArchive, UnitImport } from "@gavelyard/contract/unit-imports";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Call } from "@gavelyard/client/call";

const LOOK_MS = 1_000;
/** Query keys to invalidate when an import changes. */
export const importKeys = [
  ["staff", "imports"],
  ["staff", "units"],
] as const;

/** Imports of all staff, newest first. */
export const importsQuery = (call: Call, page: number) =>
  queryOptions({
    queryKey: ["staff", "imports", "list", page],
    queryFn: () => call("unitImports", { query: { page: String(page), size: "10" } }),
    placeholderData: keepPreviousData,
  });

/** Returns whether the server is still working on it, so that it has to be polled. */
const isUnderWay = ({ state, archives }: UnitImport): boolean =>
  state === "IMPORTING" || archives.some((archive) => archive.state === "WORKING");

/** One import; polled every second while its units or pictures are being added. */
export const importQuery = (call: Call, id: number) =>
  queryOptions({
    queryKey: ["staff", "imports", id],
    queryFn: () => call("unitImportById", { params: { id: String(id) } }),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isUnderWay(data) ? LOOK_MS : false,
  });

/** A page of an import's rows, or only of rows with errors. */
export const importRowsQuery = (call: Call, id: number, errors: boolean, page: number) =>
  queryOptions({
    queryKey: ["staff", "imports", id, "rows", errors, page],
    queryFn: () =>
      call("unitImportRows", {
        params: { id: String(id) },
        query: { errors: errors ? "true" : "false", page: String(page), size: "20" },
      }),
    placeholderData: keepPreviousData,
  });

export const yardNamesQuery = (call: Call) =>
  queryOptions({ queryKey: ["staff", "yards"], queryFn: () => call("yards") });

const TRIES = 4;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Retries after a lost connection, with increasing delays; a refusal is final. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work();
    } catch (error) {
      const refused =
        error instanceof Error &&
        "status" in error &&
        Number(error.status) > 0 &&
        Number(error.status) < 500;
      if (refused || tried >= TRIES) throw error;
      await sleep(500 * 2 ** tried);
    }
  }
}

/**
 * Uploads a ZIP of pictures in parts, skipping parts already received, and starts matching its
 * pictures with units. `onProgress` is called with the share sent, 0 to 1.
 */
export async function sendPictures(
  call: Call,
  importId: number,
  file: File,
  onProgress: (share: number) => void,
): Promise<PictureArchive> {
  const id = String(importId);
  const made = await call("openPictureArchive", {
    params: { id },
    body: { fileName: file.name, bytes: file.size },
  });
  const params = { id, archiveId: String(made.id) };
  for (let part = 1; part <= made.parts; part += 1) {
    if (!made.received.includes(part)) {
      const form = new FormData();
      form.append("part", file.slice((part - 1) * made.partBytes, part * made.partBytes), "part");
      await patiently(() =>
        call("sendArchivePart", {
          params: { ...params, part: String(part) },
          form,
          onProgress: (share) => onProgress((part - 1 + share) / made.parts),
        }),
      );
    }
    onProgress(part / made.parts);
  }
  return call("startPictureArchive", { params });
}
