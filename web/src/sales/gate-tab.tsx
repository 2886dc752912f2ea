import type { GateUnit } from "@gavelyard/contract/sales/gate";
import { readGateCode } from "@gavelyard/domain/sales/gate-code";
import { pickupWords } from "@gavelyard/domain/sales/pickup";
import { formatDateTime } from "@gavelyard/domain/time-zone";
import { t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useCall } from "../api/api-context.ts";
import { Read } from "../api/read.tsx";
import { matches } from "../ui/list/matching.ts";
import { Badge } from "../ui/badge.tsx";
import { SelectField, TextField } from "../ui/form/field.tsx";
import { Picture } from "../ui/picture.tsx";
import { Link } from "../ui/page/router.tsx";
import { EmptyState } from "../ui/states.tsx";
import { toastMessage } from "../ui/toast-store.ts";
import { numberOf, useAddress } from "../ui/page/use-address.ts";
import { gateQuery } from "./api.ts";
import { GateForm, notCleared } from "./gate-form.tsx";
import { ScanButton } from "./scan-button.tsx";

const YARD_KEY = "gateYard";

/**
 * The gate of one yard, for a phone: its units that may leave, then the one that does. The device
 * remembers the yard (D73).
 */
export default function GateTab() {
  const address = useAddress();
  // A link to a unit leads to its yard.
  const [at, setAt] = useState(() => {
    const awardId = numberOf(address.get("award"));
    const yardId = localStorage.getItem(YARD_KEY);
    return awardId !== null ? { awardId: String(awardId) } : yardId === null ? {} : { yardId };
  });
  const [words, setWords] = useState("");
  /** The PIN that was scanned, with the unit's award. */
  const [scanned, setScanned] = useState<ReturnType<typeof readGateCode>>(null);
  const query = useQuery({ ...gateQuery(useCall(), at), refetchInterval: 60_000 });
  return (
    <Read query={query} failure={t("Couldn't load the units.")} className="h-96">
      {({ yards, units, timeZone, yardId }) => {
        const chosen = units.find(({ awardId }) => awardId === numberOf(address.get("award")));
        if (chosen !== undefined) {
          return (
            <GateForm
              key={chosen.awardId}
              unit={chosen}
              timeZone={timeZone}
              gatePin={scanned?.awardId === chosen.awardId ? scanned.gatePin : ""}
              onDone={() => address.set({ award: null }, true)}
            />
          );
        }
        const open = (code: string) => {
          const read = readGateCode(code);
          if (!units.some(({ awardId }) => awardId === read?.awardId)) {
            return toastMessage(
              read === null ? t("This isn't the QR code of a pickup paper.") : notHere,
              "error",
            );
          }
          setScanned(read);
          return address.set({ award: read?.awardId ?? null });
        };
        const found = units.filter((unit) => matches(textOf(unit), words));
        return (
          <div className="grid max-w-2xl gap-4">
            <div className="grid grid-cols-[1fr_auto] items-end gap-3">
              <SelectField
                label={t("Yard")}
                value={yardId ?? ""}
                onChange={({ target }) => {
                  localStorage.setItem(YARD_KEY, target.value);
                  setAt({ yardId: target.value });
                }}
              >
                {yards.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </SelectField>
              <ScanButton onScan={open} />
            </div>
            <TextField
              label={t("Find a unit")}
              type="search"
              placeholder={t("Stock number, VIN, lot or buyer")}
              value={words}
              onChange={({ target }) => setWords(target.value)}
            />
            {address.get("award") === "" ? null : <p role="status">{notHere}</p>}
            {found.length === 0 ? (
              <EmptyState title={t("No units to release here.")}>{notHere}</EmptyState>
            ) : (
              <ul aria-label={t("Units that may leave")} className="grid gap-2">
                {found.map((unit) => (
                  <UnitLine key={unit.awardId} unit={unit} timeZone={timeZone} />
                ))}
              </ul>
            )}
          </div>
        );
      }}
    </Read>
  );
}

const notHere = t("The unit isn't paid, is in another yard, or has left. Call the office.");

const textOf = ({ name, stockNumber, vin, lotNumber, buyerName }: GateUnit) =>
  [name, stockNumber, vin, lotNumber, buyerName].join(" ");

function UnitLine({ unit, timeZone }: { unit: GateUnit; timeZone: string }) {
  const { awardId, name, image, stockNumber, lotNumber, buyerName, pickup } = unit;
  return (
    <li>
      <Link
        to={`?tab=gate&award=${awardId}`}
        className="flex items-center gap-3 rounded-lg border border-line bg-sheet p-2 text-ink no-underline hover:bg-sunken"
      >
        <Picture
          image={image ?? undefined}
          sizes="96px"
          widths={[320]}
          className="w-24 shrink-0 rounded-md"
        />
        <span className="min-w-0 text-sm">
          <strong className="block text-base">{name}</strong>
          <span className="block">
            {t("Stock {stockNumber}, lot {lotNumber}", { stockNumber, lotNumber })}
          </span>
          <span className="block text-soft">
            {buyerName} ·{" "}
            {pickup === null
              ? t("Pick up by {time}", { time: formatDateTime(unit.pickupDueAt, timeZone) })
              : pickupWords(pickup)}
          </span>
          {unit.clearsAt === null ? null : (
            <Badge tone="attention">{notCleared(unit.clearsAt, timeZone)}</Badge>
          )}
          {unit.deliveryId === null ? null : <Badge tone="attention">{t("Our carrier")}</Badge>}
          {unit.overdue ? <Badge tone="outbid">{t("Overdue")}</Badge> : null}
        </span>
      </Link>
    </li>
  );
}
