import { t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { Download, ShieldCheck } from "lucide-react";
import { useState } from "react";
import { useCall } from "../api/api-context.ts";
import { Read } from "../api/read.tsx";
import { Button } from "../ui/button.tsx";
import { Skeleton } from "../ui/states.tsx";
import { proofPath, rootQuery } from "./api.ts";
import { later } from "../ui/later.tsx";

const CheckHere = later(() => import("./check-here.tsx"), <Skeleton className="h-40" />);

export function ProofCard({ lotId, zone }: { lotId: number; zone: string }) {
  const query = useQuery(rootQuery(useCall(), lotId));
  return (
    <section aria-labelledby="proof" className="min-w-0 print:hidden">
      <h2 id="proof" className="mb-2">
        {t("Proof of this auction")}
      </h2>
      <Read query={query} failure={t("Couldn't load the proof.")}>
        {({ published }) =>
          published === null ? (
            <p className="max-w-[70ch] text-soft">
              {t("This lot closed before we offered proofs.")}
            </p>
          ) : (
            <Proof lotId={lotId} zone={zone} root={published.root} position={published.position} />
          )
        }
      </Read>
    </section>
  );
}

function Proof({
  lotId,
  zone,
  root,
  position,
}: {
  lotId: number;
  zone: string;
  root: string;
  position: number;
}) {
  const [checking, setChecking] = useState(false);
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="max-w-[70ch]">
        {t(
          "Every step of the bidding is part of one hash chain. Removing, adding, reordering or changing a step leads to a different root than the one below, which we emailed to all bidders.",
        )}
      </p>
      <dl className="grid gap-3">
        <div>
          <dt className="text-sm text-soft">{t("Root")}</dt>
          <dd className="code break-all" data-testid="proof-root">
            {root}
          </dd>
        </div>
        <div>
          <dt className="text-sm text-soft">{t("Position in the list of roots")}</dt>
          <dd className="figures">{position}</dd>
        </div>
      </dl>
      <div className="flex flex-wrap gap-2">
        <Button tone="primary" disabled={checking} onClick={() => setChecking(true)}>
          <ShieldCheck aria-hidden className="size-4" /> {t("Verify in this browser")}
        </Button>
        <a
          href={proofPath(lotId)}
          download={`gavelyard-lot-${lotId}-proof.json`}
          className="inline-flex min-h-11 items-center gap-2 rounded-md border border-line bg-sheet px-4 py-2 font-semibold text-ink no-underline hover:bg-sunken"
        >
          <Download aria-hidden className="size-4" /> {t("Download proof")}
        </a>
      </div>
      {checking ? <CheckHere lotId={lotId} zone={zone} root={root} /> : null}
    </div>
  );
}
