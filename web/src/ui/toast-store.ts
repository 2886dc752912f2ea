import { t } from "@gavelyard/messages/text";
import type { ReactNode } from "react";
import { Watchers } from "./page/watchers.ts";

/** Toasts by the rules of the specification's sections 3, 4 and 9. */
export type ToastType = "success" | "error" | "warning" | "info";

/** Where a toast leads, by its title and, with a label, a button. */
export interface ToastAction {
  readonly to: string;
  readonly label?: ReactNode;
}

export interface Toast {
  readonly id: string;
  readonly type: ToastType;
  readonly title: string;
  readonly message?: ReactNode;
  readonly action?: ToastAction;
  readonly tag?: string;
  /** In ms; with 0 or less, the toast stays until it is closed. */
  readonly duration: number;
  readonly createdAt: number;
  readonly undo?: () => void;
}

export interface ToastRequest {
  readonly type: ToastType;
  readonly title: string;
  readonly message?: ReactNode;
  readonly duration?: number;
  readonly action?: ToastAction;
  /** A toast replaces the one with the same tag, and what waits under it as a key. */
  readonly tag?: string;
  readonly undo?: () => void;
  /** A new request with the same key replaces the pending one and restarts the delay. */
  readonly debounceKey?: string;
  readonly debounceMs?: number;
}

/** A debounced request that waits, with its timer and when it was made (section 3). */
interface PendingToast extends ToastRequest {
  readonly timer: ReturnType<typeof setTimeout>;
  readonly timestamp: number;
}

export const defaultDurationMs = 5_000;
export const defaultDebounceMs = 2_000;
/** How long a toast with Undo stays, so that it can be reached by keyboard and screen reader. */
export const undoDurationMs = 20_000;

/** When a toast closes by itself. */
interface Closing {
  leftMs: number;
  /** Null while held. */
  running: { readonly sinceMs: number; readonly timer: ReturnType<typeof setTimeout> } | null;
}

export class ToastStore {
  #toasts: readonly Toast[] = [];
  readonly #closing = new Map<string, Closing>();
  #isHeld = false;
  /** Time of the last toast of each type and title. */
  readonly #shownAt = new Map<string, number>();
  readonly #pending = new Map<string, PendingToast>();
  readonly #watchers = new Watchers();

  readonly toasts = (): readonly Toast[] => this.#toasts;

  readonly watch = this.#watchers.watch;

  /** Shows a toast at once; with a key, only after the delay passes without a newer request. */
  show(request: ToastRequest): void {
    const { debounceKey: key, debounceMs = defaultDebounceMs } = request;
    if (key === undefined) return this.#add(request);
    clearTimeout(this.#pending.get(key)?.timer);
    const timer = setTimeout(() => this.#settle(key), debounceMs);
    this.#pending.set(key, { ...request, timer, timestamp: Date.now() });
  }

  /** Shows a pending toast, unless an equal one was shown while it waited. */
  #settle(key: string): void {
    const pending = this.#pending.get(key);
    if (pending === undefined) return;
    this.#pending.delete(key);
    const last = this.#shownAt.get(dedupeKey(pending));
    if (last === undefined || last <= pending.timestamp) this.#add(pending);
  }

  close(id: string): void {
    this.#set(this.#toasts.filter((toast) => toast.id !== id));
  }

  /** Closes the toast with a tag. One that waits under this key isn't shown. */
  closeTagged(tag: string): void {
    clearTimeout(this.#pending.get(tag)?.timer);
    this.#pending.delete(tag);
    if (this.#toasts.some((toast) => toast.tag === tag))
      this.#set(this.#toasts.filter((toast) => toast.tag !== tag));
  }

  /** Keeps all toasts open, while the reader points at one or has moved the focus there. */
  hold(): void {
    this.#isHeld = true;
    for (const closing of this.#closing.values()) {
      if (closing.running === null) continue;
      clearTimeout(closing.running.timer);
      closing.leftMs -= Date.now() - closing.running.sinceMs;
      closing.running = null;
    }
  }

  release(): void {
    this.#isHeld = false;
    for (const [id, closing] of this.#closing) this.#run(id, closing);
  }

  /** Undoes what a toast reports, by default the newest with Undo, and closes it. */
  undo(toast = this.#toasts.findLast((each) => each.undo !== undefined)): void {
    if (toast?.undo === undefined) return;
    this.close(toast.id);
    toast.undo();
  }

  clear(): void {
    this.clearDebounced();
    this.#set([]);
  }

  clearDebounced(): void {
    for (const { timer } of this.#pending.values()) clearTimeout(timer);
    this.#pending.clear();
  }

  #add(request: ToastRequest): void {
    const createdAt = Date.now();
    const id = `${createdAt}-${Math.random().toString(36).slice(2)}`;
    const { type, title, message, undo, action, tag } = request;
    const { duration = undo === undefined ? defaultDurationMs : undoDurationMs } = request;
    this.#shownAt.set(dedupeKey(request), createdAt);
    if (tag !== undefined) this.closeTagged(tag);
    this.#set([
      ...this.#toasts,
      {
        id,
        type,
        title,
        duration,
        createdAt,
        ...(message === undefined ? {} : { message }),
        ...(undo && { undo }),
        ...(action && { action }),
        ...(tag !== undefined && { tag }),
      },
    ]);
    if (duration <= 0) return;
    const closing: Closing = { leftMs: duration, running: null };
    this.#closing.set(id, closing);
    if (!this.#isHeld) this.#run(id, closing);
  }

  #run(id: string, closing: Closing): void {
    if (closing.running !== null) return;
    const timer = setTimeout(() => this.close(id), closing.leftMs);
    closing.running = { sinceMs: Date.now(), timer };
  }

  #set(toasts: readonly Toast[]): void {
    this.#toasts = toasts;
    const open = new Set(toasts.map(({ id }) => id));
    for (const [id, { running }] of this.#closing) {
      if (open.has(id)) continue;
      clearTimeout(running?.timer);
      this.#closing.delete(id);
    }
    // The pointer doesn't leave what is gone.
    if (toasts.length === 0) this.#isHeld = false;
    this.#watchers.notify();
  }
}

const dedupeKey = ({ type, title }: Pick<Toast, "type" | "title">) => `${type}\n${title}`;

export const toastStore = new ToastStore();
export const toast = (request: ToastRequest): void => toastStore.show(request);

const levels: Readonly<Record<ToastType, string>> = {
  success: t("Success"),
  error: t("Error"),
  warning: t("Warning"),
  info: t("Info"),
};

/** Shows a toast with only a message; its title is the level. */
export function toastMessage(message: string, type: ToastType = "info"): void {
  toastStore.show({ type, title: levels[type], message });
}
