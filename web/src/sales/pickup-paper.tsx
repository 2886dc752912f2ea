import { t } from "@gavelyard/messages/text";
import { Facts } from "../ui/card.tsx";
import { money } from "../ui/text/format.ts";
import { Picture } from "../ui/picture.tsx";
import { GatePin, PickupPlace } from "./pickup-facts.tsx";
import { PAPER_PICTURE, type PickupPaper } from "./pickup-papers.ts";

/** What the yard asks for at the gate, as saved on this device; nothing in it needs the server. */
export function Paper({ paper }: { paper: PickupPaper }) {
  return (
    <li className="grid content-start gap-4 rounded-lg border border-line bg-sheet p-4">
      <div className="flex flex-wrap items-start gap-4">
        <Picture
          image={paper.image}
          sizes="112px"
          widths={[PAPER_PICTURE]}
          className="w-28 shrink-0 rounded-md"
        />
        <div className="min-w-40 flex-1">
          <h3>{paper.name}</h3>
          <p className="text-sm text-soft">{paper.auctionName}</p>
          <p className="text-sm">{t("Lot {lotNumber}", { lotNumber: paper.lotNumber })}</p>
        </div>
      </div>
      <div>
        <GatePin awardId={paper.awardId} release={paper.release} timeZone={paper.timeZone} />
      </div>
      <div>
        <PickupPlace pickup={paper.pickup} yard={paper.yard} />
      </div>
      <Facts
        rows={[
          [t("Stock number"), paper.stockNumber],
          ...(paper.vin === null ? [] : [[t("VIN"), paper.vin, "wrap-anywhere"] as const]),
          [t("Invoice"), paper.number],
          ...paper.lines.map(({ label, amount }) => [label, money(amount), "figures"] as const),
          [t("Total"), money(paper.total), "figures"],
          [t("Paid so far"), money(paper.paid), "figures"],
          [t("Balance"), money(paper.balance), "figures"],
        ]}
      />
    </li>
  );
}
