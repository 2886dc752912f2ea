/** One destination of the live connection, with its handlers. */
export interface Topic {
  readonly destination: string;
  readonly handlers: { readonly size: number; clear(): void };
  /** Whether a subscription starts with the state, which every new handler needs. */
  readonly opensWithState: boolean;
  /** Returns the headers for a subscription; called for each one. */
  ask(): Readonly<Record<string, string>>;
  /** Processes a message's body; returns `gap` when rows are missing and must be requested. */
  take(body: unknown): "taken" | "gap";
}

/** A topic of independent messages; each is passed on as it arrives. */
export class Announcements<T> implements Topic {
  readonly destination: string;
  readonly handlers = new Set<(message: T) => void>();
  readonly opensWithState = false;
  readonly #understands: (body: unknown) => body is T;

  /** Messages that `understands` rejects are dropped, since a newer server may send more types. */
  constructor(destination: string, understands: (body: unknown) => body is T) {
    this.destination = destination;
    this.#understands = understands;
  }

  ask(): Readonly<Record<string, string>> {
    return {};
  }

  take(body: unknown): "taken" {
    if (this.#understands(body)) for (const handler of this.handlers) handler(body);
    return "taken";
  }
}

export function ofType<T extends { readonly type: string }>(
  types: Readonly<Record<T["type"], true>>,
): (body: unknown) => body is T {
  return (body): body is T =>
    typeof body === "object" &&
    body !== null &&
    "type" in body &&
    typeof body.type === "string" &&
    Object.hasOwn(types, body.type);
}
