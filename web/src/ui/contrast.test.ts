import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

const web = path.resolve(import.meta.dirname, "../..");
const styles = readFileSync(path.join(web, "src/styles.css"), "utf8");

/** Returns the colors that a rule of `styles.css` sets, by name. */
function colorsIn(selector: string): Record<string, string> {
  const start = styles.indexOf(`${selector} {`);
  const rule = styles.slice(start, styles.indexOf("}", start));
  return Object.fromEntries(
    [...rule.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = "", hex = ""]) => [
      name === "ink-soft" ? "soft" : name,
      hex,
    ]),
  );
}
const light = colorsIn(":root");
const dark = colorsIn(':root[data-theme="dark"]');
const schemes = { light, dark: { ...light, ...dark } };

/** WCAG's relative luminance. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
function contrast(colors: Readonly<Record<string, string>>, text: string, ground: string): number {
  const [darker = 0, lighter = 0] = [text, ground]
    .map((name) => luminance(colors[name] ?? ""))
    .sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Grounds that turn dark in the dark scheme, and those that are the same in both. */
const turning = ["paper", "sheet", "sunken", "winning-bg", "outbid-bg"];
const lasting = ["asphalt", "asphalt-soft", "amber"];

/** On which grounds a component may use a text color without naming the ground beside it. */
const groundsOf: Readonly<Record<string, readonly string[]>> = {
  ink: turning,
  soft: turning,
  "amber-deep": turning,
  winning: ["paper", "sheet", "sunken", "winning-bg"],
  outbid: ["paper", "sheet", "sunken", "outbid-bg"],
  "on-asphalt": ["asphalt", "asphalt-soft"],
  amber: ["asphalt", "asphalt-soft"],
  "on-amber": ["amber"],
};

interface Use {
  readonly text: string;
  readonly ground: string | undefined;
  readonly classes: string;
}

/** Returns the colors of one kind among class names, by variant, such as `hover:`. */
function named(kind: "bg" | "text", classes: string): Map<string, string> {
  const names = Object.keys(light).join("|");
  const pattern = new RegExp(String.raw`(?<![^\s"'\x60])(\S*:)?${kind}-(${names})(?![\w-])`, "g");
  return new Map(
    [...classes.matchAll(pattern)].map(([, variant = "", name = ""]) => [variant, name]),
  );
}

/** Returns the pairs of colors that class names in a source make. */
function usesIn(source: string): Use[] {
  return [...source.matchAll(/"[^"\n]*"|`[^`]*`|@apply [^;]*/g)].flatMap(([classes]) => {
    const [texts, grounds] = [named("text", classes), named("bg", classes)];
    // In the dark scheme, text that takes its color from the page can't be read on amber.
    const isMark = /(?<![\w-])(?:size|h|w)-|^"bg-amber"$/.test(classes);
    if (texts.size === 0 && !isMark && grounds.get("") === "amber") texts.set("", "ink");
    const variants = new Set([...texts.keys(), ...grounds.keys()]);
    return [...variants].flatMap((variant) => {
      const text = texts.get(variant) ?? texts.get("");
      const ground = grounds.get(variant) ?? grounds.get("");
      return text === undefined ? [] : [{ text, ground, classes }];
    });
  });
}
const uses = globSync(["src/**/*.{ts,tsx,css}", "*.tsx"], { cwd: web })
  .filter((file) => !file.includes(".test."))
  .flatMap((file) => usesIn(readFileSync(path.join(web, file), "utf8")));

test("the dark colors are the same, whether a device or a person chooses them", () => {
  expect(colorsIn(':root:not([data-theme="light"])')).toEqual(dark);
  expect(Object.keys(dark).length).toBeGreaterThan(10);
});

describe.each(["light", "dark"] as const)("in the %s scheme", (scheme) => {
  test.each(Object.entries(groundsOf))("%s can be read on %j", (text, grounds) => {
    for (const ground of grounds)
      expect([ground, contrast(schemes[scheme], text, ground)]).toEqual([
        ground,
        expect.toSatisfy((ratio: number) => ratio >= 4.5),
      ]);
  });

  test("text can be read on the ground beside it", () => {
    const faults = uses
      .filter(
        ({ text, ground }) => ground !== undefined && contrast(schemes[scheme], text, ground) < 4.5,
      )
      .map(({ text, ground, classes }) => `${text} on ${ground}: ${classes}`);
    expect(faults).toEqual([]);
  });
});

test("components use only text colors whose grounds are known", () => {
  expect(uses.length).toBeGreaterThan(300);
  expect(uses.filter(({ text, ground }) => ground === undefined && !(text in groundsOf))).toEqual(
    [],
  );
});

// A browser test sees pairs in the light scheme only. So none may be readable in that alone, unless it
// joins a color that turns with one that lasts, which no component does: see above.
test("what is readable in the light scheme is readable in the dark one", () => {
  const families = [
    [...turning, "ink", "soft", "amber-deep", "winning", "outbid"],
    [...lasting, "on-asphalt", "on-amber"],
  ];
  const faults = families.flatMap((names) =>
    names.flatMap((text) =>
      names
        .filter((ground) => contrast(light, text, ground) >= 4.5)
        .filter((ground) => contrast(schemes.dark, text, ground) < 4.5)
        .map((ground) => `${text} on ${ground}`),
    ),
  );
  expect(faults).toEqual([]);
});
