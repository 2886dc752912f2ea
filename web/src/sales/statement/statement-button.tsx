import { t } from "@gavelyard/messages/text";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { later } from "../../ui/later.tsx";

const StatementSheet = later(() => import("./statement-sheet.tsx"));

/** Opens what a buyer bought in one auction, with one total to pay (D83). */
export function StatementButton({
  userId,
  auctionId,
  auctionName,
}: {
  userId: number;
  auctionId: number;
  auctionName: string;
}) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        aria-haspopup="dialog"
        aria-label={t("Statement: {auctionName}", { auctionName })}
        onClick={() => setOpen(true)}
      >
        {t("Statement")}
      </Button>
      {open ? (
        <StatementSheet userId={userId} auctionId={auctionId} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}
