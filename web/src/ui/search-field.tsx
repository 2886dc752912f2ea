import { Search } from "lucide-react";
import { useState, type FormEvent } from "react";
import { Button } from "./button.tsx";

/** A field to search a list by; what is searched for lives in the address, and comes back as `value`. */
export function SearchField({
  label,
  value,
  onSearch,
}: {
  label: string;
  value: string;
  onSearch: (text: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    setTyped(value);
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(typed.trim());
  };
  return (
    <form role="search" onSubmit={submit} className="flex gap-2">
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        className="min-h-11 w-full rounded-md border border-line bg-sheet px-3"
        value={typed}
        maxLength={100}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" tone="primary" aria-label="Search">
        <Search aria-hidden className="size-5" />
      </Button>
    </form>
  );
}
