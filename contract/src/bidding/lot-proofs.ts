import { lotProofFormat } from "@gavelyard/domain/lot-proofs/lot-proof";
import { negotiationKinds } from "@gavelyard/domain/sales/negotiation";
import { z } from "zod";
import { historyKinds } from "./bidding.ts";
import { id, idParam, instant, page, pageQuery } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { lotOutcomes, reserveStates } from "../inventory/inventory-fields.ts";
import { routes } from "../routes.ts";
import { laterRoutes } from "../later-routes.ts";

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const cents = z.int();
const timeMs = z.int();
const alias = z.int().positive().nullable();

const opening = z
  .object({
    lotId: id,
    inventoryId: id,
    auctionId: id,
    startingCents: cents,
    increments: z.array(z.object({ fromCents: cents, stepCents: cents })).readonly(),
    opensAtMs: timeMs,
    closesAtMs: timeMs,
    softCloseWindowSec: z.int(),
    softCloseExtendSec: z.int(),
    maxExtensions: z.int().nullable(),
    reserveHash: hash.nullable(),
  })
  .meta({ id: "LotOpening" });

const step = z
  .object({
    seq: z.int(),
    kind: z.enum(historyKinds),
    bidder: alias,
    amountCents: cents.nullable(),
    requestedCents: cents.nullable(),
    bidCount: z.int(),
    leader: alias,
    reserve: z.enum(reserveStates),
    atMs: timeMs,
    closesAtMs: timeMs,
    extended: z.boolean(),
    undoesSeq: z.int().nullable(),
    outcome: z.enum(lotOutcomes).nullable(),
    maxHash: hash.nullable(),
    bidderHash: hash.nullable(),
    hash,
  })
  .meta({ id: "LotStep" });

const rootEntry = z
  .object({
    position: id,
    lotId: id,
    root: hash,
    closedAtMs: timeMs,
    previous: hash.nullable(),
    hash,
  })
  .meta({ id: "RootEntry" });

const negotiationStep = z
  .object({
    seq: z.int(),
    kind: z.enum(negotiationKinds),
    side: z.enum(["SELLER", "BIDDER"]).nullable(),
    amountHash: hash.nullable(),
    atMs: timeMs,
    untilMs: timeMs.nullable(),
    hash,
  })
  .meta({ id: "NegotiationProofStep" });

/**
 * The public record of a closed lot (docs/verifiable-lots.md), in the form that is hashed: amounts
 * in cents, times in ms since 1970, bidders as alias numbers.
 */
export const lotProof = endpoint(routes.lotProof, {
  tag: "Proofs",
  summary: "The proof of a closed lot: every step, public fields only, with its hash chain",
  access: "public",
  // A proof only grows by negotiation, but a broken one must not stay cached for long.
  maxAgeSec: 300,
  params: z.object({ id: idParam }),
  response: z
    .object({
      format: z.literal(lotProofFormat),
      opening,
      steps: z.array(step).readonly(),
      opened: z.object({
        reserve: z.object({ reserveCents: cents, salt: z.string() }).nullable(),
        maxima: z.array(z.object({ seq: z.int(), maxCents: cents, salt: z.string() })).readonly(),
      }),
      root: hash,
      published: rootEntry,
      /** Missing in proofs older than negotiations. */
      negotiation: z
        .object({
          steps: z.array(negotiationStep).readonly(),
          opened: z.object({ seq: z.int(), cents, salt: z.string() }).nullable(),
        })
        .default({ steps: [], opened: null }),
    })
    .meta({ id: "LotProof" }),
  errors: [404, 409],
});

/** OPEN before the close, NONE for a lot older than proofs. */
export const proofStates = ["OPEN", "NONE", "PUBLISHED"] as const;

export const lotRoot = endpoint(laterRoutes.lotRoot, {
  tag: "Proofs",
  summary: "The root of a closed lot's record, as listed among all roots",
  access: "public",
  maxAgeSec: 0,
  params: z.object({ id: idParam }),
  response: z
    .object({ lotId: id, state: z.enum(proofStates), published: rootEntry.nullable() })
    .meta({ id: "LotRoot" }),
  errors: [404],
});

export const proofRoots = endpoint(laterRoutes.proofRoots, {
  tag: "Proofs",
  summary: "Roots of all closed lots in closing order, each chained to the one before",
  access: "public",
  maxAgeSec: 0,
  query: pageQuery.extend({ auctionId: idParam.optional() }),
  response: page(
    rootEntry
      .extend({ inventoryId: id, auctionId: id, name: z.string(), closedAt: instant })
      .meta({ id: "RootLine" }),
  ),
});
