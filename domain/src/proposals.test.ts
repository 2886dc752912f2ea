import { expect, test } from "vitest";
import { permissions } from "./permissions.ts";
import { proposalKinds, proposalPermissions, refuseConfirmation } from "./proposals.ts";

const proposal = {
  kind: "WINNER_OVERRIDE",
  status: "PENDING",
  proposedBy: 1,
  proposerActive: true,
} as const;
const support = { userId: 2, role: "ROLE_ADMIN_SUPPORT", permissions } as const;
const admin = { userId: 3, role: "ROLE_ADMIN", permissions } as const;

test.each([
  ["a second member of staff confirms", proposal, support, null],
  ["nobody confirms their own", proposal, { ...admin, userId: 1 }, "OWN"],
  [
    "limits are for administrators",
    { ...proposal, kind: "BID_LIMIT" },
    support,
    "ADMINISTRATORS_ONLY",
  ],
  ["and they confirm them", { ...proposal, kind: "LIMIT_REQUEST" }, admin, null],
  ["once only", { ...proposal, status: "CONFIRMED" }, admin, "DECIDED"],
  ["not after it was rejected", { ...proposal, status: "REJECTED" }, admin, "DECIDED"],
  ["not for somebody who left", { ...proposal, proposerActive: false }, admin, "PROPOSER_GONE"],
] as const)("%s (D38)", (_, given, by, refusal) => {
  expect(refuseConfirmation(given, by)).toBe(refusal);
});

test.each(proposalKinds)(
  "%s takes its permission of who confirms it, and no other (D57)",
  (kind) => {
    const needed = proposalPermissions[kind];
    const others = permissions.filter((one) => one !== needed);
    const given = { ...proposal, kind };
    expect(refuseConfirmation(given, { ...admin, permissions: others })).toBe("PERMISSION_MISSING");
    expect(refuseConfirmation(given, { ...admin, permissions: [needed] })).toBeNull();
  },
);
