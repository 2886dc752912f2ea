import { Eye, EyeOff } from "lucide-react";
import {
  useId,
  useState,
  type InputHTMLAttributes,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from "react";

type Told = { label: string; error?: string | undefined; hint?: string | undefined };
type InputProps = InputHTMLAttributes<HTMLInputElement> & Told;

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
      <input {...rest} {...describe(id, { label, error, hint })} />
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

/** What a control is told apart from its own: its name, its fault and its note. */
function describe(id: string, { error, hint }: Told) {
  return {
    id,
    className: box,
    "aria-invalid": error !== undefined,
    "aria-describedby": error === undefined && hint === undefined ? undefined : `${id}-note`,
  };
}

/** A choice among a few options. */
export function SelectField({
  label,
  error,
  hint,
  className = "",
  children,
  ...rest
}: SelectHTMLAttributes<HTMLSelectElement> & Told) {
  const id = useId();
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
      </label>
      <select {...rest} {...describe(id, { label, error, hint })}>
        {children}
      </select>
      <FieldNote id={`${id}-note`} error={error} hint={hint} />
    </div>
  );
}

/** A file from the device. */
export function FileField({ label, error, hint, className = "", ...rest }: InputProps) {
  const id = useId();
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
      </label>
      <input
        {...rest}
        {...describe(id, { label, error, hint })}
        type="file"
        className={`${box} file:mr-3 file:rounded-md file:border-0 file:bg-sunken file:px-3 file:py-1 file:font-semibold file:text-ink`}
      />
      <FieldNote id={`${id}-note`} error={error} hint={hint} />
    </div>
  );
}

/** Something that holds or not. */
export function CheckField({ label, error, hint, className = "", ...rest }: InputProps) {
  const id = useId();
  return (
    <div className={className}>
      <label className="flex min-h-11 items-center gap-3">
        <input
          {...rest}
          type="checkbox"
          className="size-5 shrink-0 accent-amber"
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined && hint === undefined ? undefined : `${id}-note`}
        />
        <span>{label}</span>
      </label>
      <FieldNote id={`${id}-note`} error={error} hint={hint} />
    </div>
  );
}

/** Text of several lines. */
export function TextArea({
  label,
  error,
  hint,
  className = "",
  ...rest
}: TextareaHTMLAttributes<HTMLTextAreaElement> & Told) {
  const id = useId();
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
      </label>
      <textarea rows={4} {...rest} {...describe(id, { label, error, hint })} />
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
