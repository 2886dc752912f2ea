import { useSyncExternalStore } from "react";
import { onSessionEnd } from "../session/session.ts";

/** What every notification has. `timestamp`: ms since the epoch. */
interface Stamp {
  readonly id: string;
  readonly timestamp: number;
  readonly read: boolean;
}

/** A status that an auction changed to while this browser was open (specification section 3). */
export interface StatusChange {
  readonly auctionId: number;
  readonly auctionName: string;
  readonly oldStatus: string;
  readonly newStatus: string;
}

/** Something that happened to the signed-in user. */
export interface OwnEvent {
  readonly title: string;
  readonly message: string;
  /** The page that shows it. */
  readonly to: string;
}

export type Notification<Content> = Content & Stamp;

/** Maximum notifications of a kind, newest first (section 9). */
export const maxNotifications = 10;

type NotificationStorage = Pick<Storage, "getItem" | "setItem"> | null;

/** The newest notifications of a kind, which survive a reload and end with the session. */
export class NotificationStore<Content> {
  #list: readonly Notification<Content>[];
  readonly #watchers = new Set<() => void>();
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

  readonly list = (): readonly Notification<Content>[] => this.#list;

  readonly watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };

  add(content: Content): void {
    const timestamp = Date.now();
    const id = `${timestamp}-${Math.random().toString(36).slice(2)}`;
    this.#set([{ ...content, id, timestamp, read: false }, ...this.#list]);
  }

  markRead(): void {
    if (this.#list.every(({ read }) => read)) return;
    this.#set(this.#list.map((one) => ({ ...one, read: true })));
  }

  clear(): void {
    this.#set([]);
  }

  #set(list: readonly Notification<Content>[]): void {
    this.#list = list.slice(0, maxNotifications);
    try {
      this.#storage?.setItem(this.#key, JSON.stringify(this.#list));
    } catch {
      // A full storage loses them with the page.
    }
    for (const watcher of this.#watchers) watcher();
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

const isOwnEvent = (value: object): value is OwnEvent =>
  "title" in value && "message" in value && "to" in value && typeof value.to === "string";

const isStatusChange = (value: object): value is StatusChange =>
  "auctionId" in value && "auctionName" in value && "oldStatus" in value && "newStatus" in value;

const storage = typeof localStorage === "undefined" ? null : localStorage;
/** Status changes of auctions. */
export const statusChanges = new NotificationStore(
  "statusChangeNotifications",
  isStatusChange,
  storage,
);
/** What happened to the signed-in user. */
export const ownEvents = new NotificationStore("notifications", isOwnEvent, storage);
onSessionEnd(() => {
  statusChanges.clear();
  ownEvents.clear();
});

const none: readonly never[] = [];

export const useStatusChanges = (): readonly Notification<StatusChange>[] =>
  useSyncExternalStore(statusChanges.watch, statusChanges.list, () => none);

export const useOwnEvents = (): readonly Notification<OwnEvent>[] =>
  useSyncExternalStore(ownEvents.watch, ownEvents.list, () => none);
