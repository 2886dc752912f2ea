import { LinkButton } from "../button.tsx";

export function Choices<Value extends string>({
  label,
  options,
  chosen,
  to,
}: {
  label: string;
  options: readonly (readonly [value: Value, title: string])[];
  chosen: Value;
  to: (value: Value) => string;
}) {
  return (
    <div role="group" aria-label={label} className="mb-4 flex flex-wrap gap-2">
      {options.map(([value, title]) => (
        <LinkButton
          key={value}
          to={to(value)}
          className="choice"
          aria-current={value === chosen ? "true" : undefined}
        >
          {title}
        </LinkButton>
      ))}
    </div>
  );
}
