import type { ControlRoom } from "@gavelyard/contract/control";
import { counted } from "@gavelyard/domain/counted";
import { useState, type FormEvent } from "react";
import { useAct } from "../session/use-act.ts";
import { Ask } from "../ui/ask.tsx";
import { Button } from "../ui/button.tsx";
import { SelectField, TextArea } from "../ui/field.tsx";
import { ReasonField } from "../ui/reason-field.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { toast } from "../ui/toast-store.ts";
import { useTakeRoom } from "./lot-acts.tsx";

const refresh = [["staff", "control"]] as const;

/** What may be done with the whole auction while it runs. */
export function RoomActs({ room, anyOpen }: { room: ControlRoom; anyOpen: boolean }) {
  const take = useTakeRoom(room.auctionId);
  const params = { id: String(room.auctionId) };
  const resume = useAct((call) => call("resumeAuction", { params }), {
    done: "Bidding goes on",
    failed: "The auction could not go on.",
    refresh,
  });
  if (!anyOpen) return null;
  return (
    <div className="flex flex-wrap gap-3">
      {room.pausedUntil === null ? (
        <FormButton label="Pause" room={room} form={PauseForm} />
      ) : (
        <Ask
          label="Go on now"
          title="Let bidding go on now?"
          act="Go on"
          tone="primary"
          busy={resume.isPending}
          onConfirm={() => resume.mutate(null, { onSuccess: take })}
        >
          The closes come forward by what is left of the pause.
        </Ask>
      )}
      <FormButton label="Tell the bidders" room={room} form={TellForm} />
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
  const take = useTakeRoom(room.auctionId);
  const [minutes, setMinutes] = useState("10");
  const [reason, setReason] = useState("");
  const pause = useAct(
    (call) =>
      call("pauseAuction", {
        params: { id: String(room.auctionId) },
        body: { minutes: Number(minutes), reason },
      }),
    { done: "The auction is paused", failed: "The auction could not be paused.", refresh },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    pause.mutate(null, {
      onSuccess: (changed) => {
        take(changed);
        onDone();
      },
    });
  };
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <p>Bids are refused until then, and every open lot closes as much later.</p>
      <SelectField label="For" value={minutes} onChange={(event) => setMinutes(event.target.value)}>
        {["5", "10", "15", "30", "60", "120"].map((value) => (
          <option key={value} value={value}>
            {value} minutes
          </option>
        ))}
      </SelectField>
      <ReasonField value={reason} onChange={setReason} />
      <Button type="submit" tone="primary" busy={pause.isPending}>
        Pause the auction
      </Button>
    </form>
  );
}

function TellForm({ room, onDone }: FormProps) {
  const take = useTakeRoom(room.auctionId);
  const [message, setMessage] = useState("");
  const tell = useAct(
    (call) => call("tellBidders", { params: { id: String(room.auctionId) }, body: { message } }),
    { done: "They are told", failed: "They could not be told.", refresh },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    tell.mutate(null, {
      onSuccess: ({ told, room: changed }) => {
        toast({ type: "info", title: `${counted(told, "bidder")} told` });
        take(changed);
        onDone();
      },
    });
  };
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <p>
        Everybody who bid in this auction, or watches a lot of it that is open, sees this at once.
      </p>
      <TextArea
        label="Message"
        required
        minLength={3}
        maxLength={500}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
      />
      <Button type="submit" tone="primary" busy={tell.isPending}>
        Send
      </Button>
    </form>
  );
}
