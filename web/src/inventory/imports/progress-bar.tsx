import { t } from "@gavelyard/messages/text";
import { useId } from "react";
import { count } from "../../ui/text/format.ts";

export function ProgressBar({ label, done, of }: { label: string; done: number; of: number }) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 flex justify-between gap-3 font-semibold">
        {label}
        <span className="figures">
          {t("{part} of {whole}", { part: count(done), whole: count(of) })}
        </span>
      </label>
      <progress
        id={id}
        max={Math.max(of, 1)}
        value={done}
        className="h-3 w-full overflow-hidden rounded-md"
      />
    </div>
  );
}
