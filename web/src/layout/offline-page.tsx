import { t } from "@gavelyard/messages/text";
import { LinkButton } from "../ui/button.tsx";
import { EmptyState } from "../ui/states.tsx";
import { Head } from "./head.tsx";

/** Offline replacement for a page that was never visited. */
export function Component() {
  return (
    <div className="py-10">
      <Head
        title={t("You're offline | Gavelyard")}
        description={t("You're offline")}
        indexed={false}
      />
      <h1 className="mb-6">{t("You're offline")}</h1>
      <EmptyState title={t("This page isn't saved on your device")}>
        <p>{t("Pages you've opened before are still available, as they were then.")}</p>
        <LinkButton to="/vehicles" tone="primary" className="mt-3" target="_self">
          {t("Go to vehicles")}
        </LinkButton>
      </EmptyState>
    </div>
  );
}
