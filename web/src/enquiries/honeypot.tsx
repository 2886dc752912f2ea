import { t } from "@gavelyard/messages/text";
import type { InputHTMLAttributes } from "react";

/** A hidden field that only bots fill in. */
export function Honeypot(input: InputHTMLAttributes<HTMLInputElement>) {
  return (
    <div aria-hidden className="absolute -left-[9999px]">
      <input {...input} tabIndex={-1} autoComplete="off" aria-label={t("Leave this empty")} />
    </div>
  );
}
