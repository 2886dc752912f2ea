import { t } from "@gavelyard/messages/text";
import { chooseDensity, densities, useDensity, type Density } from "./density.ts";

export function DensitySwitch() {
  const chosen = useDensity();
  return (
    <fieldset className="inline-flex">
      <legend className="sr-only">{t("Row height")}</legend>
      {(Object.keys(densities) as Density[]).map((density) => (
        <label
          key={density}
          className="inline-flex min-h-8 cursor-pointer items-center border border-line bg-sheet px-3 text-sm first-of-type:rounded-l-md last-of-type:-ml-px last-of-type:rounded-r-md has-checked:bg-sunken has-checked:font-semibold has-focus-visible:outline-2"
        >
          <input
            type="radio"
            name="density"
            className="sr-only"
            checked={chosen === density}
            onChange={() => chooseDensity(density)}
          />
          {densities[density]}
        </label>
      ))}
    </fieldset>
  );
}
