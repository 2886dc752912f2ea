import { mark } from "@gavelyard/messages/text";

export const runConditions = ["RUNS_DRIVES", "STARTS", "DOES_NOT_START", "UNKNOWN"] as const;
export type RunCondition = (typeof runConditions)[number];

export interface RunMeaning {
  readonly checked: string;
  /** What it doesn't promise. */
  readonly limits: string;
}

/** What each run condition means. Staff and buyers read the same text. */
export const runMeanings: Readonly<Record<RunCondition, RunMeaning>> = {
  RUNS_DRIVES: {
    checked: mark(
      "The engine started, with a jump start if it needed one. The unit went into gear and moved under its own power in the yard.",
    ),
    limits: mark(
      "That it runs the same on the day of pickup, that it is safe on the road, or how it drives loaded or at highway speed.",
    ),
  },
  STARTS: {
    checked: mark(
      "The engine started and idled, with a jump start if it needed one. The unit didn't drive, or we didn't try to drive it.",
    ),
    limits: mark("That it goes into gear or drives. Plan to haul it."),
  },
  DOES_NOT_START: {
    checked: mark("We tried to start the engine, including with a jump start. It didn't start."),
    limits: mark("Why it doesn't start, or what the repair takes. Plan to haul it."),
  },
  UNKNOWN: {
    checked: mark("We didn't try to start it, or it has no engine."),
    limits: mark("Whether it runs or drives."),
  },
};

export const runCheckedWhen = mark(
  "Once, when the unit arrived at the yard. Batteries, fuel and fluids change while it sits.",
);
