/** An open line to all processes, this one included: what one says all hear. */
export interface Line {
  /** Resolves when the other end has taken the text; rejects when it may be lost. */
  say(text: string): Promise<void>;
  close(): Promise<void>;
}

/** What is told of a line that is open. */
export interface LineEars {
  readonly onText: (text: string) => void;
  /** The line is lost; may be told more than once, and of one that was closed. */
  readonly onLost: () => void;
}

/** Opens a line; rejects when that fails. */
export type OpenLine = (ears: LineEars) => Promise<Line>;
