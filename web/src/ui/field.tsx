import { Eye, EyeOff } from "lucide-react";
import { useId, useState, type InputHTMLAttributes } from "react";

type InputProps = InputHTMLAttributes<HTMLInputElement> & {
  label: string;
  error?: string | undefined;
  hint?: string | undefined;
};

const box =
  "w-full min-h-11 rounded-md border border-line bg-sheet px-3 py-2 text-ink aria-invalid:border-outbid";

/** A labelled input with its hint and its error, tied together for screen readers. */
export function TextField({ label, error, hint, className = "", ...rest }: InputProps) {
  const id = useId();
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
      </label>
      <input
        {...rest}
        id={id}
        className={box}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined && hint === undefined ? undefined : `${id}-note`}
      />
      <FieldNote id={`${id}-note`} error={error} hint={hint} />
    </div>
  );
}

/** A password that can be shown. */
export function PasswordField({ label, error, hint, ...rest }: InputProps) {
  const id = useId();
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
      </label>
      <div className="relative">
        <input
          {...rest}
          id={id}
          type={shown ? "text" : "password"}
          className={`${box} pr-12`}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined && hint === undefined ? undefined : `${id}-note`}
        />
        <button
          type="button"
          aria-label={shown ? "Hide password" : "Show password"}
          className="absolute right-0 top-0 grid size-11 place-items-center text-soft"
          onClick={() => setShown(!shown)}
        >
          <Icon aria-hidden className="size-5" />
        </button>
      </div>
      <FieldNote id={`${id}-note`} error={error} hint={hint} />
    </div>
  );
}

function FieldNote({
  id,
  error,
  hint,
}: {
  id: string;
  error?: string | undefined;
  hint?: string | undefined;
}) {
  if (error !== undefined) {
    return (
      <p id={id} role="alert" className="mt-1 text-sm text-outbid">
        {error}
      </p>
    );
  }
  if (hint === undefined) return null;
  return (
    <p id={id} className="mt-1 text-sm text-soft">
      {hint}
    </p>
  );
}
