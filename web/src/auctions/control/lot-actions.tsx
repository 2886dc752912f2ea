import type { ControlLot, ControlRoom } from "@gavelyard/contract/auctions/control";
import { t } from "@gavelyard/messages/text";
import { useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { useCall } from "../../api/api-context.ts";
import { useAction } from "../../api/use-action.ts";
import { ActionButton } from "../../api/action-button.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { digits, money } from "../../ui/text/format.ts";
import { ReasonField } from "../../ui/form/reason-field.tsx";
import { Sheet } from "../../ui/overlay/sheet.tsx";
import { controlQuery } from "./api.ts";

/** Returns a function that replaces the cached room with an action's response. */
export function useSetRoom(auctionId: number): (room: ControlRoom) => void {
  const call = useCall();
  const queries = useQueryClient();
  return (room) => queries.setQueryData(controlQuery(call, auctionId).queryKey, room);
}

export function LotActions({
  lot,
  room,
  presets,
}: {
  lot: ControlLot;
  room: ControlRoom;
  presets: readonly string[];
}) {
  const setRoom = useSetRoom(room.auctionId);
  const params = { id: String(lot.lotId) };
  return (
    <div className="flex gap-2">
      <ExtendButton lot={lot} room={room} presets={presets} />
      <div data-key="close">
        <ActionButton
          label={
            <>
              {t("Close")} <kbd>x</kbd>
            </>
          }
          title={t("Close lot {number} now?", { number: lot.lotNumber })}
          confirmLabel={t("Close lot")}
          tone="danger"
          reason
          presets={presets}
          act={(call, reason) => call("closeLot", { params, body: { reason } })}
          done={t("Lot {number} closed", { number: lot.lotNumber })}
          failed={t("Couldn't close the lot.")}
          refresh={[["staff", "control"]]}
          onDone={setRoom}
        >
          {lot.leader === null || lot.price === null
            ? t("{name} has no bids and will go unsold.", { name: lot.name })
            : t("{unit} closes at {price}. High bidder: {bidder}.", {
                unit: lot.name,
                price: money(lot.price),
                bidder: lot.leader.name,
              })}{" "}
          {t("You can't undo this.")}
        </ActionButton>
      </div>
    </div>
  );
}

interface ExtendProps {
  readonly lot: ControlLot;
  readonly room: ControlRoom;
  readonly presets: readonly string[];
}

function ExtendButton({ lot, room, presets }: ExtendProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t("Extend")}
      </Button>
      {open ? (
        <Sheet
          title={t("Extend lot {number}", { number: lot.lotNumber })}
          place="right"
          onClose={() => setOpen(false)}
        >
          <ExtendForm lot={lot} room={room} presets={presets} onDone={() => setOpen(false)} />
        </Sheet>
      ) : null}
    </>
  );
}

function ExtendForm({ lot, room, presets, onDone }: ExtendProps & { onDone: () => void }) {
  const setRoom = useSetRoom(room.auctionId);
  const [minutes, setMinutes] = useState("5");
  const [reason, setReason] = useState("");
  const extend = useAction(
    (call) =>
      call("extendLot", {
        params: { id: String(lot.lotId) },
        body: { minutes: Number(minutes), reason },
      }),
    {
      done: t("Lot {number} extended", { number: lot.lotNumber }),
      failed: t("Couldn't extend the lot."),
      refresh: [["staff", "control"]],
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    extend.mutate(null, {
      onSuccess: (changed) => {
        setRoom(changed);
        onDone();
      },
    });
  };
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <p>{t("{name}. Bidders see the new closing time right away.", { name: lot.name })}</p>
      <TextField
        label={t("Minutes to add")}
        inputMode="numeric"
        required
        value={minutes}
        onChange={(event) => setMinutes(digits(event.target.value, 4))}
      />
      <ReasonField value={reason} presets={presets} onChange={setReason} />
      <Button type="submit" tone="primary" busy={extend.isPending}>
        {t("Extend lot")}
      </Button>
    </form>
  );
}
