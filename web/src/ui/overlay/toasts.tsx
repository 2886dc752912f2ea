import { t } from "@gavelyard/messages/text";
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from "lucide-react";
import { LinkButton } from "../button.tsx";
import { Link } from "../page/router.tsx";
import { toastStore, type ToastType } from "../toast-store.ts";
import { emptyList, useClientState } from "../page/use-client-state.ts";

const icons = {
  success: CircleCheck,
  error: CircleAlert,
  warning: TriangleAlert,
  info: Info,
} as const;
const tones: Record<ToastType, string> = {
  success: "text-winning",
  error: "text-outbid",
  warning: "text-amber-deep",
  info: "text-soft",
};

export function Toasts() {
  const toasts = useClientState(toastStore.watch, toastStore.toasts, () => emptyList);
  return (
    <div
      id="toasts"
      // Below the bar, and on phones above the bid bar, so that it covers neither; over sheets.
      className="pointer-events-none fixed inset-x-2 bottom-20 z-60 flex flex-col items-end gap-2 sm:bottom-auto sm:left-auto sm:top-18 sm:w-96"
      onPointerEnter={() => toastStore.hold()}
      onPointerLeave={() => toastStore.release()}
      onFocus={() => toastStore.hold()}
      onBlur={() => toastStore.release()}
    >
      {toasts.map((toast) => {
        const Icon = icons[toast.type];
        return (
          <div
            key={toast.id}
            role="alert"
            className="pointer-events-auto relative w-full overflow-hidden rounded-lg border border-line bg-sheet p-3 pr-12 shadow-lg"
          >
            <div className="flex gap-3">
              <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${tones[toast.type]}`} />
              <div>
                <p className="font-semibold">
                  {toast.action === undefined ? (
                    toast.title
                  ) : (
                    <Link
                      to={toast.action.to}
                      className="text-ink no-underline hover:underline"
                      onClick={() => toastStore.close(toast.id)}
                    >
                      {toast.title}
                    </Link>
                  )}
                </p>
                {toast.message === undefined ? null : (
                  <p className="text-sm text-soft">{toast.message}</p>
                )}
                {toast.action?.label === undefined ? null : (
                  <LinkButton
                    to={toast.action.to}
                    tone="primary"
                    className="mt-2"
                    onClick={() => toastStore.close(toast.id)}
                  >
                    {toast.action.label}
                  </LinkButton>
                )}
                {toast.undo === undefined ? null : (
                  <button
                    type="button"
                    aria-keyshortcuts="Control+Z Meta+Z"
                    className="min-h-11 font-semibold underline"
                    onClick={() => toastStore.undo(toast)}
                  >
                    {t("Undo")}
                  </button>
                )}
              </div>
            </div>
            <button
              type="button"
              aria-label={t("Close notification")}
              className="absolute right-1 top-1 grid size-11 place-items-center rounded-md hover:bg-sunken"
              onClick={() => toastStore.close(toast.id)}
            >
              <X aria-hidden className="size-4" />
            </button>
            {toast.duration > 0 ? (
              <div
                className="toast-time absolute inset-x-0 bottom-0 h-1 origin-left bg-amber"
                style={{ animation: `toast-progress ${toast.duration}ms linear forwards` }}
              />
            ) : null}
          </div>
        );
      })}
    </div>
  );
}
