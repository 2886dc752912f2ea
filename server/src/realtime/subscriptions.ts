import { msg } from "@gavelyard/messages/text";
import type { Subscriber } from "./audience.ts";
import type { Fault } from "./close-codes.ts";
import type { Connection } from "./connection.ts";
import { resolveDestination, type LivePrincipal, type Refusal } from "./destinations.ts";
import type { Hub } from "./hub.ts";
import type { LiveLimits } from "./limits.ts";
import type { StompFrame, StompVersion } from "./stomp-codec.ts";

const MAX_ID_LENGTH = 100;
const ackModes = new Set(["auto", "client", "client-individual"]);

const refusals: Readonly<Record<Refusal, Fault>> = {
  unknown: { reason: "protocol", code: "not-found", message: msg("No such destination") },
  "sign-in": {
    reason: "token",
    code: "token-missing",
    message: msg("Sign in first: the token is missing"),
  },
  forbidden: { reason: "access", message: msg("Your account can't subscribe to this") },
};

interface Subscription {
  readonly destination: string;
  readonly isPrivate: boolean;
  readonly end: () => void;
}

export interface SubscriptionsOptions {
  readonly hub: Hub;
  readonly limits: LiveLimits;
  readonly connection: Connection;
  readonly cut: () => void;
}

export interface RequestContext {
  readonly version: StompVersion;
  readonly principal: LivePrincipal | null;
}

export class Subscriptions {
  readonly #options: SubscriptionsOptions;
  readonly #byId = new Map<string, Subscription>();

  constructor(options: SubscriptionsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#byId.size;
  }

  get hasPrivate(): boolean {
    return [...this.#byId.values()].some(({ isPrivate }) => isPrivate);
  }

  endAll(): void {
    for (const subscription of this.#byId.values()) subscription.end();
    this.#byId.clear();
  }

  /** Handles SUBSCRIBE. Rejects when the lot can't be read. */
  async open(
    { headers }: StompFrame,
    { version, principal }: RequestContext,
  ): Promise<Fault | null> {
    const destination = headers.get("destination");
    // In version 1.0 the id is optional and defaults to the destination.
    const id = headers.get("id") ?? (version === "1.0" ? destination : undefined);
    if (destination === undefined || id === undefined)
      return protocol("SUBSCRIBE needs the headers destination and id");
    if (id.length > MAX_ID_LENGTH)
      return { reason: "limit", message: "The subscription's id is too long" };
    const ack = headers.get("ack") ?? "auto";
    if (!ackModes.has(ack))
      return protocol("The header ack must be auto, client or client-individual");
    const lastSeq = headers.get("last-seq");
    if (lastSeq !== undefined && !/^\d{1,9}$/.test(lastSeq))
      return protocol("The header last-seq is not a number");
    if (this.#byId.has(id)) return protocol("The subscription's id is in use");
    const { hub, limits, connection, cut } = this.#options;
    if (this.#byId.size >= limits.subscriptions)
      return { reason: "limit", message: msg("Too many subscriptions") };
    const resolved = resolveDestination(destination, principal);
    if (typeof resolved === "string") return refusals[resolved];

    const acks = ack !== "auto" && version === "1.2";
    const subscriber: Subscriber = { connection, version, id, acks, cut };
    if (resolved.kind === "topic") {
      const { channel, isPrivate } = resolved;
      hub.subscribe(channel, destination, subscriber);
      const end = () => hub.unsubscribe(channel, subscriber);
      this.#byId.set(id, { destination, isPrivate, end });
      return null;
    }
    const { inventoryId } = resolved;
    const end = () => hub.unsubscribeLot(inventoryId, subscriber);
    this.#byId.set(id, { destination, isPrivate: false, end });
    const joined = await hub.subscribeLot(
      inventoryId,
      subscriber,
      lastSeq === undefined ? null : Number(lastSeq),
    );
    return joined === "unknown"
      ? { reason: "protocol", code: "not-found", message: msg("This vehicle is not in an auction") }
      : null;
  }

  /** Handles UNSUBSCRIBE; an unknown id counts as already ended. */
  close({ headers }: StompFrame, version: StompVersion): Fault | null {
    const id = headers.get("id") ?? (version === "1.0" ? this.#idOf(headers) : undefined);
    if (id === undefined) return protocol("UNSUBSCRIBE needs the header id");
    this.#byId.get(id)?.end();
    this.#byId.delete(id);
    return null;
  }

  /** Finds the subscription of a destination, for version 1.0. */
  #idOf(headers: StompFrame["headers"]): string | undefined {
    const destination = headers.get("destination");
    for (const [id, subscription] of this.#byId) {
      if (subscription.destination === destination) return id;
    }
    return destination;
  }
}

function protocol(message: string): Fault {
  return { reason: "protocol", message };
}
