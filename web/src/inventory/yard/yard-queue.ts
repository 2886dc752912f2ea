import type { Image } from "@gavelyard/contract/inventory/inventory";
import { ApiError } from "@gavelyard/client/call";
import { nameKey } from "@gavelyard/domain/inventory/makes";
import { t } from "@gavelyard/messages/text";
import { canRepeat } from "../../api/can-repeat.ts";
import { messageOf } from "../../api/messages.ts";
import { sha256Hex } from "../../sha-256.ts";
import { Watchers } from "../../ui/page/watchers.ts";
import { maxPictureBytes } from "../../ui/form/picture-files.ts";
import type { YardPicture, YardStore, YardUnit } from "./yard-store.ts";

export interface FoundUnit {
  readonly id: number;
  readonly stockNumber: string;
  readonly name: string;
}

export interface YardNetwork {
  send(picture: YardPicture, unitId: number, onProgress: (share: number) => void): Promise<unknown>;
  /** Returns the units that a text may mean. */
  find(text: string): Promise<readonly FoundUnit[]>;
  isOnline(): boolean;
  /** Waits, but not longer than until the device is online again. */
  pause(ms: number): Promise<void>;
}

export interface YardState {
  readonly units: readonly YardUnit[];
  readonly pictures: readonly YardPicture[];
  readonly sending: { readonly key: string; readonly share: number } | null;
  /** Uploaded since the page was opened, by unit key. */
  readonly sent: ReadonlyMap<string, number>;
}

interface Owner {
  readonly userId: number;
  readonly name: string;
}

const FIRST_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 60_000;

/**
 * Pictures from the yard on their way to the server (D86). A picture leaves the device only after the
 * server has it, and each has a key, so that none is lost and none is added twice.
 */
export class YardQueue {
  readonly #store: YardStore;
  readonly #network: YardNetwork;
  readonly #owner: Owner;
  readonly #watchers = new Watchers();
  readonly watch = this.#watchers.watch;
  #state: YardState = { units: [], pictures: [], sending: null, sent: new Map() };
  #running: Promise<void> | null = null;

  constructor(store: YardStore, network: YardNetwork, owner: Owner) {
    this.#store = store;
    this.#network = network;
    this.#owner = owner;
  }

  readonly read = (): YardState => this.#state;

  isRunning(): boolean {
    return this.#running !== null;
  }

  /** Reads what the device has, with the bytes of all pictures. */
  async load(): Promise<void> {
    const { units, pictures } = await this.#store.readAll();
    // The same records stay, so that their previews aren't drawn again.
    const known = new Map(this.#state.pictures.map((one) => [one.key, one]));
    this.#change({
      units: units
        .filter(({ userId }) => userId === this.#owner.userId)
        .toSorted((one, other) => other.addedAtMs - one.addedAtMs),
      pictures: pictures
        .map((one) => {
          const before = known.get(one.key);
          return before?.fault === one.fault ? before : one;
        })
        .toSorted((one, other) => one.addedAtMs - other.addedAtMs),
    });
  }

  /** Starts a unit, or brings it to the top. */
  async addUnit(label: string, found: FoundUnit | null): Promise<void> {
    const { userId } = this.#owner;
    const known = this.#state.units.find((one) =>
      found === null ? nameKey(one.label) === nameKey(label) : one.unitId === found.id,
    );
    await this.#store.put("units", {
      key: known?.key ?? crypto.randomUUID(),
      userId,
      unitId: found?.id ?? known?.unitId ?? null,
      label: found?.stockNumber ?? known?.label ?? label,
      name: found?.name ?? known?.name ?? "",
      addedAtMs: Date.now(),
    });
    await this.load();
  }

  /** Keeps pictures on the device. Returns why files weren't kept. */
  async addPictures(
    unitKey: string,
    files: readonly File[],
    kind: Image["kind"],
  ): Promise<string[]> {
    const faults: string[] = [];
    const there = new Set(
      this.#state.pictures.filter((one) => one.unitKey === unitKey).map(({ digest }) => digest),
    );
    for (const file of files) {
      const fault = await this.#keep(unitKey, file, kind, there);
      if (fault !== null) faults.push(fault);
    }
    await this.load();
    return faults;
  }

  /** Keeps a picture unless its digest is `there`, and adds it. */
  async #keep(
    unitKey: string,
    file: File,
    kind: Image["kind"],
    there: Set<string>,
  ): Promise<string | null> {
    if (file.size > maxPictureBytes)
      return t("{name} is larger than 10 MB. Choose a smaller size in the camera.", {
        name: file.name,
      });
    try {
      const bytes = await file.arrayBuffer();
      const digest = await sha256Hex(bytes);
      if (there.has(digest)) return null;
      await this.#store.put("pictures", {
        key: crypto.randomUUID(),
        unitKey,
        userId: this.#owner.userId,
        userName: this.#owner.name,
        kind,
        fileName: file.name,
        bytes,
        type: file.type,
        digest,
        addedAtMs: Date.now(),
        fault: null,
      });
      there.add(digest);
      return null;
    } catch {
      return t("This device couldn't keep {name}. Free some space, then take it again.", {
        name: file.name,
      });
    }
  }

  async removePicture(key: string): Promise<void> {
    await this.#store.remove("pictures", key);
    await this.load();
  }

  /** Removes a unit without pictures from the device. */
  async removeUnit(key: string): Promise<void> {
    if (this.#state.pictures.some(({ unitKey }) => unitKey === key)) return;
    await this.#store.remove("units", key);
    await this.load();
  }

  /** Makes the pictures of a unit wait again, for a unit that was found if there is one. */
  async retry(unitKey: string, found: FoundUnit | null = null): Promise<void> {
    const unit = this.#state.units.find(({ key }) => key === unitKey);
    if (unit !== undefined && found !== null)
      await this.#store.put("units", {
        ...unit,
        unitId: found.id,
        label: found.stockNumber,
        name: found.name,
      });
    for (const one of this.#state.pictures)
      if (one.unitKey === unitKey && one.fault !== null)
        await this.#store.put("pictures", { ...one, fault: null });
    await this.load();
  }

  /** Uploads what waits, one after the other, until nothing does or the device is offline. */
  run(): Promise<void> {
    this.#running ??= this.#upload().finally(() => {
      this.#running = null;
      this.#change({ sending: null });
    });
    return this.#running;
  }

  async #upload(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS;
    const waiting = () =>
      this.#state.pictures.find(
        ({ userId, fault }) => userId === this.#owner.userId && fault === null,
      );
    for (;;) {
      // Another tab may have kept more.
      if (waiting() === undefined) await this.load();
      const next = waiting();
      if (next === undefined || !this.#network.isOnline()) return;
      try {
        const unitId = await this.#unitOf(next);
        if (unitId === null) {
          const fault = t("We found no single unit with this number. Choose the unit.");
          await this.#mark(next, fault);
          continue;
        }
        this.#change({ sending: { key: next.key, share: 0 } });
        await this.#network.send(next, unitId, (share) =>
          this.#change({ sending: { key: next.key, share } }),
        );
        await this.#store.remove("pictures", next.key);
        const { sent, pictures } = this.#state;
        this.#change({
          sending: null,
          pictures: pictures.filter(({ key }) => key !== next.key),
          sent: new Map(sent).set(next.unitKey, (sent.get(next.unitKey) ?? 0) + 1),
        });
        pauseMs = FIRST_PAUSE_MS;
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) return;
        if (canRepeat(error)) {
          this.#change({ sending: null });
          await this.#network.pause(pauseMs);
          pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS);
        } else {
          const fault = messageOf(error, t("Couldn't upload the picture."));
          await this.#mark(next, fault);
        }
      }
    }
  }

  async #mark(picture: YardPicture, fault: string): Promise<void> {
    const marked = { ...picture, fault };
    await this.#store.put("pictures", marked);
    this.#change({
      pictures: this.#state.pictures.map((one) => (one.key === picture.key ? marked : one)),
    });
  }

  /** Returns the ID of a picture's unit; looks it up if it was typed without a network. */
  async #unitOf({ unitKey }: YardPicture): Promise<number | null> {
    const unit = this.#state.units.find(({ key }) => key === unitKey);
    if (unit === undefined) return null;
    if (unit.unitId !== null) return unit.unitId;
    const found = await this.#network.find(unit.label);
    const exact = found.filter(({ stockNumber }) => nameKey(stockNumber) === nameKey(unit.label));
    const [only, ...others] = exact.length > 0 ? exact : found;
    if (only === undefined || others.length > 0) return null;
    const { id, stockNumber, name } = only;
    const named = { ...unit, unitId: id, label: stockNumber, name };
    await this.#store.put("units", named);
    this.#change({ units: this.#state.units.map((one) => (one.key === unitKey ? named : one)) });
    return id;
  }

  #change(changes: Partial<YardState>): void {
    this.#state = { ...this.#state, ...changes };
    this.#watchers.notify();
  }
}
