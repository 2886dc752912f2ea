import { t } from "@gavelyard/messages/text";
import { TextArea } from "./field.tsx";

/** Text field for a reason of 3 to 500 characters. */
export function ReasonField({
  value,
  onChange,
}: {
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <TextArea
      label={t("Reason")}
      required
      minLength={3}
      maxLength={500}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
