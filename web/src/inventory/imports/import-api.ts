import type {
  ImportRow,
  PictureArchive,
  UnitImport,
} from "@gavelyard/contract/inventory/unit-imports";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Call } from "@gavelyard/client/call";

const POLL_MS = 1_000;
/** Query keys to invalidate when an import changes. */
export const importKeys = [
  ["staff", "imports"],
  ["staff", "units"],
] as const;

/** Returns whether the server is still working on an import, so that it must be polled. */
const isUnderWay = ({ state, archives }: UnitImport): boolean =>
  state === "IMPORTING" || archives.some((archive) => archive.state === "WORKING");

/** One import; polled every second while its units or pictures are being added. */
export const importQuery = (call: Call, id: number) =>
  queryOptions({
    queryKey: ["staff", "imports", id],
    queryFn: () => call("unitImportById", { params: { id: String(id) } }),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isUnderWay(data) ? POLL_MS : false,
  });

interface RowsShown {
  readonly faulty: boolean;
  readonly warned: boolean;
  readonly match: ImportRow["match"] | undefined;
  readonly page: number;
}

export const importRowsQuery = (
  call: Call,
  id: number,
  { faulty, warned, match, page }: RowsShown,
) =>
  queryOptions({
    queryKey: ["staff", "imports", id, "rows", faulty, warned, match, page],
    queryFn: () =>
      call("unitImportRows", {
        params: { id: String(id) },
        query: {
          errors: faulty ? "true" : "false",
          warnings: warned ? "true" : "false",
          ...(match === undefined ? {} : { match }),
          page: String(page),
          size: "20",
        },
      }),
    placeholderData: keepPreviousData,
  });

/** Pictures that match no unit; read again when a ZIP's work moves on. */
export const loosePicturesQuery = (call: Call, { id, archives }: UnitImport) =>
  queryOptions({
    queryKey: ["staff", "imports", id, "pictures", archives.map(({ refused }) => refused)],
    queryFn: () => call("loosePictures", { params: { id: String(id) } }),
    enabled: archives.some(({ refused }) => refused > 0),
    placeholderData: keepPreviousData,
  });

/** Units of the source's last list that an import doesn't have. */
export const goneUnitsQuery = (call: Call, id: number, page: number) =>
  queryOptions({
    queryKey: ["staff", "units", "gone", id, page],
    queryFn: () =>
      call("goneUnits", { params: { id: String(id) }, query: { page: String(page), size: "20" } }),
    placeholderData: keepPreviousData,
  });

/** What has become of an import's units; changes of units refetch it. */
export const importResultsQuery = (call: Call, id: number) =>
  queryOptions({
    queryKey: ["staff", "units", "import", id],
    queryFn: () => call("unitImportResults", { params: { id: String(id) } }),
  });

/** Auctions whose run list can still take units. */
export const draftAuctionsQuery = (call: Call) =>
  queryOptions({
    queryKey: ["staff", "auctions", "drafts"],
    queryFn: () => call("searchAuctions", { body: { lifecycle: ["DRAFT"], size: 100 } }),
  });

/** The first units of an import as buyers would see them. */
export const importPreviewQuery = (call: Call, id: number) =>
  queryOptions({
    queryKey: ["staff", "imports", id, "preview"],
    queryFn: () => call("previewUnitImport", { params: { id: String(id) } }),
    staleTime: 0,
  });

export const yardNamesQuery = (call: Call) =>
  queryOptions({ queryKey: ["staff", "yards"], queryFn: () => call("yards") });

const MAX_ATTEMPTS = 4;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Retries after a lost connection, with increasing delays; a refusal is final. */
async function withRetry<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const refused =
        error instanceof Error &&
        "status" in error &&
        Number(error.status) > 0 &&
        Number(error.status) < 500;
      if (refused || attempt >= MAX_ATTEMPTS) throw error;
      await sleep(500 * 2 ** attempt);
    }
  }
}

/**
 * Uploads a ZIP of pictures in parts, skipping parts already received, and starts matching the
 * pictures with units. `onProgress` is called with the fraction sent, 0 to 1.
 */
export async function sendPictures(
  call: Call,
  importId: number,
  file: File,
  onProgress: (share: number) => void,
): Promise<PictureArchive> {
  const id = String(importId);
  const archive = await call("openPictureArchive", {
    params: { id },
    body: { fileName: file.name, bytes: file.size },
  });
  const params = { id, archiveId: String(archive.id) };
  for (let part = 1; part <= archive.parts; part += 1) {
    if (!archive.received.includes(part)) {
      const form = new FormData();
      form.append(
        "part",
        file.slice((part - 1) * archive.partBytes, part * archive.partBytes),
        "part",
      );
      await withRetry(() =>
        call("sendArchivePart", {
          params: { ...params, part: String(part) },
          form,
          onProgress: (share) => onProgress((part - 1 + share) / archive.parts),
        }),
      );
    }
    onProgress(part / archive.parts);
  }
  return call("startPictureArchive", { params });
}
