import { t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { useCall } from "../api/api-context.ts";
import { AddressFilter } from "../ui/form/address-filter.tsx";
import { SelectField, TextField } from "../ui/form/field.tsx";
import { useAddress } from "../ui/page/use-address.ts";
import { auditKindsQuery } from "./api.ts";
import { actionName } from "../ui/changes/audit-fields.ts";
import { subjectWord } from "./audit-names.tsx";

const auditFields = ["action", "actor", "subject", "number", "from", "to", "q"] as const;

export function AuditFilter() {
  const address = useAddress();
  const { data: kinds } = useQuery(auditKindsQuery(useCall()));
  const actor = address.get("actor");
  const staff = kinds?.staff ?? [];
  const someoneElse = actor !== "" && !staff.some(({ id }) => String(id) === actor);
  return (
    <AddressFilter
      label={t("Audit log")}
      fields={auditFields}
      resets={["page", "record"]}
      // Reset the form once the options are loaded.
      version={kinds === undefined ? "loading" : "loaded"}
    >
      <SelectField label={t("Action")} name="action" defaultValue={address.get("action")}>
        <option value="">{t("Any")}</option>
        {withChosen(kinds?.actions ?? [], address.get("action")).map((one) => (
          <option key={one} value={one}>
            {actionName(one)}
          </option>
        ))}
      </SelectField>
      <SelectField label={t("User")} name="actor" defaultValue={actor}>
        <option value="">{t("All users")}</option>
        {someoneElse ? <option value={actor}>{t("User {actor}", { actor })}</option> : null}
        {staff.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField label={t("Record")} name="subject" defaultValue={address.get("subject")}>
        <option value="">{t("All records")}</option>
        {withChosen(kinds?.subjectTypes ?? [], address.get("subject")).map((one) => (
          <option key={one} value={one}>
            {subjectWord(one)}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t("Record ID")}
        name="number"
        inputMode="numeric"
        pattern="[1-9][0-9]{0,14}"
        title={t("Enter a whole number")}
        defaultValue={address.get("number")}
      />
      <TextField label={t("From")} name="from" type="date" defaultValue={address.get("from")} />
      <TextField label={t("To")} name="to" type="date" defaultValue={address.get("to")} />
      <TextField
        label={t("Text")}
        name="q"
        type="search"
        maxLength={100}
        defaultValue={address.get("q")}
      />
    </AddressFilter>
  );
}

/** Keeps the address's choice selected while the other options are loading. */
function withChosen(known: readonly string[], chosen: string): readonly string[] {
  return chosen === "" || known.includes(chosen) ? known : [chosen, ...known];
}
