import { t } from "@gavelyard/messages/text";
import { Search } from "lucide-react";
import { useEffect, useRef, type FormEvent } from "react";
import { Button } from "../button.tsx";

export function SearchField({
  label,
  value,
  onSearch,
}: {
  label: string;
  value: string;
  onSearch: (text: string) => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  const lastValue = useRef(value);
  useEffect(() => {
    // Text typed before the scripts ran stays.
    if (lastValue.current === value || field.current === null) return;
    lastValue.current = value;
    field.current.value = value;
  }, [value]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(field.current?.value.trim() ?? "");
  };
  return (
    <form role="search" onSubmit={submit} className="flex gap-2">
      <input
        ref={field}
        name="q"
        type="search"
        aria-label={label}
        placeholder={label}
        className="min-h-11 w-full rounded-md border border-line bg-sheet px-3 text-ink"
        defaultValue={value}
        maxLength={100}
      />
      <Button type="submit" tone="primary" aria-label={t("Search")}>
        <Search aria-hidden className="size-5" />
      </Button>
    </form>
  );
}
