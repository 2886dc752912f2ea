import { knownAliases, nameKey, spelledMake } from "./makes.ts";

/** Another name that a make has, or a model of a make. */
export interface Alias {
  /** Make of the model; null for a make. */
  readonly make: string | null;
  readonly alias: string;
  readonly name: string;
}

/** Most typed words that are an alias together: "western star trucks". */
const MAX_JOINED = 4;

/** Which names of makes and models mean the same (D81), by what we know and what staff added. */
export class Spellings {
  readonly #makes = new Map<string, string>();
  readonly #models = new Map<string, string>();
  /** Keys of names by the key of another name; models of any make. */
  readonly #modelKeys = new Map<string, Set<string>>();
  readonly #words = new Map<string, Set<string>>();

  constructor(aliases: readonly Alias[] = []) {
    for (const [alias, name] of Object.entries(knownAliases)) put(this.#words, alias, name);
    for (const { make, alias, name } of aliases) {
      if (make === null) this.#makes.set(nameKey(alias), name);
      else {
        this.#models.set(`${nameKey(make)}\n${nameKey(alias)}`, name);
        put(this.#modelKeys, alias, name);
      }
      put(this.#words, alias, name);
    }
  }

  /** Returns a make as its maker or the house spells it. */
  make(text: string): string {
    const spelled = spelledMake(text);
    return this.#makes.get(nameKey(spelled)) ?? spelled;
  }

  /** Returns a model of a make as the house spells it. */
  model(make: string, text: string): string {
    return this.#models.get(`${nameKey(make)}\n${nameKey(text)}`) ?? text;
  }

  /** Returns the keys of the models that a text may mean. */
  modelKeys(text: string): string[] {
    const key = nameKey(text);
    return [key, ...(this.#modelKeys.get(key) ?? [])];
  }

  /**
   * Returns what each typed word may be the beginning of: itself, and the name that it is an alias of.
   * Words that are an alias together count as one.
   */
  meaningsOf(words: readonly string[]): string[][] {
    const meanings: string[][] = [];
    for (let at = 0; at < words.length; at += 1) {
      const word = words[at] ?? "";
      let names = this.#namesOf(word);
      let taken = 1;
      for (let length = Math.min(MAX_JOINED, words.length - at); length > 1; length -= 1) {
        const joined = this.#namesOf(words.slice(at, at + length).join(""));
        if (joined.length === 0) continue;
        names = joined;
        taken = length;
        break;
      }
      meanings.push(taken === 1 ? [word, ...names] : names);
      at += taken - 1;
    }
    return meanings;
  }

  #namesOf(word: string): string[] {
    return [...(this.#words.get(nameKey(word)) ?? [])].map((key) => key.toLowerCase());
  }
}

function put(keys: Map<string, Set<string>>, alias: string, name: string): void {
  const [from, to] = [nameKey(alias), nameKey(name)];
  if (from === to) return;
  const known = keys.get(from);
  if (known === undefined) keys.set(from, new Set([to]));
  else known.add(to);
}
