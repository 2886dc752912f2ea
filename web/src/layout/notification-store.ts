import { useSyncExternalStore } from "react";

/** Something that happened while nobody may have looked: an auction's status (section 3), or one's own. */
export interface Notification {
  readonly id: string;
  readonly timestamp: number;
  readonly read: boolean;
  readonly title: string;
  readonly message: string;
  /** Where it leads. */
  readonly to: string;
  /** Of an auction whose status changed (section 3). */
  readonly auction?: {
    readonly auctionName: string;
    readonly oldStatus: string;
    readonly newStatus: string;
  };
}

/** How many are kept, newest first (section 9). */
export const keptNotifications = 10;
const storageKey = "notifications";

/** Keeps the newest notifications, across reloads of the page. */
export class NotificationStore {
  #list: readonly Notification[];
  readonly #watchers = new Set<() => void>();
  readonly #storage: Pick<Storage, "getItem" | "setItem"> | null;

  constructor(storage: Pick<Storage, "getItem" | "setItem"> | null) {
    this.#storage = storage;
    this.#list = kept(storage?.getItem(storageKey) ?? null);
  }

  readonly list = (): readonly Notification[] => this.#list;

  readonly watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };

  add(notification: Omit<Notification, "id" | "timestamp" | "read">): void {
    const timestamp = Date.now();
    const id = `${timestamp}-${Math.random().toString(36).slice(2)}`;
    this.#set([{ ...notification, id, timestamp, read: false }, ...this.#list]);
  }

  markRead(): void {
    if (this.#list.every(({ read }) => read)) return;
    this.#set(this.#list.map((one) => ({ ...one, read: true })));
  }

  clear(): void {
    this.#set([]);
  }

  #set(list: readonly Notification[]): void {
    this.#list = list.slice(0, keptNotifications);
    try {
      this.#storage?.setItem(storageKey, JSON.stringify(this.#list));
    } catch {
      // A full storage loses them with the page.
    }
    for (const watcher of this.#watchers) watcher();
  }
}

function kept(text: string | null): readonly Notification[] {
  try {
    const list: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(list) ? list.filter(isNotification).slice(0, keptNotifications) : [];
  } catch {
    return [];
  }
}

const isNotification = (value: unknown): value is Notification =>
  typeof value === "object" &&
  value !== null &&
  "id" in value &&
  "timestamp" in value &&
  typeof value.timestamp === "number" &&
  "read" in value &&
  "title" in value &&
  "message" in value &&
  "to" in value &&
  typeof value.to === "string";

export const notifications = new NotificationStore(
  typeof localStorage === "undefined" ? null : localStorage,
);
const none: readonly never[] = [];

export const useNotifications = (): readonly Notification[] =>
  useSyncExternalStore(notifications.watch, notifications.list, () => none);
