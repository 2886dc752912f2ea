import type { ReactNode } from "react";

/** Returns a US number as people write it: "+18065550143" as "+1 (806) 555-0143". */
export const phoneWords = (phone: string) =>
  phone
    .replace(/^\+1(\d{3})(\d{3})(\d{4})$/, "+1 ($1) $2-$3")
    .replace(/^(\d{3})(\d{3})(\d{4})$/, "($1) $2-$3");

/** A tel: link. The number may have spaces and parentheses. */
export function PhoneLink({
  phone,
  className,
  children = phoneWords(phone),
}: {
  phone: string;
  className: string;
  children?: ReactNode;
}) {
  return (
    <a href={`tel:${phone.replaceAll(/[^+\d]/g, "")}`} className={className}>
      {children}
    </a>
  );
}
