/** One destination of the live connection, with those in this tab who hear it. */
export interface Topic {
  readonly destination: string;
  readonly handlers: { readonly size: number };
  /** Whether subscribing again tells the state, which a newcomer wants beside what comes next. */
  readonly opensWithState: boolean;
  /** Headers to subscribe with, each time again. */
  ask(): Readonly<Record<string, string>>;
  /** Takes the body of a message; `gap` when rows are missing and must be asked for. */
  take(body: unknown): "taken" | "gap";
}

/** A topic whose messages stand for themselves: each is passed on as it comes. */
export class Announcements<T> implements Topic {
  readonly destination: string;
  readonly handlers = new Set<(message: T) => void>();
  readonly opensWithState = false;
  readonly #understands: (body: unknown) => body is T;

  /** What `understands` refuses is left out: a newer server may tell more than this page knows. */
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

/** Makes a check of a message's `type`. */
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
