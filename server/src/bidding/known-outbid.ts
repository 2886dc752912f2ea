/** So many are kept; past it all are noted anew. */
const MOST = 20_000;
/**
 * What the database has noted at most six seconds before (`noteOutbid`) still waits when this has passed:
 * whoever was noted is told, or found to lead, ten seconds later at the earliest.
 */
const NOTED_MS = 3_000;

/** Somebody who lost the lead of a lot. */
export interface Outbid {
  readonly lotId: number;
  readonly userId: number;
}

/** Whom one desk noted as outbid moments ago, so that two who bid in turn are not noted with each bid. */
export class KnownOutbid {
  readonly #notedAtMs = new Map<string, number>();

  /** Those who are to be noted at `nowMs`. */
  unnoted(outbid: readonly Outbid[], nowMs: number): Outbid[] {
    return outbid.filter((one) => {
      const notedAtMs = this.#notedAtMs.get(keyOf(one));
      return notedAtMs === undefined || nowMs - notedAtMs >= NOTED_MS;
    });
  }

  /** Takes up whom a committed batch of `nowMs` noted. */
  learn(noted: readonly Outbid[], nowMs: number): void {
    if (this.#notedAtMs.size + noted.length > MOST) this.clear();
    for (const one of noted) this.#notedAtMs.set(keyOf(one), nowMs);
  }

  clear(): void {
    this.#notedAtMs.clear();
  }
}

const keyOf = ({ lotId, userId }: Outbid) => `${lotId}:${userId}`;
