import { expect, test } from "vitest";
import { sources } from "./sources.ts";

const staff = String.raw`\w*(?:recorded|reviewed|proposed|requested|declared|released|quoted|opened|decided|confirmed|approved)(?:_by|By)`;
/** A comparison of who did something with somebody else, in code or in SQL. */
const comparisons = [
  new RegExp(String.raw`${staff}\s*[!=]==(?! (?:null|undefined))`),
  new RegExp(String.raw`[!=]==\s*(?:\w+\.)*${staff}\b`),
  new RegExp(
    String.raw`(?:WHERE|AND|OR|NOT|ON) \(?(?:\w+\.)?${staff} (?:=|<>|!=|IS)(?! NULL| NOT NULL)`,
  ),
  new RegExp(String.raw`${staff} (?:<>|!=|IS DISTINCT)`),
];

/** Lines that only recognize a person's own proposal, and decide nothing about a second one. */
const own = new Map([
  ["server/src/proposals/sql.ts", "AND status = 'PENDING' AND proposed_by = $4 AND input"],
  ["server/src/proposals/proposals.ts", "if (row.proposed_by !== by.userId && !by.permissions"],
  ["domain/src/proposals.ts", 'if (proposal.proposedBy === by.userId) return "OWN"'],
]);

test("only isSamePerson and person_of compare two members of staff (D38)", async () => {
  const found: string[] = [];
  let recognized = 0;
  for await (const [file, text] of sources()) {
    if (!/^(?:server|domain)/.test(file)) continue;
    for (const line of text.split("\n")) {
      if (!comparisons.some((comparison) => comparison.test(line))) continue;
      if (line.includes("person_of(")) continue;
      if (line.includes(own.get(file) ?? "\n")) recognized += 1;
      else found.push(`${file}: ${line.trim()}`);
    }
  }
  expect(found).toEqual([]);
  expect(recognized).toBe(own.size);
});
