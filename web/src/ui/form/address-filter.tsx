import { t } from "@gavelyard/messages/text";
import type { FormEvent, ReactNode } from "react";
import { Button, LinkButton } from "../button.tsx";
import { textIn } from "./form-text.ts";
import { useAddress } from "../page/use-address.ts";

/**
 * A search form whose values are in the address. Searching or clearing also removes `resets` from
 * it, such as the page. The form is reset when the address or `version` changes.
 */
export function AddressFilter({
  label,
  fields,
  resets,
  version = "",
  children,
}: {
  label: string;
  /** Names of the form's fields, which are those in the address. */
  fields: readonly string[];
  resets: readonly string[];
  version?: string;
  children: ReactNode;
}) {
  const address = useAddress();
  const values = fields.map((name) => address.get(name));
  const cleared = Object.fromEntries([...fields, ...resets].map((name) => [name, null]));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    address.set({
      ...cleared,
      ...Object.fromEntries(fields.map((name) => [name, textIn(form, name)])),
    });
  };
  return (
    <form
      key={`${values.join("\n")} ${version}`}
      role="search"
      aria-label={label}
      className="mb-4 grid grid-cols-2 gap-3 *:min-w-0 xl:flex xl:flex-wrap xl:items-end xl:*:max-w-40 xl:*:flex-1 xl:*:basis-28"
      onSubmit={submit}
    >
      {children}
      <div className="flex items-end gap-3">
        <Button type="submit" tone="primary">
          {t("Search")}
        </Button>
        {values.every((text) => text === "") ? null : (
          <LinkButton to={address.to(cleared)}>{t("Clear")}</LinkButton>
        )}
      </div>
    </form>
  );
}
