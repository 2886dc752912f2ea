import { t } from "@gavelyard/messages/text";
import { TextArea } from "./field.tsx";

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
