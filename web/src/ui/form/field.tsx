import { t } from "@gavelyard/messages/text";
import { Eye, EyeOff } from "lucide-react";
import {
  useId,
  useState,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from "react";
import { stateNames } from "@gavelyard/domain/states-of-us";

type LabelProps = { label: string; error?: string | undefined; hint?: string | undefined };
type InputProps = InputHTMLAttributes<HTMLInputElement> & LabelProps;
type TextProps = InputProps & {
  /** Shows typed text in the font for codes. */
  code?: true;
};

const box = "input";

/** Attributes that connect a control with its label, error and hint for screen readers. */
interface ControlProps {
  readonly id: string;
  readonly className: string;
  readonly "aria-invalid": boolean;
  readonly "aria-describedby": string | undefined;
}

const controlProps = (id: string, { error, hint }: LabelProps): ControlProps => ({
  id,
  className: box,
  "aria-invalid": error !== undefined,
  "aria-describedby": error === undefined && hint === undefined ? undefined : `${id}-note`,
});

/** A control with its label above, and its error or else its hint below. */
function Labelled({
  label,
  error,
  hint,
  className,
  children,
}: LabelProps & {
  className?: string | undefined;
  children: (control: ControlProps) => ReactNode;
}) {
  const id = useId();
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
      </label>
      {children(controlProps(id, { label, error, hint }))}
      <FieldNote id={`${id}-note`} error={error} hint={hint} />
    </div>
  );
}

export function TextField({ label, error, hint, className, code, ...rest }: TextProps) {
  return (
    <Labelled {...{ label, error, hint, className }}>
      {(control) => (
        <input {...rest} {...control} className={code === true ? `${box} code` : box} />
      )}
    </Labelled>
  );
}

export function PasswordField({ label, error, hint, className, ...rest }: InputProps) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Labelled {...{ label, error, hint, className }}>
      {(control) => (
        <div className="relative">
          <input
            {...rest}
            {...control}
            type={shown ? "text" : "password"}
            className={`${box} pr-12`}
          />
          <button
            type="button"
            aria-label={shown ? t("Hide password") : t("Show password")}
            className="absolute right-0 top-0 grid size-11 place-items-center text-soft"
            onClick={() => setShown(!shown)}
          >
            <Icon aria-hidden className="size-5" />
          </button>
        </div>
      )}
    </Labelled>
  );
}

type SelectProps = SelectHTMLAttributes<HTMLSelectElement> & LabelProps;

export function SelectField({ label, error, hint, className, children, ...rest }: SelectProps) {
  return (
    <Labelled {...{ label, error, hint, className }}>
      {(control) => (
        <select {...rest} {...control}>
          {children}
        </select>
      )}
    </Labelled>
  );
}

export function StateField(props: SelectProps) {
  return (
    <SelectField autoComplete="address-level1" {...props}>
      <option value="">{t("Choose")}</option>
      {Object.entries(stateNames).map(([code, name]) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

/** Maximum size of an uploaded document, in bytes. */
export const documentMaxBytes = 10_000_000;

/** A document upload, limited to the accepted types (D15). */
export function DocumentField(props: InputProps) {
  return <FileField {...props} accept=".pdf,.jpg,.jpeg,.png,.webp,.heic" />;
}

export function FileField({ label, error, hint, className, ...rest }: InputProps) {
  return (
    <Labelled {...{ label, error, hint, className }}>
      {(control) => (
        <input
          {...rest}
          {...control}
          type="file"
          className={`${box} file:mr-3 file:rounded-md file:border-0 file:bg-sunken file:px-3 file:py-1 file:font-semibold file:text-ink`}
        />
      )}
    </Labelled>
  );
}

export function CheckField({ label, error, hint, className = "", ...rest }: InputProps) {
  const id = useId();
  return (
    <div className={className}>
      <label className="flex min-h-11 items-center gap-3 py-1">
        <input
          {...rest}
          {...controlProps(id, { label, error, hint })}
          type="checkbox"
          className="size-5 shrink-0"
        />
        <span>{label}</span>
      </label>
      <FieldNote id={`${id}-note`} error={error} hint={hint} />
    </div>
  );
}

export function TextArea({
  label,
  error,
  hint,
  className,
  ...rest
}: TextareaHTMLAttributes<HTMLTextAreaElement> & LabelProps) {
  return (
    <Labelled {...{ label, error, hint, className }}>
      {(control) => <textarea rows={4} {...rest} {...control} />}
    </Labelled>
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
