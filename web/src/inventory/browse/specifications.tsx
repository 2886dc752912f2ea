import type { Image, InventoryDetail } from "@gavelyard/contract/inventory";
import type { ConditionReport } from "@gavelyard/contract/inventory-specs";
import { mediaUrl } from "@gavelyard/contract/media";
import { formatDate } from "@gavelyard/domain/time-zone";
import { useState } from "react";
import { count, hours, miles, words } from "../../ui/format.ts";
import { later } from "../../ui/later.tsx";

const FullScreen = later(() => import("./full-screen.tsx"));

type Fact = readonly [string, string | number];

const lb = (value: number | null) => (value === null ? null : `${count(value)} lb`);
const named = (value: string | null) => (value === null ? null : words(value));
const yesNo = (value: boolean | null) => (value === null ? null : value ? "Yes" : "No");

/** Returns a unit's specifications with their labels. */
export function factsOf(unit: InventoryDetail): Fact[] {
  const { specs } = unit;
  const all: (readonly [string, string | number | null])[] = [
    ["Stock number", unit.stockNumber],
    [unit.identifierType === "SERIAL" ? "Serial number" : "VIN", unit.vin],
    ["Year", unit.modelYear],
    ["Make", unit.manufacturer],
    ["Model", unit.model],
    ["Body", unit.bodyStyle],
    [
      "Odometer",
      unit.odometer === null
        ? null
        : `${miles(unit.odometer, unit.odometerUnit)} (${words(unit.odometerBrand).toLowerCase()})`,
    ],
    ["Engine hours", unit.engineHours === null ? null : hours(unit.engineHours)],
    ["Engine", unit.engineType],
    ["Horsepower", specs.horsepower === null ? null : `${specs.horsepower} hp`],
    ["Fuel", named(unit.fuelType)],
    [
      "Transmission",
      unit.transmission === null
        ? null
        : [
            specs.transmissionMake,
            words(unit.transmission),
            specs.gears === null ? null : `${specs.gears} gears`,
          ]
            .filter(Boolean)
            .join(", "),
    ],
    ["Axles", unit.axleConfig],
    ["Axle ratio", specs.axleRatio],
    ["Front axle", lb(specs.frontAxleLb)],
    ["Rear axles", lb(specs.rearAxleLb)],
    ["Suspension", named(specs.suspension)],
    ["Wheelbase", specs.wheelbaseIn === null ? null : `${specs.wheelbaseIn} in`],
    ["Fifth wheel", named(specs.fifthWheel)],
    [
      "GVWR",
      unit.gvwrClass === null
        ? lb(specs.gvwrLb)
        : [lb(specs.gvwrLb), `class ${unit.gvwrClass}`].filter(Boolean).join(", "),
    ],
    ["Cab", named(unit.cabType)],
    ["Sleeper", specs.sleeperSizeIn === null ? null : `${specs.sleeperSizeIn} in`],
    ["Engine brake", yesNo(specs.engineBrake)],
    [
      "Trailer",
      specs.trailer === null
        ? null
        : `${words(specs.trailer.trailerType)}, ${specs.trailer.lengthFt} ft`,
    ],
    ["Equipment", specs.equipment?.category ?? null],
    ["Exterior color", specs.exteriorColor],
    ["Title", [words(unit.titleBrand), specs.titleState].filter(Boolean).join(", ")],
    ["Keys", named(specs.keys)],
    ["Primary damage", words(unit.primaryDamage)],
    ["Runs", words(unit.runCondition)],
    ["Grade", unit.grade === null ? null : `${unit.grade.toFixed(1)} of 5`],
  ];
  return all.filter((fact): fact is Fact => fact[1] !== null && fact[1] !== "");
}

export function Specifications({ unit }: { unit: InventoryDetail }) {
  return (
    <dl className="grid gap-x-8 sm:grid-cols-2">
      {factsOf(unit).map(([name, value]) => (
        <div key={name} className="flex justify-between gap-4 border-b border-line py-2">
          <dt className="text-soft">{name}</dt>
          <dd className="text-right font-semibold break-all">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function checksOf(report: ConditionReport): (readonly [string, string])[] {
  const checks = [
    ["Fault codes", report.obdCodes.length === 0 ? "None stored" : report.obdCodes.join(", ")],
    ["Fluids", report.fluids],
    ["Leaks", report.leaks],
    ["Brakes", report.brakes.join(". ")],
  ] as const;
  return checks.filter(([, found]) => found !== "");
}

/** The condition report, part by part. */
export function Condition({
  report,
  images,
  zone,
}: {
  report: ConditionReport;
  /** The unit's pictures, including pictures of findings. */
  images: readonly Image[];
  zone: string;
}) {
  const [enlarged, setEnlarged] = useState<Image | null>(null);
  return (
    <div className="grid gap-4">
      <p className="text-soft">
        Inspected {formatDate(report.inspectedAt, zone)} by {report.inspector}.
      </p>
      <ul className="grid gap-2">
        {report.sections.map((finding) => (
          <li
            key={`${finding.area} ${finding.item}`}
            className="flex flex-wrap justify-between gap-x-4 border-b border-line pb-2"
          >
            <span className="font-semibold">
              {finding.area}: {finding.item}
            </span>
            <span className="figures">{finding.rating} of 5</span>
            {finding.note === "" ? null : <span className="w-full text-soft">{finding.note}</span>}
            {finding.photoIds.length === 0 ? null : (
              <span className="mt-1 flex w-full flex-wrap gap-2">
                {images
                  .filter(({ id }) => finding.photoIds.includes(id))
                  .map((image) => (
                    <button
                      key={image.id}
                      type="button"
                      aria-label={`Enlarge: ${image.alt}`}
                      className="overflow-hidden rounded-md"
                      onClick={() => setEnlarged(image)}
                    >
                      <img
                        src={mediaUrl(image.id, 320, "webp")}
                        alt=""
                        width={144}
                        height={96}
                        loading="lazy"
                        className="aspect-[3/2] w-36 object-cover"
                      />
                    </button>
                  ))}
              </span>
            )}
          </li>
        ))}
      </ul>
      <dl className="grid gap-2 sm:grid-cols-2">
        {checksOf(report).map(([name, found]) => (
          <div key={name}>
            <dt className="text-sm text-soft">{name}</dt>
            <dd className="font-semibold">{found}</dd>
          </div>
        ))}
      </dl>
      {report.tires.length === 0 ? null : (
        <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Tires">
          <table className="w-full text-left text-sm">
            <caption className="mb-1 text-left font-semibold">Tires</caption>
            <thead>
              <tr className="border-b border-line">
                <th className="py-1 pr-3">Position</th>
                <th className="py-1 pr-3">Brand</th>
                <th className="py-1 pr-3">Size</th>
                <th className="py-1 text-right">Tread</th>
              </tr>
            </thead>
            <tbody>
              {report.tires.map((tire) => (
                <tr key={tire.position} className="border-b border-line">
                  <td className="py-1 pr-3">{tire.position}</td>
                  <td className="py-1 pr-3">{tire.brand}</td>
                  <td className="py-1 pr-3">{tire.size}</td>
                  <td className="figures py-1 text-right">{tire.treadDepth32nds}/32 in</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {enlarged === null ? null : (
        <FullScreen images={[enlarged]} at={0} onClose={() => setEnlarged(null)} />
      )}
    </div>
  );
}
