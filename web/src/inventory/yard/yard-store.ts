import type { Image } from "@gavelyard/contract/inventory/inventory";

/** A unit whose pictures somebody takes. Without an ID until it's found by its label. */
export interface YardUnit {
  readonly key: string;
  readonly userId: number;
  readonly unitId: number | null;
  /** The stock number, or what was typed without a network. */
  readonly label: string;
  readonly name: string;
  readonly addedAtMs: number;
}

/** A picture that hasn't been uploaded. */
export interface YardPicture {
  /** Also the upload's key, so that the server adds it once (D86). */
  readonly key: string;
  readonly unitKey: string;
  readonly userId: number;
  readonly userName: string;
  readonly kind: Image["kind"];
  /** The file's. */
  readonly fileName: string;
  /** Bytes instead of a file: some browsers can't keep files. */
  readonly bytes: ArrayBuffer;
  readonly type: string;
  /** SHA-256, so that a picture isn't kept twice. */
  readonly digest: string;
  readonly addedAtMs: number;
  /** Why the server refused it; null while it waits. */
  readonly fault: string | null;
}

/** What a device keeps of the yard's pictures, also when its page is closed. */
export interface YardStore {
  readAll(): Promise<{ units: YardUnit[]; pictures: YardPicture[] }>;
  put(kind: "units", record: YardUnit): Promise<void>;
  put(kind: "pictures", record: YardPicture): Promise<void>;
  remove(kind: "units" | "pictures", key: string): Promise<void>;
}

const DATABASE = "yard-pictures";
const VERSION = 1;

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () =>
      reject(request.error ?? new Error("the database of the browser failed")),
    );
  });

/** Opens the store in the browser's database. @throws if the browser doesn't allow one */
export async function openYardStore(): Promise<YardStore> {
  const opening = indexedDB.open(DATABASE, VERSION);
  opening.addEventListener("upgradeneeded", () => {
    opening.result.createObjectStore("units", { keyPath: "key" });
    opening.result.createObjectStore("pictures", { keyPath: "key" });
  });
  const database = await answerOf(opening);
  const change = (kind: "units" | "pictures", work: (store: IDBObjectStore) => void) =>
    new Promise<void>((resolve, reject) => {
      const transaction = database.transaction(kind, "readwrite", { durability: "strict" });
      transaction.addEventListener("complete", () => resolve());
      const fail = () => reject(transaction.error ?? new Error("the browser kept nothing"));
      transaction.addEventListener("error", fail);
      transaction.addEventListener("abort", fail);
      work(transaction.objectStore(kind));
    });
  return {
    readAll: async () => {
      const transaction = database.transaction(["units", "pictures"]);
      const [units, pictures] = await Promise.all([
        answerOf<YardUnit[]>(transaction.objectStore("units").getAll()),
        answerOf<YardPicture[]>(transaction.objectStore("pictures").getAll()),
      ]);
      return { units, pictures };
    },
    put: (kind: "units" | "pictures", record: YardUnit | YardPicture) =>
      change(kind, (store) => store.put(record)),
    remove: (kind, key) => change(kind, (store) => store.delete(key)),
  };
}
