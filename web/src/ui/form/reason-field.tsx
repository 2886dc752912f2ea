import { t } from "@gavelyard/messages/text";
import { Button } from "../button.tsx";
import { TextArea } from "./field.tsx";

/** A reason: one of the house's, or typed. */
export function ReasonField({
  value,
  presets = [],
  rows = 4,
  error,
  onChange,
}: {
  value: string;
  presets?: readonly string[];
  rows?: number;
  error?: string | undefined;
  onChange: (value: string) => void;
}) {
  return (
    <div>
      {presets.length === 0 ? null : (
        <div role="group" aria-label={t("Reasons")} className="mb-3 flex flex-wrap gap-2">
          {presets.map((preset) => (
            <Button key={preset} aria-pressed={preset === value} onClick={() => onChange(preset)}>
              {preset}
            </Button>
          ))}
        </div>
      )}
      <TextArea
        label={t("Reason")}
        required
        minLength={3}
        maxLength={500}
        rows={rows}
        value={value}
        error={error}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
