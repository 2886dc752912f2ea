import type { Invoice } from "@gavelyard/contract/sales/payments";
import {
  dayWords,
  hourWords,
  mayMovePickup,
  pickupDays,
  type PickupSlot,
} from "@gavelyard/domain/sales/pickup";
import { isStaff } from "@gavelyard/domain/users/roles";
import { t } from "@gavelyard/messages/text";
import { useState, type FormEvent } from "react";
import { serverNow } from "../clock.ts";
import { useSession } from "../session/session.ts";
import { useAction } from "../api/use-action.ts";
import { Button } from "../ui/button.tsx";
import { SelectField } from "../ui/form/field.tsx";
import { PickupPlace } from "./pickup-facts.tsx";

export function Pickup({ invoice }: { invoice: Invoice }) {
  const session = useSession();
  const [choosing, setChoosing] = useState(false);
  const { pickup, yard, release } = invoice;
  if (session === null || release === null) return null;
  const by = isStaff(session.userRole) ? "STAFF" : "CUSTOMER";
  const days = pickupDays(serverNow(), yard, Date.parse(release.pickupDueAt), by);
  const movable = by === "STAFF" || pickup === null || mayMovePickup(serverNow(), yard, pickup);
  return (
    <section aria-label={t("Pickup appointment")} className="mt-4 border-t border-line pt-3">
      <PickupPlace pickup={pickup} yard={yard} />
      {!movable ? (
        <p className="text-sm">{t("You can't change it online anymore. Call the yard.")}</p>
      ) : days.length === 0 ? (
        <p className="text-sm">{t("No more days are available online. Call the yard.")}</p>
      ) : choosing ? (
        <PickupForm invoice={invoice} days={days} onDone={() => setChoosing(false)} />
      ) : (
        <Button onClick={() => setChoosing(true)}>
          {pickup === null ? t("Schedule pickup") : t("Reschedule pickup")}
        </Button>
      )}
    </section>
  );
}

function PickupForm({
  invoice,
  days,
  onDone,
}: {
  invoice: Invoice;
  days: readonly string[];
  onDone: () => void;
}) {
  const { yard, pickup, awardId } = invoice;
  const hours = Array.from(
    { length: yard.closesHour - yard.opensHour },
    (_none, index) => yard.opensHour + index,
  );
  const [slot, setSlot] = useState<PickupSlot>(() =>
    pickup !== null && days.includes(pickup.day)
      ? pickup
      : {
          day: days[0] ?? "",
          fromHour: yard.opensHour,
          untilHour: Math.min(yard.opensHour + 2, yard.closesHour),
        },
  );
  const set = useAction(
    (call) => call("setPickup", { params: { id: String(awardId) }, body: slot }),
    {
      done: t("Pickup scheduled"),
      failed: t("Couldn't schedule your pickup."),
      refresh: [["me"], ["staff"]],
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    set.mutate(null, { onSuccess: onDone });
  };
  const from = (fromHour: number) =>
    setSlot({ ...slot, fromHour, untilHour: Math.max(slot.untilHour, fromHour + 1) });
  return (
    <form className="grid gap-3" onSubmit={submit}>
      <SelectField
        label={t("Day")}
        value={slot.day}
        onChange={({ target }) => setSlot({ ...slot, day: target.value })}
      >
        {days.map((day) => (
          <option key={day} value={day}>
            {dayWords(day)}
          </option>
        ))}
      </SelectField>
      <div className="grid grid-cols-2 gap-3">
        <SelectField
          label={t("From")}
          value={slot.fromHour}
          onChange={({ target }) => from(Number(target.value))}
        >
          {hours.map((hour) => (
            <option key={hour} value={hour}>
              {hourWords(hour)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t("Until")}
          value={slot.untilHour}
          onChange={({ target }) => setSlot({ ...slot, untilHour: Number(target.value) })}
        >
          {hours
            .map((hour) => hour + 1)
            .filter((hour) => hour > slot.fromHour)
            .map((hour) => (
              <option key={hour} value={hour}>
                {hourWords(hour)}
              </option>
            ))}
        </SelectField>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" tone="primary" busy={set.isPending}>
          {t("Schedule pickup")}
        </Button>
        <Button onClick={onDone}>{t("Back")}</Button>
      </div>
    </form>
  );
}
