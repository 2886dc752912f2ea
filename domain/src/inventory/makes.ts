/** Makes as their makers spell them. */
const spellings =
  "Acura,Alfa Romeo,Aston Martin,Audi,Bentley,BMW,Bobcat,Buick,Cadillac,Case,Caterpillar,Chevrolet,Chrysler,Daewoo,Dodge,Doosan,Ducati,Ferrari,Fiat,Fisker,Fontaine,Ford,Freightliner,Genesis,GMC,Great Dane,Harley-Davidson,Hino,Hitachi,Honda,Hummer,Hyundai,Indian,Infiniti,International,Isuzu,Jaguar,JCB,Jeep,John Deere,Kawasaki,Kenworth,Kia,Komatsu,Kubota,Lamborghini,Land Rover,Lexus,Lincoln,Lucid,Mack,Maserati,Mazda,Mercedes-Benz,Mercury,MINI,Mitsubishi,Nissan,Oldsmobile,Peterbilt,Plymouth,Polaris,Polestar,Pontiac,Porsche,Ram,Rivian,Rolls-Royce,Saab,Saturn,Scion,Smart,Stoughton,Subaru,Suzuki,Tesla,Thomas,Toyota,Triumph,Utility,Vanguard,Volkswagen,Volvo,Wabash,Western Star,Winnebago,Yamaha".split(
    ",",
  );

/** Other names that people write for a make, as `nameKey` returns them. */
export const knownAliases: Readonly<Record<string, string>> = {
  ALFA: "Alfa Romeo",
  CAT: "Caterpillar",
  CHEV: "Chevrolet",
  CHEVY: "Chevrolet",
  DEERE: "John Deere",
  DODGERAM: "Ram",
  FREIGHTLINERTRUCK: "Freightliner",
  FRHT: "Freightliner",
  HARLEY: "Harley-Davidson",
  IHC: "International",
  INTERNATIONALTRUCK: "International",
  INTL: "International",
  KW: "Kenworth",
  LANDROVERRANGEROVER: "Land Rover",
  MACKTRUCKS: "Mack",
  MERCEDES: "Mercedes-Benz",
  MERZ: "Mercedes-Benz",
  NAVISTAR: "International",
  PETE: "Peterbilt",
  PTRB: "Peterbilt",
  RANGEROVER: "Land Rover",
  TOYT: "Toyota",
  VOLVOTRUCK: "Volvo",
  VOLVOTRUCKS: "Volvo",
  VW: "Volkswagen",
  WESTERNSTARTRUCKS: "Western Star",
};

/** A name as a key: without case, spaces and marks, so that "F-150" and "f150" are one. */
export const nameKey = (name: string): string => name.toUpperCase().replace(/[^\p{L}\p{N}]/gu, "");

/** A name with single spaces. */
export const tidyName = (name: string): string => name.trim().replace(/\s+/g, " ");

const spellingOf: ReadonlyMap<string, string> = new Map([
  ...spellings.map((name) => [nameKey(name), name] as const),
  ...Object.entries(knownAliases),
]);
/** The millions of units of a catalog have few makes. */
const known = new Map<string, string>();

/**
 * Returns a make as its maker spells it: "FORD" and "ford" are "Ford", "Chevy" is "Chevrolet". Others
 * stay, with single spaces.
 */
export function spelledMake(make: string): string {
  const before = known.get(make);
  if (before !== undefined) return before;
  const spelled = spellingOf.get(nameKey(make)) ?? tidyName(make);
  if (known.size > 5_000) known.clear();
  known.set(make, spelled);
  return spelled;
}

/** Returns the keys of all names of a make. */
export function makeKeys(make: string): string[] {
  const spelled = spelledMake(make);
  const others = [...spellingOf].flatMap(([key, name]) => (name === spelled ? [key] : []));
  return [...new Set([nameKey(spelled), ...others])];
}

/** Returns the make that a text misspells by a letter or two; null if it's known, or like none. */
export function misspelledMake(make: string): string | null {
  const key = nameKey(make);
  if (spellingOf.has(key)) return null;
  const begins = knownBeginning(make);
  if (begins !== null) return begins;
  if (key.length < 5) return null;
  const near = spellings.filter((name) => {
    const other = nameKey(name);
    return other.length >= 5 && Math.abs(other.length - key.length) <= 1 && edits(key, other) <= 2;
  });
  return near.length === 1 ? (near[0] ?? null) : null;
}

/** Returns the make that other words, or a year before it, stand with: "2015 Ford", "FORD TRUCK". */
function knownBeginning(make: string): string | null {
  const words = make
    .replace(/^(?:19|20)\d\d\b/, "")
    .split(/[^\p{L}\p{N}-]+/u)
    .filter((word) => word !== "");
  for (let length = Math.min(words.length, 3); length > 0; length -= 1) {
    const known = spellingOf.get(nameKey(words.slice(0, length).join("")));
    if (known !== undefined) return known;
  }
  return null;
}

/** Returns how many letters to add, remove or replace to make one text of the other. */
function edits(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (const [to, wanted] of [...other].entries()) {
      next.push(
        Math.min(
          (row[to] ?? 0) + (letter === wanted ? 0 : 1),
          (row[to + 1] ?? 0) + 1,
          (next[to] ?? 0) + 1,
        ),
      );
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
