import { t } from "@gavelyard/messages/text";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";

export function Skeleton({ className = "h-6" }: { className?: string }) {
  return <div aria-hidden className={`animate-pulse rounded-md bg-sunken ${className}`} />;
}

export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="rounded-lg border border-dashed border-line p-8 text-center">
      <p className="text-lg font-semibold">{title}</p>
      <div className="mt-2 text-soft">{children}</div>
    </div>
  );
}

export function ErrorState({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div role="alert" className="rounded-lg border border-outbid bg-outbid-bg p-6 text-center">
      <p className="mb-4">{message}</p>
      <Button onClick={onRetry}>{t("Try again")}</Button>
    </div>
  );
}

/** Covers the page while it loads (section 2). */
export function FullPageLoader() {
  return (
    <div role="status" className="fixed inset-0 z-40 grid place-items-center bg-paper">
      <p className="text-lg font-semibold">{t("Loading...")}</p>
    </div>
  );
}
