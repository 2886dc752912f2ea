import type { Fault } from "./close-codes.ts";
import type { StompFrame, StompVersion } from "./stomp-codec.ts";

const MAX_OPEN = 20;

/** Headers that ACK and NACK need, by version. */
const namesOfMessage = {
  "1.0": ["message-id"],
  "1.1": ["message-id", "subscription"],
  "1.2": ["id"],
} as const satisfies Record<StompVersion, readonly string[]>;

/**
 * The transactions that a client opened. They can contain only acknowledgements, since SEND is
 * refused, and these have no effect: clients recover missed messages with `last-seq`.
 */
export class Transactions {
  readonly #open = new Set<string>();

  begin({ headers }: StompFrame): Fault | null {
    const name = headers.get("transaction");
    if (name === undefined) return missing("BEGIN", "transaction");
    if (this.#open.has(name)) return protocol("The transaction is already open");
    if (this.#open.size >= MAX_OPEN)
      return { reason: "limit", message: "Too many transactions are open" };
    this.#open.add(name);
    return null;
  }

  end({ command, headers }: StompFrame): Fault | null {
    const name = headers.get("transaction");
    if (name === undefined) return missing(command, "transaction");
    return this.#open.delete(name) ? null : protocol("No such transaction");
  }

  acknowledge({ command, headers }: StompFrame, version: StompVersion): Fault | null {
    for (const name of namesOfMessage[version]) {
      if (!headers.has(name)) return missing(command, name);
    }
    const transaction = headers.get("transaction");
    const isUnknown = transaction !== undefined && !this.#open.has(transaction);
    return isUnknown ? protocol("No such transaction") : null;
  }
}

function protocol(message: string): Fault {
  return { reason: "protocol", message };
}

function missing(command: string, header: string): Fault {
  return protocol(`${command} needs the header ${header}`);
}
