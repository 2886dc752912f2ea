import type { Invoice } from "@gavelyard/contract/sales/payments";
import { hourWords, pickupWords } from "@gavelyard/domain/sales/pickup";
import { formatDate, formatTime } from "@gavelyard/domain/time-zone";
import { t } from "@gavelyard/messages/text";
import { gateCode } from "@gavelyard/domain/sales/gate-code";
import { serverNow } from "../clock.ts";
import QrCode from "../ui/qr-code.tsx";
import { when } from "../ui/text/format.ts";

type Release = NonNullable<Invoice["release"]>;

/** The gate PIN of a paid unit, if the reader may see it, and the deadline for its pickup. */
export function GatePin({
  awardId,
  release: { gatePin, clearsAt = null, pickupDueAt },
  timeZone,
}: {
  awardId: number;
  /** Papers that an earlier version saved don't say when the money clears. */
  release: Pick<Release, "gatePin" | "pickupDueAt"> & Partial<Pick<Release, "clearsAt">>;
  timeZone: string;
}) {
  return (
    <>
      {clearsAt === null ? null : (
        <p className="font-semibold">
          {t("Your payment clears on {date}. The gate PIN is here from then on.", {
            date: formatDate(clearsAt, timeZone),
          })}
        </p>
      )}
      {gatePin === null ? null : (
        <>
          <p className="text-sm text-soft">{t("Gate PIN. Share it only with your driver")}</p>
          <p className="code text-3xl font-bold tracking-widest">{gatePin}</p>
          <div className="my-2">
            <QrCode text={gateCode({ awardId, gatePin })} label={t("QR code for the gate")} />
          </div>
        </>
      )}
      <p className="mt-2">
        {t("Pick up by {pickupDueAt}.", { pickupDueAt: when(pickupDueAt, timeZone) })}
      </p>
    </>
  );
}

/** The pickup appointment of a paid unit, and where and when its yard is open. */
export function PickupPlace({ pickup, yard }: Pick<Invoice, "pickup" | "yard">) {
  const zone = formatTime(serverNow(), yard.timeZone).split(" ").at(-1) ?? "";
  return (
    <>
      <p className="mb-2">
        {pickup === null ? (
          t("No appointment yet.")
        ) : (
          <>
            {t("Appointment:")}{" "}
            <strong>
              {pickupWords(pickup)} {zone}
            </strong>
          </>
        )}
      </p>
      <p className="mb-3 text-sm text-soft">
        {t("{place}. Open on business days, {opens} to {closes} {zone}.", {
          place: yard.place,
          opens: hourWords(yard.opensHour),
          closes: hourWords(yard.closesHour),
          zone,
        })}
      </p>
    </>
  );
}
