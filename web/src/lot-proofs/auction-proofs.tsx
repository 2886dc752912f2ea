import { t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useCall } from "../api/api-context.ts";
import { Read } from "../api/read.tsx";
import { auctionRootsQuery, MAX_ROOTS, proofPath } from "./api.ts";
import { Link } from "../ui/page/router.tsx";

export function AuctionProofs({ auctionId }: { auctionId: number }) {
  const [opened, setOpened] = useState(false);
  return (
    <details
      className="mb-8 rounded-lg border border-line bg-sheet"
      onToggle={(event) => setOpened(event.currentTarget.open)}
    >
      <summary className="min-h-11 cursor-pointer p-4 font-semibold">{t("Auction proof")}</summary>
      {opened ? <Roots auctionId={auctionId} /> : null}
    </details>
  );
}

function Roots({ auctionId }: { auctionId: number }) {
  const query = useQuery(auctionRootsQuery(useCall(), auctionId));
  return (
    <div className="border-t border-line p-4">
      <Read query={query} failure={t("Couldn't load the proof.")}>
        {({ content, totalElements }) =>
          content.length === 0 ? (
            <p>{t("These lots closed before we offered proofs.")}</p>
          ) : (
            <>
              <p className="mb-3 max-w-[70ch] text-soft">
                {t(
                  "Each lot's record ends in a root, listed in closing order. You can verify it on the lot's page.",
                )}
              </p>
              <ol className="grid gap-3">
                {content.map((line) => (
                  <li key={line.lotId} className="min-w-0">
                    <Link to={`/truck/${line.inventoryId}`} className="font-semibold">
                      {line.name}
                    </Link>{" "}
                    <a
                      href={proofPath(line.lotId)}
                      download={`gavelyard-lot-${line.lotId}-proof.json`}
                      aria-label={t("Download the proof of {name}", { name: line.name })}
                      className="inline-block min-h-6 text-sm"
                    >
                      {t("Download")}
                    </a>
                    <span className="code block text-sm break-all text-soft">{line.root}</span>
                  </li>
                ))}
              </ol>
              {totalElements > MAX_ROOTS ? (
                <p className="mt-3 text-soft">
                  {t("First {shown} of {number}.", { shown: MAX_ROOTS, number: totalElements })}
                </p>
              ) : null}
            </>
          )
        }
      </Read>
    </div>
  );
}
