import { msg } from "@gavelyard/messages/text";
import * as calls from "@gavelyard/contract/bidding/lot-proofs";
import type { Context } from "../context.ts";
import { Refusal, notFound } from "../refusal.ts";
import { JsonText, type Serve } from "../http/serve.ts";
import { prove, type ProvedLot } from "./prove.ts";
import { recordOfLot, rootLines, rootOfLot } from "./sql.ts";
import { pageOf } from "../http/page.ts";

/** Maximum size of the cached proofs, in characters. A lot with 5,000 bids has 4 million. */
const MAX_CACHED = 32_000_000;
type ProvedProof = Exclude<ProvedLot, { readonly problem: string }>;

/** What a lot's proof depends on: its root, and how many steps its negotiation has. */
const versionOf = (root: string, negotiated: number) =>
  negotiated === 0 ? root : `${root}-${negotiated}`;
const noSuchLot = () => notFound(msg("Lot not found."));

/** Routes for the proofs of closed lots and the list of their roots (docs/verifiable-lots.md). */
export function proofRoutes(serve: Serve, { pool, log }: Context): void {
  const cache = new Map<string, ProvedProof>();
  const inFlight = new Map<string, Promise<ProvedProof>>();

  serve(calls.lotProof, async ({ params, request, reply }) => {
    const root = await rootOfLot(pool, params.id);
    if (root === null) throw noSuchLot();
    if (!root.closed)
      throw new Refusal(
        "too-early",
        msg("This lot hasn't closed yet. Its proof is available once it closes."),
      );
    if (root.published === null) throw notFound(msg("This lot closed before we offered proofs."));
    const asked = versionOf(root.published.root, root.steps);
    const proof = cache.get(asked) ?? (await shared(asked, params.id));
    const version = versionOf(proof.root, proof.negotiated);
    keep(version, proof);
    const etag = `"${version}"`;
    reply.header("ETag", etag);
    if (request.headers["if-none-match"] === etag) reply.code(304).send();
    return new JsonText(proof.json);
  });

  /** Caches a proof as the newest, and drops the oldest beyond the size. */
  function keep(version: string, proof: ProvedProof): void {
    cache.delete(version);
    cache.set(version, proof);
    let size = [...cache.values()].reduce((sum, { json }) => sum + json.length, 0);
    for (const [oldest, { json }] of cache) {
      if (size <= MAX_CACHED) break;
      cache.delete(oldest);
      size -= json.length;
    }
  }

  /** Proves a lot once for everybody who asks meanwhile. */
  function shared(version: string, lotId: number): Promise<ProvedProof> {
    const known = inFlight.get(version);
    if (known !== undefined) return known;
    const proving = proofOfLot(lotId).finally(() => inFlight.delete(version));
    inFlight.set(version, proving);
    return proving;
  }

  async function proofOfLot(lotId: number): Promise<ProvedProof> {
    const record = await recordOfLot(pool, lotId);
    if (record === null) throw noSuchLot();
    const proved = await prove(record);
    if (proved.problem === undefined) return proved;
    const { problem } = proved;
    log.error({ lotId, problem }, "the record of a closed lot is broken");
    throw new Refusal(
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
