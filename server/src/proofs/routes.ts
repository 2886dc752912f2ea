import { msg } from "@gavelyard/messages/text";
import * as calls from "@gavelyard/contract/proofs";
import type { LotProof } from "@gavelyard/domain/lot-proof";
import type { Context } from "../context.ts";
import { HttpError, notFound } from "../http/errors.ts";
import type { Serve } from "../http/serve.ts";
import { proofOf } from "./lot-proof.ts";
import { recordOfLot, rootLines, rootOfLot } from "./sql.ts";
import { pageOf } from "../http/page.ts";

/** Maximum cached proofs. Proving a lot with thousands of bids takes several ms. */
const MAX_CACHED = 32;
const noSuchLot = () => notFound(msg("Lot not found."));

/** Routes for the proofs of closed lots and the list of their roots (docs/verifiable-lots.md). */
export function proofRoutes(serve: Serve, { pool, log }: Context): void {
  const cache = new Map<string, LotProof>();

  serve(calls.lotProof, async ({ params, request, reply }) => {
    const root = await rootOfLot(pool, params.id);
    if (root === null) throw noSuchLot();
    if (!root.closed)
      throw new HttpError(
        "too-early",
        msg("This lot hasn't closed yet. Its proof is available once it closes."),
      );
    if (root.published === null)
      throw notFound(msg("This lot is older than our proofs, so it has none."));
    const tag = (end: string, steps: number) => (steps === 0 ? end : `${end}-${steps}`);
    const proof = cache.get(tag(root.published.root, root.steps)) ?? (await prove(params.id));
    const version = tag(proof.root, proof.negotiation.steps.length);
    cache.delete(version);
    cache.set(version, proof);
    for (const oldest of cache.keys()) {
      if (cache.size <= MAX_CACHED) break;
      cache.delete(oldest);
    }
    const etag = `"${version}"`;
    reply.header("ETag", etag);
    if (request.headers["if-none-match"] === etag) reply.code(304).send();
    return proof;
  });

  async function prove(lotId: number): Promise<LotProof> {
    const record = await recordOfLot(pool, lotId);
    if (record === null) throw noSuchLot();
    const { proof, problem } = proofOf(record);
    if (proof !== undefined) return proof;
    log.error({ lotId, problem }, "the record of a closed lot is broken");
    throw new HttpError(
      "record-broken",
      msg("The record of this lot is broken: {problem}.", { problem }),
    );
  }

  serve(calls.lotRoot, async ({ params }) => {
    const root = await rootOfLot(pool, params.id);
    if (root === null) throw noSuchLot();
    const { published } = root;
    const awaited = root.chained && !root.closed ? ("OPEN" as const) : ("NONE" as const);
    return {
      lotId: params.id,
      state: published === null ? awaited : ("PUBLISHED" as const),
      published,
    };
  });

  serve(calls.proofRoots, async ({ query }) => {
    const { lines, total } = await rootLines(pool, { ...query, auctionId: query.auctionId });
    return pageOf(lines, total, query);
  });
}
