import type { SellerChoice } from "@gavelyard/contract/inventory/inventory-staff";
import { t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useCall } from "../../api/api-context.ts";
import { TextField } from "../../ui/form/field.tsx";
import { sellerNamesQuery } from "../api.ts";

/** A seller as its field shows it; the ID tells those apart that share a name. */
const labelOf = ({ id, name, place }: SellerChoice): string =>
  [`${name} (${id})`, place].filter(Boolean).join(", ");

/** Chooses a seller by its name; blank is the house. Nothing in a house without sellers. */
export function SellerField({
  label = t("Seller"),
  hint,
  placeholder,
  sellerId,
  error,
  onChange,
  className,
}: {
  label?: string;
  hint?: string;
  placeholder?: string;
  /** Digits, or an empty text for none. */
  sellerId: string;
  error?: string | undefined;
  onChange: (sellerId: string) => void;
  className?: string;
}) {
  const call = useCall();
  const list = useId();
  /** What is typed, while it isn't a seller's name. */
  const [typed, setTyped] = useState<string | null>(null);
  const chosen = useQuery({ ...sellerNamesQuery(call, sellerId), enabled: sellerId !== "" });
  const current = chosen.data?.found.find(({ id }) => String(id) === sellerId);
  const q = (typed ?? "").replace(/ \(\d+\).*$/, "");
  const { data } = useQuery(sellerNamesQuery(call, q));
  if (data?.any !== true) return null;
  const choose = (text: string) => {
    const match = data.found.find(
      (one) => labelOf(one) === text || one.name.toLowerCase() === text.trim().toLowerCase(),
    );
    setTyped(text === "" || match !== undefined ? null : text);
    if (text === "") onChange("");
    else if (match !== undefined) onChange(String(match.id));
  };
  return (
    <div className={className}>
      <TextField
        label={label}
        list={list}
        autoComplete="off"
        maxLength={120}
        value={typed ?? (sellerId === "" || current === undefined ? "" : labelOf(current))}
        error={
          error ??
          (typed !== null && q !== "" && data.found.length === 0
            ? t("No seller has this name")
            : undefined)
        }
        hint={hint}
        placeholder={placeholder}
        onChange={({ target }) => choose(target.value)}
        onBlur={() => setTyped(null)}
      />
      <datalist id={list}>
        {data.found.map((one) => (
          <option key={one.id} value={labelOf(one)}>
            {labelOf(one)}
          </option>
        ))}
      </datalist>
    </div>
  );
}
