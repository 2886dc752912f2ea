import { t } from "@gavelyard/messages/text";
import { Head } from "../site/head.tsx";
import { FactorsCard } from "./factors-card.tsx";
import { Button } from "../ui/button.tsx";

/** Staff must set up a second factor before anything else (D45). */
export default function SetUpFactor({ isDone, onDone }: { isDone: boolean; onDone: () => void }) {
  const title = t("Set up your sign-in security");
  return (
    <div className="mx-auto max-w-2xl">
      <Head title={t("{title} | Gavelyard", { title })} description={title} indexed={false} />
      <h1 className="mb-4">{title}</h1>
      <p className="mb-4">
        {t(
          "Staff accounts need a second factor. Add a passkey or an authenticator app to continue to your dashboard.",
        )}
      </p>
      <FactorsCard />
      {isDone ? (
        <div role="status" className="mt-6 flex flex-wrap items-center justify-between gap-3">
          <p>{t("Your account is protected.")}</p>
          <Button tone="primary" onClick={onDone}>
            {t("Go to your dashboard")}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
