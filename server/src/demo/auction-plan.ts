import { calendarDateIn, wallTimeToMs } from "@gavelyard/domain/wall-time";
import type { Chance } from "@gavelyard/demo/random";
import type { Trade } from "@gavelyard/demo/model-line";

export interface PlannedAuction {
  readonly name: string;
  readonly description: string;
  readonly timeZone: string;
  readonly startMs: number;
  readonly closesMs: readonly number[];
  readonly staggerSec: number;
  readonly trades: readonly Trade[];
}

interface Theme {
  readonly name: string;
  readonly about: string;
  readonly timeZone: string;
  readonly trades: readonly Trade[];
}

const themes: readonly Theme[] = [
  {
    name: "Panhandle Class 8 Sale",
    about:
      "Sleepers and day cabs from fleets along I-40, with ECM downloads where we could get them.",
    timeZone: "America/Chicago",
    trades: ["HEAVY"],
  },
  {
    name: "Trinity Work Truck Sale",
    about: "Box trucks, service bodies and pickups out of Dallas and Houston.",
    timeZone: "America/Chicago",
    trades: ["MEDIUM", "LIGHT"],
  },
  {
    name: "Inland Empire Fleet Sale",
    about: "Vans, pickups and medium trucks from Southern California fleets.",
    timeZone: "America/Los_Angeles",
    trades: ["LIGHT", "MEDIUM"],
  },
  {
    name: "Sonoran Equipment Day",
    about: "Excavators, loaders and lowboys from contractors across Arizona.",
    timeZone: "America/Phoenix",
    trades: ["EQUIPMENT", "TRAILER"],
  },
  {
    name: "Great Lakes Trailer Sale",
    about: "Vans, reefers and flats, all with a current inspection unless it says otherwise.",
    timeZone: "America/Chicago",
    trades: ["TRAILER", "HEAVY"],
  },
  {
    name: "Peachtree Mixed Consignment",
    about: "A bit of everything from sellers in the Southeast.",
    timeZone: "America/New_York",
    trades: ["LIGHT", "BUS", "RV", "MOTORCYCLE"],
  },
  {
    name: "Front Range Truck and Plow Sale",
    about: "Four-wheel drive, dumps and municipal turn-ins.",
    timeZone: "America/Denver",
    trades: ["MEDIUM", "HEAVY", "LIGHT"],
  },
  {
    name: "Meadowlands Delivery Fleet Sale",
    about: "Straight trucks and vans that ran local in the Northeast.",
    timeZone: "America/New_York",
    trades: ["MEDIUM", "LIGHT", "TRAILER"],
  },
];

const terms =
  "Lots close one after another, and a late bid extends a lot. Payment is due within three business days, pickup within five.";
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Time between the closes of two lots in the always-running sale. */
const ROLLING_GAP_MS = 6 * MINUTE_MS;

function plan(
  theme: Theme,
  when: string,
  startMs: number,
  closesMs: readonly number[],
  staggerSec: number,
): PlannedAuction {
  return {
    name: `${theme.name}, ${when}`,
    description: `${theme.about} ${terms}`,
    timeZone: theme.timeZone,
    startMs,
    closesMs,
    staggerSec,
    trades: theme.trades,
  };
}

function themeAt(place: number): Theme {
  const theme = themes[((place % themes.length) + themes.length) % themes.length];
  if (theme === undefined) throw new RangeError("There are no themes");
  return theme;
}

const shortDate = (ms: number, timeZone: string) =>
  new Intl.DateTimeFormat("en-US", { timeZone, month: "short", day: "numeric" }).format(ms);

/** Rounds down to the full minute, as a person would set a time. */
const toMinute = (ms: number) => Math.floor(ms / MINUTE_MS) * MINUTE_MS;

/**
 * Plans a sale that is running now. Its lots close from `firstCloseMs` on, one every few minutes.
 * `place` rotates through the themes.
 */
export function rollingAuction(
  place: number,
  startMs: number,
  firstCloseMs: number,
  lots: number,
): PlannedAuction {
  const theme = themeAt(place);
  const hour = new Intl.DateTimeFormat("en-US", {
    timeZone: theme.timeZone,
    hour: "numeric",
  }).format(startMs);
  const closes = Array.from({ length: lots }, (_, index) => firstCloseMs + index * ROLLING_GAP_MS);
  return plan(
    theme,
    `${shortDate(startMs, theme.timeZone)}, ${hour}`,
    startMs,
    closes,
    ROLLING_GAP_MS / 1000,
  );
}

/**
 * Plans a sale that starts at 10 AM in its own time zone, `days` days from `nowMs`. Its lots close
 * 30 s apart, starting at noon.
 */
export function morningAuction(
  place: number,
  nowMs: number,
  days: number,
  lots: number,
  chance: Chance,
): PlannedAuction {
  const theme = themeAt(place);
  const date = calendarDateIn(nowMs + days * DAY_MS, theme.timeZone);
  const startMs = wallTimeToMs(`${date}T10:00`, theme.timeZone);
  const firstClose = startMs + chance.int(4, 10) * 30 * MINUTE_MS;
  const closes = Array.from({ length: lots }, (_, index) => firstClose + index * 30_000);
  return plan(theme, shortDate(startMs, theme.timeZone), startMs, closes, 30);
}

/** The sales of a fresh demo: five ended, two running and some upcoming. */
export function firstAuctions(nowMs: number, chance: Chance): PlannedAuction[] {
  const over = [19, 13, 8, 4, 2].map((days, index) =>
    morningAuction(index, nowMs, -days, 15, chance),
  );
  const startMs = toMinute(nowMs - 150 * MINUTE_MS);
  // A few of its lots have already closed; the next closes in three minutes.
  const on = rollingAuction(5, startMs, nowMs - 3 * ROLLING_GAP_MS + 3 * MINUTE_MS, 28);
  const tonight = rollingAuction(
    2,
    toMinute(nowMs - 45 * MINUTE_MS),
    toMinute(nowMs + 200 * MINUTE_MS),
    16,
  );
  const toCome = [1, 2, 3, 5, 8].map((days, index) =>
    morningAuction(index + 3, nowMs, days, 15, chance),
  );
  return [...over, on, tonight, ...toCome];
}
