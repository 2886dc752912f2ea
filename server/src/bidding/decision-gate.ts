/** Blocks bids and closes while closing times may still be extended after an outage (D36). */
export interface DecisionGate {
  readonly isOpen: boolean;
  /** Waits until the gate is open, for `withinMs` at most. */
  opened(timeoutMs: number): Promise<void>;
  /** Records a decision, with its start by the monotonic clock, in ms. */
  noteDecided(sinceMs: number): void;
}

/** A gate that is always open, for processes without outage detection. */
export const alwaysOpen: DecisionGate = {
  isOpen: true,
  opened: async () => {},
  noteDecided: () => {},
};
