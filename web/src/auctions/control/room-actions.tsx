import type { ControlRoom } from "@gavelyard/contract/auctions/control";
import { plural, t } from "@gavelyard/messages/text";
import { useState, type FormEvent } from "react";
import { useAction } from "../../api/use-action.ts";
import { ActionButton } from "../../api/action-button.tsx";
import { Button } from "../../ui/button.tsx";
import { SelectField, TextArea } from "../../ui/form/field.tsx";
import { ReasonField } from "../../ui/form/reason-field.tsx";
import { Sheet } from "../../ui/overlay/sheet.tsx";
import { toast } from "../../ui/toast-store.ts";
import { useSetRoom } from "./lot-actions.tsx";

const refresh = [["staff", "control"]] as const;

export function RoomActions({ room, anyOpen }: { room: ControlRoom; anyOpen: boolean }) {
  const setRoom = useSetRoom(room.auctionId);
  const params = { id: String(room.auctionId) };
  if (!anyOpen) return null;
  return (
    <div className="flex flex-wrap gap-3">
      {room.pausedUntil === null ? (
        <FormButton label={t("Pause")} room={room} form={PauseForm} />
      ) : (
        <ActionButton
          label={t("Resume now")}
          title={t("Resume bidding?")}
          confirmLabel={t("Resume bidding")}
          tone="primary"
          act={(call) => call("resumeAuction", { params })}
          done={t("Bidding resumed")}
          failed={t("Couldn't resume bidding.")}
          refresh={refresh}
          onDone={setRoom}
        >
          {t("Closing times move up by the time left in the pause.")}
        </ActionButton>
      )}
      <FormButton label={t("Message bidders")} room={room} form={MessageForm} />
    </div>
  );
}

interface FormProps {
  readonly room: ControlRoom;
  readonly onDone: () => void;
}

function FormButton({
  label,
  room,
  form: Form,
}: {
  label: string;
  room: ControlRoom;
  form: (props: FormProps) => React.ReactNode;
}) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open ? (
        <Sheet title={`${label}: ${room.auctionName}`} place="right" onClose={() => setOpen(false)}>
          <Form room={room} onDone={() => setOpen(false)} />
        </Sheet>
      ) : null}
    </>
  );
}

function PauseForm({ room, onDone }: FormProps) {
  const setRoom = useSetRoom(room.auctionId);
  const [minutes, setMinutes] = useState("10");
  const [reason, setReason] = useState("");
  const pause = useAction(
    (call) =>
      call("pauseAuction", {
        params: { id: String(room.auctionId) },
        body: { minutes: Number(minutes), reason },
      }),
    { done: t("Auction paused"), failed: t("Couldn't pause the auction."), refresh },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    pause.mutate(null, {
      onSuccess: (changed) => {
        setRoom(changed);
        onDone();
      },
    });
  };
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <p>{t("No bids are accepted during the pause, and open lots close that much later.")}</p>
      <SelectField
        label={t("Pause for")}
        value={minutes}
        onChange={(event) => setMinutes(event.target.value)}
      >
        {["5", "10", "15", "30", "60", "120"].map((value) => (
          <option key={value} value={value}>
            {plural(Number(value), "{n} minute", "{n} minutes")}
          </option>
        ))}
      </SelectField>
      <ReasonField value={reason} onChange={setReason} />
      <Button type="submit" tone="primary" busy={pause.isPending}>
        {t("Pause auction")}
      </Button>
    </form>
  );
}

function MessageForm({ room, onDone }: FormProps) {
  const setRoom = useSetRoom(room.auctionId);
  const [message, setMessage] = useState("");
  const send = useAction(
    (call) => call("messageBidders", { params: { id: String(room.auctionId) }, body: { message } }),
    { done: t("Message sent"), failed: t("Couldn't send the message."), refresh },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send.mutate(null, {
      onSuccess: ({ told, room: changed }) => {
        toast({
          type: "info",
          title: t("Message sent to {bidders}", {
            bidders: plural(told, "{n} bidder", "{n} bidders"),
          }),
        });
        setRoom(changed);
        onDone();
      },
    });
  };
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <p>
        {t(
          "Everyone who has bid in this auction or is watching one of its open lots sees it right away.",
        )}
      </p>
      <TextArea
        label={t("Message")}
        required
        minLength={3}
        maxLength={500}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
      />
      <Button type="submit" tone="primary" busy={send.isPending}>
        {t("Send")}
      </Button>
    </form>
  );
}
