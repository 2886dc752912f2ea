import type { LotProof, LotStep } from "@gavelyard/domain/lot-proofs/lot-proof";
import { formatDollars } from "@gavelyard/domain/money";
import { formatTime } from "@gavelyard/domain/time-zone";
import { verifyLot, type LotVerdict } from "@gavelyard/domain/lot-proofs/verify-lot";
import { plural, t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { ShieldAlert, ShieldCheck } from "lucide-react";
import { useCall } from "../api/api-context.ts";
import type { Call } from "@gavelyard/client/call";
import { Read } from "../api/read.tsx";
import { sha256Hex } from "../sha-256.ts";

/** Maximum steps on screen; the file has all of them. */
const MAX_STEPS = 500;

const kinds: Record<LotStep["kind"], string> = {
  BID: t("Bid"),
  PROXY: t("Proxy bid"),
  RAISE: t("Maximum raised"),
  RETRACTION: t("Bid retracted"),
  VOID: t("Bid voided by staff"),
  LAPSE: t("Bids withdrawn"),
  EXTENSION: t("Closing time changed"),
  CLOSE: t("Closed"),
};

const sha256 = (text: string) => sha256Hex(new TextEncoder().encode(text));

interface Checked {
  readonly proof: LotProof;
  readonly verdict: LotVerdict;
}

/** Loads a proof and verifies it here; null when the browser provides no hash function. */
async function check(call: Call, lotId: number, root: string): Promise<Checked | null> {
  if (!globalThis.isSecureContext) return null;
  const proof = await call("lotProof", { params: { id: String(lotId) } });
  return { proof, verdict: await verifyLot(proof, sha256, root) };
}

export default function CheckHere(props: { lotId: number; zone: string; root: string }) {
  const { lotId, zone, root } = props;
  const call = useCall();
  const query = useQuery({
    queryKey: ["checked-proofs", lotId, root],
    queryFn: () => check(call, lotId, root),
    staleTime: Infinity,
    retry: false,
  });
  return (
    <div aria-live="polite">
      <Read query={query} failure={t("Couldn't load the proof.")}>
        {(checked) =>
          checked === null ? (
            <p className="rounded-md bg-sunken p-3">
              {t(
                "Browsers can verify a proof only over HTTPS. Download the proof and verify it with the command.",
              )}
            </p>
          ) : (
            <>
              <Verdict {...checked} />
              <Steps {...checked} zone={zone} />
            </>
          )
        }
      </Read>
    </div>
  );
}

function Verdict({ proof, verdict }: Checked) {
  if (!verdict.holds) {
    return (
      <div role="alert" className="mb-4 rounded-md bg-outbid-bg p-3">
        <p className="flex items-center gap-2 font-semibold text-outbid">
          <ShieldAlert aria-hidden className="size-5 shrink-0" /> {t("The proof is not valid.")}
        </p>
        <ul className="mt-2 list-disc pl-6">
          {verdict.problems.map(({ seq, text }) => (
            <li key={`${seq} ${text}`}>
              {seq === null ? text : t("Step {seq} {text}", { seq, text })}
            </li>
          ))}
        </ul>
      </div>
    );
  }
  return (
    <div className="mb-4 rounded-md bg-winning-bg p-3">
      <p className="flex items-center gap-2 font-semibold text-winning">
        <ShieldCheck aria-hidden className="size-5 shrink-0" /> {t("The proof is valid.")}
      </p>
      <p className="mt-1">
        {plural(
          proof.steps.length,
          "The step checks out under our bidding rules and produces the root.",
          "All {n} steps check out: each follows from the one before under our bidding rules, and together they produce the root.",
        )}{" "}
        {endOf(verdict)}
      </p>
    </div>
  );
}

function endOf({ winner, priceCents, outcome, agreedCents }: LotVerdict): string {
  if (winner === null || priceCents === null) return t("No valid bids at the close.");
  const led = { winner, price: formatDollars(priceCents) };
  if (agreedCents !== null)
    return t(
      "Bidder {winner} led at {price}, below the reserve. It was then negotiated to {agreed}.",
      { ...led, agreed: formatDollars(agreedCents) },
    );
  return outcome === "SOLD"
    ? t("Bidder {winner} led at {price} and won.", led)
    : t("Bidder {winner} led at {price}, below the reserve.", led);
}

function Steps({ proof, verdict, zone }: Checked & { zone: string }) {
  const maxima = new Map(proof.opened.maxima.map(({ seq, maxCents }) => [seq, maxCents]));
  const wrong = new Set(verdict.problems.map(({ seq }) => seq));
  const shown = proof.steps.slice(0, MAX_STEPS);
  return (
    <>
      <div
        className="max-h-96 overflow-auto rounded-lg border border-line"
        tabIndex={0}
        role="region"
        aria-label={t("Steps of the proof")}
      >
        <table className="w-full text-left text-sm">
          <thead className="sticky top-0 bg-sunken">
            <tr>
              {[t("Step"), t("Event"), t("Bidder"), t("Price"), t("Time"), t("Hash")].map(
                (name) => (
                  <th key={name} className="px-3 py-2">
                    {name}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {shown.map((step) => (
              <tr key={step.hash} className="border-t border-line">
                <td className="figures px-3 py-2 whitespace-nowrap">
                  {step.seq}{" "}
                  <span className="sr-only">{wrong.has(step.seq) ? t("wrong") : t("right")}</span>
                  <span
                    aria-hidden
                    className={wrong.has(step.seq) ? "text-outbid" : "text-winning"}
                  >
                    {wrong.has(step.seq) ? "✗" : "✓"}
                  </span>
                </td>
                <td className="px-3 py-2">
                  {kinds[step.kind]}
                  <RevealedMaximum maxCents={maxima.get(step.seq)} />
                </td>
                <td className="px-3 py-2 whitespace-nowrap">
                  {step.bidder === null
                    ? t("none [bidder]")
                    : t("Bidder {bidder}", { bidder: step.bidder })}
                </td>
                <td className="figures px-3 py-2 whitespace-nowrap">
                  {step.amountCents === null ? t("none [price]") : formatDollars(step.amountCents)}
                </td>
                <td className="figures px-3 py-2 whitespace-nowrap">
                  {formatTime(new Date(step.atMs).toISOString(), zone)}
                </td>
                <td className="code px-3 py-2 text-soft">{step.hash.slice(0, 12)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {proof.steps.length > shown.length ? (
        <p className="mt-2 text-soft">
          {t("All {number} steps verified; showing the first {shown}.", {
            number: proof.steps.length,
            shown: shown.length,
          })}
        </p>
      ) : null}
    </>
  );
}

/** A maximum that a price depends on; all others stay hidden. */
function RevealedMaximum({ maxCents }: { maxCents: number | undefined }) {
  return maxCents === undefined ? null : (
    <span className="block text-soft">
      {t("up to {amount}", { amount: formatDollars(maxCents) })}
    </span>
  );
}
