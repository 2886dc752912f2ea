import { useEffect, useImperativeHandle, useRef, type ComponentProps, type ReactNode } from "react";
import { useHydrated } from "./page/use-hydrated.ts";
import { Link, type LinkProps } from "./page/router.tsx";

declare global {
  interface Window {
    /** Submit button of the last form that was submitted before the page's scripts ran. */
    early?: HTMLButtonElement;
  }
}

export type Tone = "primary" | "plain" | "quiet" | "danger";

const tones: Record<Tone, string> = {
  primary: "bg-amber text-on-amber hover:brightness-105 border-transparent",
  plain: "bg-sheet text-ink border-line hover:bg-sunken",
  quiet: "bg-transparent text-ink border-transparent hover:bg-sunken",
  danger: "bg-sheet text-outbid border-outbid hover:bg-outbid-bg",
};

/**
 * A button. `busy` prevents a second press. Submit buttons work before the scripts run:
 * `index.html` records the form, since the browser alone would put the input, even a password, into
 * the address. The button then submits it.
 */
export function Button({
  tone = "plain",
  busy = false,
  className = "",
  children,
  ref,
  ...rest
}: ComponentProps<"button"> & { tone?: Tone; busy?: boolean; children: ReactNode }) {
  const isEarly = !useHydrated(rest.type === "submit");
  const self = useRef<HTMLButtonElement>(null);
  // Dialogs give the keyboard to one of their buttons by its ref.
  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(ref, () => self.current);
  useEffect(() => {
    const button = self.current;
    if (isEarly || button === null || window.early !== button) return;
    delete window.early;
    button.removeAttribute("aria-busy");
    button.form?.requestSubmit(button);
  }, [isEarly]);
  const off = busy || rest.disabled === true;
  return (
    <button
      type="button"
      {...rest}
      ref={self}
      data-early={isEarly || undefined}
      disabled={off}
      aria-busy={busy}
      className={`button ${tones[tone]} ${off ? "cursor-not-allowed opacity-60" : ""} ${className}`}
    >
      {children}
    </button>
  );
}

export function LinkButton({
  tone = "plain",
  className = "",
  ...rest
}: LinkProps & { tone?: Tone }) {
  return <Link {...rest} className={`button ${tones[tone]} ${className}`} />;
}
