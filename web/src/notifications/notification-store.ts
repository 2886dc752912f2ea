import { maxNotifications } from "@gavelyard/domain/users/bell";
import { onSessionEnd } from "../session/session.ts";
import { emptyList, useClientState } from "../ui/page/use-client-state.ts";
import { Watchers } from "../ui/page/watchers.ts";

/** Common fields of notifications. `timestamp`: ms since the epoch. */
interface Stamp {
  readonly id: string;
  readonly timestamp: number;
  readonly read: boolean;
}

/** An auction's status change while this browser was open (specification section 3). */
export interface StatusChange {
  readonly auctionId: number;
  readonly auctionName: string;
  readonly oldStatus: string;
  readonly newStatus: string;
}

export type Notification<Content> = Content & Stamp;

type NotificationStorage = Pick<Storage, "getItem" | "setItem"> | null;

/**
 * The latest notifications of a kind. They survive a reload and are deleted when the session ends.
 */
export class NotificationStore<Content> {
  #list: readonly Notification<Content>[];
  readonly #watchers = new Watchers();
  readonly #key: string;
  readonly #storage: NotificationStorage;

  constructor(
    key: string,
    isContent: (value: object) => value is Content & object,
    storage: NotificationStorage,
  ) {
    this.#key = key;
    this.#storage = storage;
    this.#list = stored(storage?.getItem(key) ?? null, isContent);
  }

  readonly list = (): readonly Notification<Content>[] =>
    this.#list.length === 0 ? emptyList : this.#list;

  readonly watch = this.#watchers.watch;

  add(content: Content): void {
    const timestamp = Date.now();
    const id = `${timestamp}-${Math.random().toString(36).slice(2)}`;
    this.#set([{ ...content, id, timestamp, read: false }, ...this.#list]);
  }

  markRead(): void {
    if (this.#list.every(({ read }) => read)) return;
    this.#set(this.#list.map((one) => ({ ...one, read: true })));
  }

  /** Deletes all. Returns a function that restores them, behind any newer ones. */
  clear(): () => void {
    const cleared = this.#list;
    this.#set([]);
    return () => this.#set([...this.#list, ...cleared]);
  }

  #set(list: readonly Notification<Content>[]): void {
    this.#list = list.slice(0, maxNotifications);
    try {
      this.#storage?.setItem(this.#key, JSON.stringify(this.#list));
    } catch {
      // Storage is full; they are lost when the page closes.
    }
    this.#watchers.notify();
  }
}

function stored<Content>(
  text: string | null,
  isContent: (value: object) => value is Content & object,
): readonly Notification<Content>[] {
  try {
    const list: unknown = JSON.parse(text ?? "[]");
    if (!Array.isArray(list)) return [];
    return list
      .filter(
        (value: unknown): value is Notification<Content> => isStamped(value) && isContent(value),
      )
      .slice(0, maxNotifications);
  } catch {
    return [];
  }
}

const isStamped = (value: unknown): value is Stamp =>
  typeof value === "object" &&
  value !== null &&
  "id" in value &&
  "timestamp" in value &&
  typeof value.timestamp === "number" &&
  "read" in value;

const isStatusChange = (value: object): value is StatusChange =>
  "auctionId" in value && "auctionName" in value && "oldStatus" in value && "newStatus" in value;

const storage = typeof localStorage === "undefined" ? null : localStorage;
export const statusChanges = new NotificationStore(
  "statusChangeNotifications",
  isStatusChange,
  storage,
);
onSessionEnd(() => statusChanges.clear());

export const useStatusChanges = (): readonly Notification<StatusChange>[] =>
  useClientState(statusChanges.watch, statusChanges.list, () => emptyList);
