import { useQuery } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { useCall } from "../api/api-context.ts";
import { Button, LinkButton } from "../ui/button.tsx";
import { SelectField, TextField } from "../ui/field.tsx";
import { textIn } from "../ui/form-text.ts";
import { useAddress } from "../ui/use-address.ts";
import { auditKindsQuery } from "./api.ts";
import { actName } from "./audit-fields.ts";
import { subjectWord } from "./audit-names.tsx";

/** The fields of the address that narrow the record. */
const auditFields = ["action", "actor", "subject", "number", "from", "to", "q"] as const;

const nothing = Object.fromEntries([...auditFields, "page", "record"].map((name) => [name, null]));

/** Narrows the record; what is asked for lives in the address. */
export function AuditFilter() {
  const address = useAddress();
  const { data: kinds } = useQuery(auditKindsQuery(useCall()));
  const asked = auditFields.map((name) => address.get(name));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    address.set({
      ...nothing,
      ...Object.fromEntries(auditFields.map((name) => [name, textIn(form, name)])),
    });
  };
  const actor = address.get("actor");
  const staff = kinds?.staff ?? [];
  const someoneElse = actor !== "" && !staff.some(({ id }) => String(id) === actor);
  return (
    <form
      // Filled again by another address, and once the choices are there.
      key={`${asked.join("\n")} ${kinds === undefined}`}
      role="search"
      aria-label="Audit log"
      className="mb-4 grid grid-cols-2 gap-3 *:min-w-0 xl:grid-cols-4"
      onSubmit={submit}
    >
      <SelectField label="Action" name="action" defaultValue={address.get("action")}>
        <option value="">Any</option>
        {withAsked(kinds?.actions ?? [], address.get("action")).map((one) => (
          <option key={one} value={one}>
            {actName(one)}
          </option>
        ))}
      </SelectField>
      <SelectField label="User" name="actor" defaultValue={actor}>
        <option value="">All users</option>
        {someoneElse ? <option value={actor}>User {actor}</option> : null}
        {staff.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField label="Record" name="subject" defaultValue={address.get("subject")}>
        <option value="">All records</option>
        {withAsked(kinds?.subjectTypes ?? [], address.get("subject")).map((one) => (
          <option key={one} value={one}>
            {subjectWord(one)}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Record ID"
        name="number"
        inputMode="numeric"
        pattern="[1-9][0-9]{0,14}"
        title="Enter a whole number"
        defaultValue={address.get("number")}
      />
      <TextField label="From" name="from" type="date" defaultValue={address.get("from")} />
      <TextField label="To" name="to" type="date" defaultValue={address.get("to")} />
      <TextField
        label="Text"
        name="q"
        type="search"
        maxLength={100}
        defaultValue={address.get("q")}
      />
      <div className="flex items-end gap-3">
        <Button type="submit" tone="primary">
          Search
        </Button>
        {asked.every((text) => text === "") ? null : (
          <LinkButton to={address.to(nothing)}>Clear</LinkButton>
        )}
      </div>
    </form>
  );
}

/** A choice that the address has stays chosen while the others are not known. */
function withAsked(known: readonly string[], asked: string): readonly string[] {
  return asked === "" || known.includes(asked) ? known : [asked, ...known];
}
