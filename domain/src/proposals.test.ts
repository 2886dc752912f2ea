import { expect, test } from "vitest";
import { permissions } from "./users/permissions.ts";
import {
  proposalKinds,
  proposalPermissions,
  refuseConfirmation,
  weakensRule,
} from "./proposals.ts";

const proposal = {
  kind: "WINNER_OVERRIDE",
  status: "PENDING",
  proposedBy: 1,
  proposerActive: true,
  samePerson: false,
} as const;
const support = { userId: 2, role: "ROLE_ADMIN_SUPPORT", permissions } as const;
const admin = { userId: 3, role: "ROLE_ADMIN", permissions } as const;

test.each([
  ["a second member of staff confirms", proposal, support, null],
  ["nobody confirms their own", proposal, { ...admin, userId: 1 }, "OWN"],
  ["nor with another account of theirs", { ...proposal, samePerson: true }, support, "SAME_PERSON"],
  [
    "limit changes need an administrator",
    { ...proposal, kind: "BID_LIMIT" },
    support,
    "ADMINISTRATORS_ONLY",
  ],
  [
    "the rule itself needs an administrator",
    { ...proposal, kind: "TWO_PERSON_RULE" },
    support,
    "ADMINISTRATORS_ONLY",
  ],
  ["an administrator confirms one", { ...proposal, kind: "LIMIT_REQUEST" }, admin, null],
  ["only once", { ...proposal, status: "CONFIRMED" }, admin, "DECIDED"],
  ["not after a rejection", { ...proposal, status: "REJECTED" }, admin, "DECIDED"],
  ["not if the proposer is gone", { ...proposal, proposerActive: false }, admin, "PROPOSER_GONE"],
] as const)("%s (D38)", (_, ofKind, by, refusal) => {
  expect(refuseConfirmation(ofKind, by)).toBe(refusal);
});

test.each(proposalKinds)("confirming %s needs its own permission and no other (D57)", (kind) => {
  const needed = proposalPermissions[kind];
  const others = permissions.filter((one) => one !== needed);
  const ofKind = { ...proposal, kind };
  expect(refuseConfirmation(ofKind, { ...admin, permissions: others })).toBe("PERMISSION_MISSING");
  expect(refuseConfirmation(ofKind, { ...admin, permissions: [needed] })).toBeNull();
});

const rule = (isOn: boolean, limitAbove: number, reserveBelow = 10) => ({
  isOn,
  limitAbove,
  reserveBelow,
});
test.each([
  ["turning it off", rule(true, 100), rule(false, 100), true],
  ["a higher limit", rule(true, 100), rule(true, 101), true],
  ["turning it off with a lower limit", rule(true, 100), rule(false, 0), true],
  ["a lower limit", rule(true, 100), rule(true, 99), false],
  ["more of the reserve", rule(true, 100), rule(true, 100, 11), true],
  ["less of the reserve", rule(true, 100), rule(true, 100, 9), false],
  ["the same", rule(true, 100), rule(true, 100), false],
  ["turning it on", rule(false, 100), rule(true, 500), false],
  ["a higher limit while it is off", rule(false, 100), rule(false, 500), false],
] as const)("%s weakens the rule or not (D38)", (_, before, after, weaker) => {
  expect(weakensRule(before, after)).toBe(weaker);
});
