import { t } from "@gavelyard/messages/text";
import { unawaited } from "@gavelyard/domain/unawaited";
import { Copy } from "lucide-react";
import { useHydrated } from "./page/use-hydrated.ts";
import { toast } from "./toast-store.ts";

/**
 * Copies a number that people enter elsewhere, such as a VIN. Hidden until hydration, when it
 * works.
 */
export function CopyButton({ what, text }: { what: string; text: string }) {
  const works = useHydrated();
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    toast({ type: "success", title: t("{what} copied", { what }) });
  };
  if (!works) return null;
  return (
    <button
      type="button"
      aria-label={t("Copy {what}", { what })}
      className="ml-1 inline-grid size-6 place-items-center rounded-md align-middle hover:bg-sunken print:hidden"
      onClick={() =>
        unawaited(
          copy().catch(() =>
            toast({
              type: "error",
              title: t("Couldn't copy. Select the {what} and copy it.", { what }),
            }),
          ),
        )
      }
    >
      <Copy aria-hidden className="size-4" />
    </button>
  );
}
