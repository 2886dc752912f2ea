import { t } from "@gavelyard/messages/text";
import { messageOf } from "../api/messages.ts";
import { ErrorState } from "../ui/states.tsx";
import { Head } from "./head.tsx";

export function LoadFailedPage({
  title,
  error,
  onRetry,
}: {
  title: string;
  error: unknown;
  onRetry: () => void;
}) {
  return (
    <div className="py-4">
      <Head title={t("{title} | Gavelyard", { title })} description={title} indexed={false} />
      <h1 className="mb-6">{title}</h1>
      <ErrorState message={messageOf(error, t("Nothing you did was lost."))} onRetry={onRetry} />
    </div>
  );
}
