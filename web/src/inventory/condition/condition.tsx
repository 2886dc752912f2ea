import { writtenLang, WrittenNote } from "../../ui/text/as-written.tsx";
import type { Image, InventoryDetail } from "@gavelyard/contract/inventory/inventory";
import type { ConditionReport } from "@gavelyard/contract/inventory/inventory-specs";
import { mediaUrl } from "@gavelyard/contract/inventory/media";
import { formatDate } from "@gavelyard/domain/time-zone";
import { t } from "@gavelyard/messages/text";
import { useState, type ReactNode } from "react";
import { later } from "../../ui/later.tsx";
import { ConditionDrawing } from "./condition-drawing.tsx";
import { FindingNumber } from "./finding-number.tsx";
import { findingsOf, type Finding } from "./findings.ts";
import { marksOf } from "./marks.ts";
import { outlineOf } from "./outlines.ts";

const FullScreen = later(() => import("../full-screen.tsx"));

const NONE_STORED = t("None stored");

function checksOf(report: ConditionReport): (readonly [string, string])[] {
  const checks = [
    [t("Fault codes"), report.obdCodes.length === 0 ? NONE_STORED : report.obdCodes.join(", ")],
    [t("Fluids"), report.fluids],
    [t("Leaks"), report.leaks],
    [t("Brakes"), report.brakes.join(". ")],
  ] as const;
  return checks.filter(([, found]) => found !== "");
}

export default function Condition({
  unit,
  report,
}: {
  unit: InventoryDetail;
  report: ConditionReport;
}) {
  const [enlarged, setEnlarged] = useState<Image | null>(null);
  const [lit, setLit] = useState<number | null>(null);
  const { defects, sound } = findingsOf(report);
  const outline = outlineOf(unit);
  const marks = outline === null ? [] : marksOf(outline, defects);
  return (
    <div className="grid gap-4">
      <div>
        <p className="text-soft">
          {t("Inspected {inspectedAt} by {inspector}.", {
            inspectedAt: formatDate(report.inspectedAt, unit.yard.timeZone),
            inspector: report.inspector,
          })}
        </p>
        <WrittenNote />
      </div>
      {outline === null ? null : (
        <ConditionDrawing
          outline={outline}
          findings={defects}
          marks={marks}
          lit={lit}
          onLight={setLit}
        />
      )}
      <ul className="grid">
        {defects.map((finding, at) => (
          <FindingLine
            key={at}
            finding={finding}
            images={unit.images}
            lit={lit === at}
            onLight={(on) => setLit(on ? at : null)}
            onEnlarge={setEnlarged}
            number={
              (marks[at] ?? null) === null ? null : (
                <FindingNumber
                  number={at + 1}
                  rating={finding.rating}
                  place="list"
                  label={t("Show {number} on the drawing", { number: at + 1 })}
                  lit={lit === at}
                  onLight={(on) => setLit(on ? at : null)}
                />
              )
            }
          />
        ))}
        {sound.map((finding, at) => (
          <FindingLine key={at} finding={finding} images={unit.images} onEnlarge={setEnlarged} />
        ))}
      </ul>
      <dl className="grid gap-2 sm:grid-cols-2">
        {checksOf(report).map(([name, found]) => (
          <div key={name}>
            <dt className="text-sm text-soft">{name}</dt>
            <dd lang={found === NONE_STORED ? undefined : writtenLang()} className="font-semibold">
              {found}
            </dd>
          </div>
        ))}
      </dl>
      {report.tires.length === 0 ? null : <Tires tires={report.tires} />}
      {enlarged === null ? null : (
        <FullScreen images={[enlarged]} at={0} onClose={() => setEnlarged(null)} />
      )}
    </div>
  );
}

function FindingLine({
  finding,
  images,
  number = null,
  lit = false,
  onLight,
  onEnlarge,
}: {
  finding: Finding;
  images: readonly Image[];
  number?: ReactNode;
  lit?: boolean;
  onLight?: (on: boolean) => void;
  onEnlarge: (image: Image) => void;
}) {
  return (
    <li
      className={`flex flex-wrap items-center gap-x-3 border-b border-line py-2 ${lit ? "bg-sunken" : ""}`}
      onPointerEnter={() => onLight?.(true)}
      onPointerLeave={() => onLight?.(false)}
    >
      {number}
      <span lang={writtenLang()} className="min-w-0 flex-1 font-semibold">
        {finding.area}: {finding.item}
      </span>
      <span className="figures">{t("{grade} of 5", { grade: finding.rating })}</span>
      {finding.note === "" ? null : (
        <span lang={writtenLang()} className="w-full text-soft">
          {finding.note}
        </span>
      )}
      {finding.photoIds.length === 0 ? null : (
        <span className="mt-1 flex w-full flex-wrap gap-2">
          {images
            .filter(({ id }) => finding.photoIds.includes(id))
            .map((image) => (
              <button
                key={image.id}
                type="button"
                className="overflow-hidden rounded-md"
                onClick={() => onEnlarge(image)}
              >
                <span className="sr-only">
                  {t("Enlarge:")} <span lang={writtenLang()}>{image.alt}</span>
                </span>
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
  );
}

function Tires({ tires }: Pick<ConditionReport, "tires">) {
  return (
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={t("Tires")}>
      <table className="w-full text-left text-sm">
        <caption className="mb-1 text-left font-semibold">{t("Tires")}</caption>
        <thead>
          <tr className="border-b border-line">
            <th className="py-1 pr-3">{t("Position")}</th>
            <th className="py-1 pr-3">{t("Brand")}</th>
            <th className="py-1 pr-3">{t("Size")}</th>
            <th className="py-1 text-right">{t("Tread")}</th>
          </tr>
        </thead>
        <tbody>
          {tires.map((tire) => (
            <tr key={tire.position} className="border-b border-line">
              <td lang={writtenLang()} className="py-1 pr-3">
                {tire.position}
              </td>
              <td className="py-1 pr-3">{tire.brand}</td>
              <td className="py-1 pr-3">{tire.size}</td>
              <td className="figures py-1 text-right">
                {t("{depth}/32 in", { depth: tire.treadDepth32nds })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
