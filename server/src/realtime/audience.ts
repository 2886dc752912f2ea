import type { Connection } from "./connection.ts";
import { Prepared } from "./prepared.ts";
import { encodeFrame, type StompVersion } from "./stomp-codec.ts";

export interface Subscriber {
  readonly connection: Connection;
  readonly version: StompVersion;
  readonly id: string;
  /** Whether the client acknowledges messages; version 1.2 then adds an `ack` header to each. */
  readonly acks: boolean;
  /** Ends a connection that is too slow, with an ERROR. */
  cut(): void;
}

/** A topic's message, encoded once for all subscribers. */
export interface TopicMessage {
  readonly messageId: string;
  readonly body: Buffer;
}

export function topicMessage(messageId: string, body: object): TopicMessage {
  return { messageId, body: Buffer.from(JSON.stringify(body)) };
}

/** What a subscriber's bytes depend on, apart from its connection's encoding. */
type Framing = Pick<Subscriber, "version" | "id" | "acks">;

interface Group extends Framing {
  readonly members: Set<Subscriber>;
}

/**
 * The subscribers of one destination. Those that get identical bytes (same id, version, acks and
 * encoding) share a group, and messages are framed once per group.
 */
export class Audience {
  readonly destination: string;
  readonly #groups = new Map<string, Group>();

  constructor(destination: string) {
    this.destination = destination;
  }

  get isEmpty(): boolean {
    return this.#groups.size === 0;
  }

  get size(): number {
    let members = 0;
    for (const group of this.#groups.values()) members += group.members.size;
    return members;
  }

  add(subscriber: Subscriber): void {
    const key = groupKey(subscriber);
    const group = this.#groups.get(key);
    const { id, version, acks } = subscriber;
    if (group === undefined)
      this.#groups.set(key, { id, version, acks, members: new Set([subscriber]) });
    else group.members.add(subscriber);
  }

  remove(subscriber: Subscriber): void {
    const key = groupKey(subscriber);
    const group = this.#groups.get(key);
    if (group === undefined) return;
    group.members.delete(subscriber);
    if (group.members.size === 0) this.#groups.delete(key);
  }

  prepare({ id, version, acks }: Framing, messages: readonly TopicMessage[]): Prepared {
    return new Prepared(
      messages.map(({ messageId, body }) =>
        encodeFrame(
          "MESSAGE",
          {
            destination: this.destination,
            subscription: id,
            "message-id": messageId,
            ...(acks && { ack: messageId }),
            "content-type": "application/json",
          },
          body,
          version,
        ),
      ),
    );
  }

  forEach(
    messages: readonly TopicMessage[],
    send: (subscriber: Subscriber, bytes: Prepared) => void,
  ): void {
    for (const group of this.#groups.values()) {
      const bytes = this.prepare(group, messages);
      for (const member of group.members) send(member, bytes);
    }
  }
}

const groupKey = ({ connection, version, id, acks }: Subscriber) =>
  `${connection.encoding}|${version}|${acks}|${id}`;
