import type { InputHTMLAttributes } from "react";

/** A field that people neither see nor reach; who fills it in is a machine. */
export function Honeypot(input: InputHTMLAttributes<HTMLInputElement>) {
  return (
    <div aria-hidden className="absolute -left-[9999px]">
      <input {...input} tabIndex={-1} autoComplete="off" aria-label="Leave this empty" />
    </div>
  );
}
