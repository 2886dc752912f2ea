import { t } from "@gavelyard/messages/text";
import { X } from "lucide-react";
import { Dialog } from "radix-ui";
import { useRef, type ReactNode } from "react";
import { Button } from "../button.tsx";

const places = {
  left: "inset-y-0 left-0 w-[min(22rem,90vw)] p-4",
  right: "inset-y-0 right-0 w-[min(30rem,100vw)] p-5",
  bottom: "inset-x-0 bottom-0 max-h-[90dvh] rounded-t-lg p-4 pb-6",
  middle: "inset-2 rounded-lg p-4 sm:inset-8",
} as const;

/**
 * A sheet over the page, open while mounted; it closes by its button, Escape and a click outside.
 */
export function Sheet({
  title,
  place,
  onClose,
  close,
  children,
}: {
  title: string;
  place: keyof typeof places;
  onClose: () => void;
  close?: string;
  children: ReactNode;
}) {
  /** Gets the focus back on close, since the dialog's own trigger isn't used. */
  const opener = useRef<Element | null>(null);
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-asphalt opacity-60" />
        <Dialog.Content
          className={`fixed z-50 overflow-auto bg-paper ${places[place]}`}
          aria-describedby={undefined}
          onInteractOutside={(event) => {
            // Messages lie over the sheet.
            if (event.target instanceof Element && event.target.closest("#toasts") !== null)
              event.preventDefault();
          }}
          onOpenAutoFocus={() => {
            opener.current = document.activeElement;
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (opener.current instanceof HTMLElement) opener.current.focus();
          }}
        >
          <div className="mb-3 flex items-center justify-between gap-3">
            <Dialog.Title className="text-lg font-bold">{title}</Dialog.Title>
            <Dialog.Close asChild>
              {close === undefined ? (
                <Button tone="quiet" aria-label={t("Close")}>
                  <X aria-hidden className="size-5" />
                </Button>
              ) : (
                <Button tone="primary" className="shrink-0 whitespace-nowrap">
                  {close}
                </Button>
              )}
            </Dialog.Close>
          </div>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
