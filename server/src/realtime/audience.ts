import type { Connection } from "./connection.ts";
import { Prepared } from "./prepared.ts";
import { encodeFrame, type StompVersion } from "./stomp-codec.ts";

/** One subscription of one connection. */
export interface Subscriber {
  readonly connection: Connection;
  readonly version: StompVersion;
  readonly id: string;
  /** Whether its client acknowledges messages, for which version 1.2 gives each a header. */
  readonly acks: boolean;
  /** Ends the connection with an ERROR, since its client does not take what it is sent. */
  cut(): void;
}

/** A message of a topic, its body encoded once for all who get it. */
export interface TopicMessage {
  readonly messageId: string;
  readonly body: Buffer;
}

export function topicMessage(messageId: string, body: object): TopicMessage {
  return { messageId, body: Buffer.from(JSON.stringify(body)) };
}

/** What the bytes for a subscriber depend on, beside its connection's encoding. */
type Framing = Pick<Subscriber, "version" | "id" | "acks">;

interface Group extends Framing {
  readonly members: Set<Subscriber>;
}

/**
 * Those who listen to one destination. Subscribers that get the very same bytes share a group (same
 * id, version and framing), for which messages are framed once.
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

  /** Messages framed for one subscriber. */
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

  /** Calls `send` for each subscriber with the messages as it gets them. */
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
