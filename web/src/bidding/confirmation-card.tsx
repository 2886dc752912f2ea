import { t } from "@gavelyard/messages/text";
import { Card } from "../ui/card.tsx";
import { CheckField } from "../ui/form/field.tsx";
import { confirmAlways, useConfirmAlways } from "./placing/bid-confirmation.ts";

/** The choice to confirm every bid in this browser (D77). */
export function ConfirmationCard() {
  return (
    <Card title={t("Bidding")}>
      <CheckField
        label={t("Confirm every bid")}
        hint={t(
          "We always ask before your first bid on a lot. Later bids take one press. Applies to this browser only.",
        )}
        checked={useConfirmAlways()}
        onChange={({ target }) => confirmAlways(target.checked)}
      />
    </Card>
  );
}
