import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { commonPasswords } from "./common-passwords.ts";
import { passwordProblem } from "./passwords.ts";

const email = "dale.hutchins@example.com";
const none: ReadonlySet<string> = new Set();

describe("passwordProblem", () => {
  test.each([
    ["violet tractor umbrella", null],
    ["correct-horse-battery", null],
    ["Kq7!vanTrm", null],
    ["контейнеровоз", null],
    ["short12", "TOO_SHORT"],
    ["", "TOO_SHORT"],
    ["🚚🚚🚚🚚", "TOO_SHORT"],
    ["x".repeat(129), "TOO_LONG"],
    ["password", "COMMON"],
    ["PASSWORD", "COMMON"],
    ["Password1", "COMMON"],
    ["Welcome2026!", "COMMON"],
    ["P@ssw0rd", "COMMON"],
    ["P@55w0rd!", "COMMON"],
    ["qwertyuiop", "COMMON"],
    ["12345678", "COMMON"],
    ["1q2w3e4r", "COMMON"],
    ["Peterbilt1", "COMMON"],
    ["aaaaaaaaaaaa", "COMMON"],
    ["abababababab", "COMMON"],
    ["Ｐａｓｓｗｏｒｄ１", "COMMON"],
    ["Gavelyard2026", "CONTAINS_PRODUCT_NAME"],
    ["my gavel-yard key", "CONTAINS_PRODUCT_NAME"],
    ["xx-dale.hutchins-xx", "CONTAINS_EMAIL"],
    ["DaleHutchins77", "CONTAINS_EMAIL"],
  ])("%j gives %j", (password, problem) => {
    expect(passwordProblem(password, email, none)).toBe(problem);
  });

  test("includes both bounds of the length", () => {
    const long = "many wheels roll far ".repeat(7);
    expect(passwordProblem(long.slice(0, 8), email, none)).toBeNull();
    expect(passwordProblem(long.slice(0, 128), email, none)).toBeNull();
    expect(passwordProblem(long.slice(0, 129), email, none)).toBe("TOO_LONG");
  });

  test("ignores very short local parts", () => {
    expect(passwordProblem("violet tractor", "vi@example.com", none)).toBeNull();
    expect(passwordProblem("violet tractor", "vio@example.com", none)).toBe("CONTAINS_EMAIL");
  });

  test("refuses common passwords in any case", () => {
    const long = [...commonPasswords].filter((each) => each.length >= 8);
    expect(long.length).toBeGreaterThan(400);
    for (const each of long) {
      expect(passwordProblem(each, email, none), each).toBe("COMMON");
      expect(passwordProblem(each.toUpperCase(), email, none), each).toBe("COMMON");
    }
  });

  test("refuses the caller's common passwords, in the same disguises", () => {
    const guessed = new Set(["wolverine"]);
    expect(passwordProblem("w0lverine77", email, none)).toBeNull();
    expect(passwordProblem("w0lverine77", email, guessed)).toBe("COMMON");
  });

  test("never accepts a wrong length, and never throws", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", maxLength: 200 }),
        fc.string(),
        (password, mail) => {
          const length = Array.from(password).length;
          const problem = passwordProblem(password, mail, none);
          expect(problem === "TOO_SHORT").toBe(length < 8);
          expect(problem === "TOO_LONG").toBe(length > 128);
        },
      ),
    );
  });
});
