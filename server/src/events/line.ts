/** An open connection to all processes, including this one: each gets every published text. */
export interface Line {
  /** Publishes a text. Resolves when the other end has it; rejects when it may be lost. */
  publish(text: string): Promise<void>;
  close(): Promise<void>;
}

export interface BusHandlers {
  readonly onText: (text: string) => void;
  /** Called when the connection is lost, possibly more than once, and also after `close`. */
  readonly onLost: () => void;
}

export type OpenLine = (handlers: BusHandlers) => Promise<Line>;
