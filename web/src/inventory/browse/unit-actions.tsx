import { t } from "@gavelyard/messages/text";
import type { InventoryDetail } from "@gavelyard/contract/inventory/inventory";
import { unawaited } from "@gavelyard/domain/unawaited";
import { Calculator, Printer, Share2 } from "lucide-react";
import { Button, LinkButton } from "../../ui/button.tsx";
import { toast } from "../../ui/toast-store.ts";

export default function UnitActions({ unit }: { unit: InventoryDetail }) {
  const share = async () => {
    const url = window.location.href;
    if (typeof Reflect.get(navigator, "share") === "function") {
      // It rejects when the user closes the share sheet, which is not an error.
      await navigator.share({ title: unit.name, url }).catch(() => {});
      return;
    }
    await navigator.clipboard.writeText(url);
    toast({ type: "success", title: t("Link copied") });
  };
  return (
    <div className="-mx-3 flex flex-wrap sm:gap-2 print:hidden [&>*]:px-3">
      <Button tone="quiet" onClick={() => unawaited(share())}>
        <Share2 aria-hidden className="size-4" /> {t("Share")}
      </Button>
      <Button tone="quiet" className="pointer-coarse:hidden" onClick={() => window.print()}>
        <Printer aria-hidden className="size-4" /> {t("Print")}
      </Button>
      <LinkButton tone="quiet" to={`/financing?unit=${unit.id}`}>
        <Calculator aria-hidden className="size-4" /> {t("Apply for financing")}
      </LinkButton>
    </div>
  );
}
