import { t } from "@gavelyard/messages/text";
import { Button, LinkButton } from "../ui/button.tsx";
import { Head } from "./head.tsx";

export function NotFound() {
  return (
    <div className="py-16 text-center">
      <Head
        title={t("Page not found | Gavelyard")}
        description={t("Page not found | Gavelyard")}
        indexed={false}
      />
      <h1>{t("Page not found")}</h1>
      <p className="mt-3 text-soft">{t("The lot may have moved, or the link is wrong.")}</p>
      <LinkButton to="/vehicles" tone="primary" className="mt-6">
        {t("View vehicles")}
      </LinkButton>
    </div>
  );
}

export function PageFailed() {
  return (
    <div role="alert" className="mx-auto max-w-xl px-4 py-16 text-center">
      <title>{t("Something went wrong | Gavelyard")}</title>
      <h1>{t("Something went wrong")}</h1>
      <p className="mt-3 text-soft">{t("Nothing you did was lost. Reload the page.")}</p>
      <Button tone="primary" className="mt-6" onClick={() => window.location.reload()}>
        {t("Reload")}
      </Button>
    </div>
  );
}
