import type { Invoice } from "@gavelyard/contract/sales/payments";
import { mediaUrl } from "@gavelyard/contract/inventory/media";
import { goesByCarrier } from "@gavelyard/domain/sales/delivery-order";
import { unawaited } from "@gavelyard/domain/unawaited";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useCall } from "../api/api-context.ts";
import type { Pictured } from "../ui/picture.tsx";
import { invoiceQuery, invoicesQuery, purchasedQuery } from "./api.ts";
import { PAPER_PICTURE, savePapers, type PickupPaper } from "./pickup-papers.ts";

/** Maximum units whose papers are saved, newest wins first. */
const MAX_PAPERS = 20;

/** Saves the papers of paid units that are still at the yard, whenever they are read (D70). */
export default function SavePapers({ userId }: { userId: number }) {
  const call = useCall();
  const queries = useQueryClient();
  const { data: purchased, dataUpdatedAt } = useQuery(purchasedQuery(call, userId));
  const { data: invoices, dataUpdatedAt: invoicesUpdatedAt } = useQuery(
    invoicesQuery(call, userId),
  );
  useEffect(() => {
    if (purchased === undefined || invoices === undefined) return;
    const save = async () => {
      const papers: PickupPaper[] = [];
      for (const { awardId, inventory } of purchased) {
        const { id } = invoices.find((invoice) => invoice.awardId === awardId) ?? {};
        if (id === undefined || inventory.inventoryStatus === "RELEASED") continue;
        const paper = paperOf(
          await queries.fetchQuery(invoiceQuery(call, userId, id)),
          inventory.images[0],
        );
        if (paper !== null && papers.push(paper) === MAX_PAPERS) break;
      }
      savePapers(userId, papers);
      // The service worker keeps the pictures that it sees.
      const pictures = papers.map(({ image }) => image?.id ?? "").filter((id) => id !== "");
      await Promise.all(pictures.map((id) => fetch(mediaUrl(id, PAPER_PICTURE, "avif"))));
    };
    // Without an answer, the papers saved before stay.
    unawaited(save().catch(() => {}));
  }, [call, queries, userId, purchased, dataUpdatedAt, invoices, invoicesUpdatedAt]);
  return null;
}

/** Returns an invoice's papers; null when there is nothing to pick up at the yard. */
function paperOf(invoice: Invoice, image: Pictured | undefined): PickupPaper | null {
  const { release, delivery } = invoice;
  if (release === null || release.releasedAt !== null) return null;
  if (delivery !== null && goesByCarrier(delivery.status)) return null;
  const { awardId, number, name, stockNumber, vin, lotNumber, auctionName } = invoice;
  const { lines, total, paid, balance, timeZone, pickup, yard } = invoice;
  const { gatePin, clearsAt, pickupDueAt } = release;
  return {
    awardId,
    number,
    name,
    stockNumber,
    vin,
    lotNumber,
    auctionName,
    image,
    lines,
    total,
    paid,
    balance,
    timeZone,
    pickup,
    yard,
    release: { gatePin, clearsAt, pickupDueAt },
  };
}
