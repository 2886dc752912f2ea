import { msg } from "@gavelyard/messages/text";
import { permissionsOf } from "@gavelyard/domain/users/permissions";
import {
  proposalPermissions,
  refuseConfirmation,
  type ConfirmRefusal,
  type Powers,
  type ProposalKind,
} from "@gavelyard/domain/proposals";
import { isDeepStrictEqual } from "node:util";
import type { PoolClient } from "pg";
import type { z } from "zod";
import { insertAudit } from "../audit/sql.ts";
import type { Context } from "../context.ts";
import { act } from "../events/act.ts";
import type { ProductEvent } from "../events/events.ts";
import type { Actor, Confirmed } from "../http/actor.ts";
import { Refusal, notFound, permissionMissing, SecondPersonNeeded } from "../refusal.ts";
import {
  insertProposal,
  isWaiting,
  lockProposal,
  setDecided,
  twoPersonRule,
  type ProposalFacts,
  type ProposalRow,
} from "./sql.ts";

type Recorder = (event: ProductEvent) => void;

/** Thrown inside an action that needs a second person; the caller stores the proposal. */
class NeedsSecondPerson extends Error {
  override readonly name = "NeedsSecondPerson";
  readonly facts: ProposalFacts;

  constructor(facts: ProposalFacts) {
    super(`${facts.kind} needs a second person`);
    this.facts = facts;
  }
}

/**
 * Stops an action that no second person has confirmed, unless the rule is off (D38). Call it under
 * the action's locks, after all other checks.
 * @throws Refusal 409 if what was confirmed isn't what would happen
 */
export async function requireSecondPerson(
  tx: PoolClient,
  by: Actor,
  facts: ProposalFacts,
): Promise<void> {
  const { confirmed } = by;
  if (confirmed !== undefined) {
    if (isDeepStrictEqual(shown(confirmed), shown(facts))) return;
    throw new Refusal(
      "wrong-state",
      msg("This would no longer do what was proposed. Reject it, then propose it again."),
    );
  }
  if (!(await twoPersonRule(tx)).isOn) return;
  throw new NeedsSecondPerson(facts);
}

/** The part of the facts that must still be true when the second person confirms. */
const shown = ({ kind, subjectType, subjectId, after }: Confirmed): unknown =>
  JSON.parse(JSON.stringify({ kind, subjectType, subjectId, after }));

/** An action that may need a second person: it runs now, or becomes a proposal. */
interface ProposableAct<Input extends object, Result> {
  /** Carries the action out as a confirmed proposal would be, or stores the proposal; see `orPropose`. */
  run(input: Input, by: Actor): Promise<Result>;
  /**
   * Does the work in a transaction, or stores a proposal if it needs a second person. `at` is the
   * context to do it in, where it isn't that of all staff.
   * @throws Refusal 202 when a proposal was stored, 409 when a similar one is already pending
   */
  orPropose<T>(
    input: Input,
    by: Actor,
    work: (tx: PoolClient, record: Recorder) => Promise<T>,
    at?: Pick<Context, "pool" | "bus">,
  ): Promise<T>;
}

const refusals: Readonly<Record<ConfirmRefusal, (kind: ProposalKind) => Refusal>> = {
  DECIDED: () =>
    new Refusal(
      "already-done",
      msg("This was already confirmed or rejected. Nothing was changed."),
    ),
  OWN: () => new Refusal("same-person", msg("A second person has to confirm what you proposed")),
  SAME_PERSON: () =>
    new Refusal(
      "same-person",
      msg(
        "One person opened this account and the proposer's. Ask someone else, or another administrator to vouch for it.",
      ),
    ),
  ADMINISTRATORS_ONLY: () =>
    new Refusal("role-forbidden", msg("Only an administrator can confirm this")),
  PERMISSION_MISSING: (kind) => permissionMissing(proposalPermissions[kind]),
  PROPOSER_GONE: () =>
    new Refusal(
      "wrong-state",
      msg("The person who proposed this is no longer allowed to do it. Reject it."),
    ),
};

/** Proposals of staff that a second person confirms (D38). Each kind of action registers once. */
export class Proposals {
  readonly #context: Context;
  readonly #acts = new Map<
    ProposalKind,
    (tx: PoolClient, record: Recorder, input: unknown, by: Actor) => Promise<void>
  >();

  constructor(context: Context) {
    this.#context = context;
  }

  /**
   * Registers how to carry out a confirmed proposal. `work` repeats all checks under its own locks.
   */
  register<Input extends object, Result>(
    kind: ProposalKind,
    schema: z.ZodType<Input>,
    work: (tx: PoolClient, record: Recorder, input: Input, by: Actor) => Promise<Result>,
  ): ProposableAct<Input, Result> {
    this.#acts.set(kind, async (tx, record, input, by) => {
      await work(tx, record, schema.parse(input), by);
    });
    const orPropose: ProposableAct<Input, Result>["orPropose"] = async (
      input,
      by,
      work,
      at = this.#context,
    ) => {
      try {
        return await act(at, work);
      } catch (error) {
        if (!(error instanceof NeedsSecondPerson)) throw error;
        await this.#keep(error.facts, input, by);
        throw new SecondPersonNeeded(error.facts.kind);
      }
    };
    return {
      run: (input, by) => orPropose(input, by, (tx, record) => work(tx, record, input, by)),
      orPropose,
    };
  }

  async #keep(facts: ProposalFacts, input: object, by: Actor): Promise<void> {
    const proposer = { userId: by.userId, ip: by.ip, input };
    await act(this.#context, async (tx) => {
      if (!(await insertProposal(tx, facts, proposer))) {
        // A repeated call is the same proposal.
        if (await isWaiting(tx, facts, proposer)) return;
        throw new Refusal(
          "waiting-request",
          msg("Another change like this is waiting. Confirm or reject it first."),
        );
      }
      await insertAudit(tx, {
        ...audited(facts),
        actorId: by.userId,
        action: "proposed",
        ip: by.ip,
      });
    });
  }

  /**
   * Carries out a proposal in the proposer's name after a second person confirms it. All checks run
   * again; if one fails, the proposal stays pending.
   * @throws Refusal 403, 404, 409, and the action's own errors
   */
  async confirm(id: number, by: Actor & Powers): Promise<void> {
    await act(this.#context, async (tx, record) => {
      const row = await lockedProposal(tx, id, by.userId);
      const refusal = refuseConfirmation(
        {
          kind: row.kind,
          status: row.status,
          proposedBy: row.proposed_by,
          proposerActive:
            row.proposer_active &&
            permissionsOf(row.proposer_role, row.proposer_withheld).includes(
              proposalPermissions[row.kind],
            ),
          samePerson: row.same_person,
        },
        by,
      );
      if (refusal !== null) throw refusals[refusal](row.kind);
      const work = this.#acts.get(row.kind);
      if (work === undefined) throw new Error(`no action is registered for ${row.kind}`);
      await setDecided(tx, id, { status: "CONFIRMED", by: by.userId, note: null });
      await work(tx, record, row.input, {
        userId: row.proposed_by,
        ip: row.proposed_from,
        key: null,
        confirmed: factsOf(row),
      });
      await insertAudit(tx, {
        ...audited(factsOf(row)),
        actorId: by.userId,
        action: "proposal-confirmed",
        ip: by.ip,
      });
    });
  }

  /** Rejects a proposal, or withdraws the caller's own. @throws Refusal 403, 404, 409 */
  async reject(id: number, note: string, by: Actor & Powers): Promise<void> {
    await act(this.#context, async (tx) => {
      const row = await lockedProposal(tx, id, by.userId);
      if (row.status !== "PENDING") throw refusals.DECIDED(row.kind);
      const permission = proposalPermissions[row.kind];
      if (row.proposed_by !== by.userId && !by.permissions.includes(permission))
        throw permissionMissing(permission);
      await setDecided(tx, id, { status: "REJECTED", by: by.userId, note });
      await insertAudit(tx, {
        ...audited(factsOf(row)),
        actorId: by.userId,
        action: "proposal-rejected",
        reason: note,
        ip: by.ip,
      });
    });
  }
}

async function lockedProposal(tx: PoolClient, id: number, viewer: number): Promise<ProposalRow> {
  const row = await lockProposal(tx, id, viewer);
  if (row === null) throw notFound(msg("Proposal not found"));
  return row;
}

function factsOf(row: ProposalRow): ProposalFacts {
  const { kind, title, before, after, reason } = row;
  return {
    kind,
    title,
    before,
    after,
    reason,
    subjectType: row.subject_type,
    subjectId: row.subject_id,
  };
}

function audited({ kind, subjectType, subjectId, before, after, reason }: ProposalFacts) {
  return { subjectType, subjectId, before, after: { ...after, proposal: kind }, reason };
}
