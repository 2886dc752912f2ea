import type { Finding } from "./condition-findings.ts";
import type { ModelLine, Trade } from "./model-line.ts";
import type { Chance } from "./random.ts";
import { closings, noStart, notesOf, startsOnly } from "./yard-notes.ts";
import { demoYards } from "./yards.ts";

export interface Described {
  readonly line: ModelLine;
  readonly age: number;
  readonly odometer: number | null;
  readonly engineHours: number | null;
  readonly features: readonly string[];
  readonly findings: readonly Finding[];
  readonly runCondition: string;
  readonly axleRatio: number | null;
  readonly gears: number | null;
  readonly lowestTread: number | null;
}

const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
];
const regions = ["Southwest", "Midwest", "Southeast", "Gulf Coast", "Pacific Northwest"];

/**
 * Writes short notes in a yard's style, with the findings. Deals sentences from shuffled decks, so
 * that none repeats before the others were used.
 */
export class NoteWriter {
  readonly #chance: Chance;
  readonly #saleYear: number;
  readonly #decks = new Map<readonly string[], string[]>();

  constructor(chance: Chance, saleYear: number) {
    this.#chance = chance;
    this.#saleYear = saleYear;
  }

  describe(unit: Described): string {
    const chance = this.#chance;
    const pool = notesOf[unit.line.trade];
    const sentences = [
      chance.yes(0.85) ? this.#deal(pool.origin, unit.line.body) : "",
      chance.yes(0.6) ? this.#facts(unit) : "",
      unit.age >= 2 ? this.#deal(pool.work, unit.line.body) : "",
      unit.age >= 6 && chance.yes(0.4) ? this.#deal(pool.work, unit.line.body) : "",
      ...this.#checkIn(unit, pool.checkIn),
      this.#flaws(unit),
      this.#deal(closings, unit.line.body),
    ];
    const text = [...new Set(sentences)].filter((sentence) => sentence !== "").join(" ");
    return text.replace(/\{(\w+)\}/g, (_, name: string) => this.#fill(name));
  }

  #checkIn(unit: Described, pool: readonly string[]): string[] {
    if (unit.runCondition === "DOES_NOT_START") return [this.#deal(noStart, unit.line.body)];
    if (unit.runCondition === "STARTS") return [this.#deal(startsOnly, unit.line.body)];
    if (unit.runCondition === "UNKNOWN" && unit.line.trade !== "TRAILER") {
      return ["Came in without a key and we have not had it running."];
    }
    return this.#chance.yes(0.5)
      ? [this.#deal(pool, unit.line.body)]
      : [this.#deal(pool, unit.line.body), this.#deal(pool, unit.line.body)];
  }

  /** Returns what buyers ask first: miles or hours, gearing, equipment. */
  #facts(unit: Described): string {
    const chance = this.#chance;
    const parts: string[] = [];
    if (unit.odometer !== null && chance.yes(0.6)) {
      const miles =
        unit.odometer >= 100_000
          ? `${Math.round(unit.odometer / 1_000)}K`
          : unit.odometer.toLocaleString("en-US");
      parts.push(
        chance.pick([
          `${miles} on the dash`,
          `Shows ${miles} mi`,
          `${miles} mi, and the wear agrees`,
        ]),
      );
    } else if (unit.engineHours !== null) {
      parts.push(
        chance.pick([
          `Meter reads ${Math.round(unit.engineHours).toLocaleString("en-US")} h`,
          `${Math.round(unit.engineHours).toLocaleString("en-US")} h on the clock`,
        ]),
      );
    }
    if (unit.axleRatio !== null && unit.gears !== null && unit.gears > 6 && chance.yes(0.5)) {
      parts.push(`${unit.gears}-speed with ${unit.axleRatio.toFixed(2)} gears`);
    }
    const named = chance.some(unit.features, 2).map(lowerFirst);
    if (named.length === 2 && chance.yes(0.6)) parts.push(`has ${named.join(" and ")}`);
    const text = parts.join(", ");
    return text === "" ? "" : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  }

  #flaws({ findings, lowestTread, line }: Described): string {
    const chance = this.#chance;
    const worst =
      findings.find(({ severity }) => severity === "MAJOR") ??
      findings.find(({ severity }) => severity === "MODERATE");
    if (worst !== undefined) {
      return `${chance.pick(["Know this", "Needs attention", "For the mechanic", "Found at inspection", "Seller text us"])}: ${lowerFirst(worst.item)}, ${lowerFirst(worst.note)}.`;
    }
    if (lowestTread !== null && lowestTread <= shallow[line.trade])
      return `Plan on tires, the lowest is at ${lowestTread}/32.`;
    return chance.yes(0.4)
      ? chance.pick([
          "Nothing needed that we could find.",
          "Ready for work.",
          "No surprises on the lift.",
          "Cosmetics are as the pictures show.",
        ])
      : "";
  }

  #deal(pool: readonly string[], body: string): string {
    const deck = this.#decks.get(pool) ?? [];
    if (!deck.some((sentence) => fits(sentence, body)))
      deck.unshift(...this.#chance.shuffled(pool));
    this.#decks.set(pool, deck);
    const place = deck.findLastIndex((sentence) => fits(sentence, body));
    const [sentence = ""] = place === -1 ? [] : deck.splice(place, 1);
    return sentence.slice(sentence.lastIndexOf("|") + 1);
  }

  #fill(name: string): string {
    const chance = this.#chance;
    switch (name) {
      case "month":
        return chance.pick(months);
      case "season":
        return `${chance.pick(["spring", "summer", "fall"])} ${this.#saleYear - chance.int(1, 2)}`;
      case "region":
        return chance.pick(regions);
      case "city":
        return chance.pick(demoYards).city;
      case "row":
        return `${chance.pick(["A", "B", "C", "D", "E", "F"])}${chance.int(1, 28)}`;
      default:
        throw new RangeError(`No such fact: ${name}`);
    }
  }
}

const shallow: Readonly<Record<Trade, number>> = {
  HEAVY: 7,
  MEDIUM: 6,
  LIGHT: 4,
  TRAILER: 5,
  EQUIPMENT: 5,
  BUS: 5,
  RV: 4,
  MOTORCYCLE: 3,
};

function fits(sentence: string, body: string): boolean {
  const words = sentence.split("|").slice(0, -1);
  return words.length === 0 || words.some((word) => body.toLowerCase().includes(word));
}

/** Lowercases the first letter, unless the first word is a name or an abbreviation. */
function lowerFirst(text: string): string {
  return /^[A-Z][a-z]+(\s|$|[,'-])/.test(text) &&
    !/^(Detroit|Onan|Allison|Altec|Apple|Autopilot|Bluetooth|Texas|Vance|Boom)/.test(text)
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text;
}
