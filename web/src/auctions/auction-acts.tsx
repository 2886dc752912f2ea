import type { AuctionForStaff } from "@gavelyard/contract/auctions-staff";
import { counted } from "@gavelyard/domain/counted";
import { wallTimeIn, wallTimeToMs } from "@gavelyard/domain/time-zone";
import { useState, type FormEvent } from "react";
import { serverNow } from "../clock.ts";
import { useAct } from "../session/use-act.ts";
import { Ask } from "../ui/ask.tsx";
import { Button, LinkButton } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { useAddress } from "../ui/use-address.ts";

const refresh = [["staff"], ["auctions"], ["inventories"]] as const;
const DAY_MS = 86_400_000;

/** What moves an auction along; the server decides whether it may be done (D12, D16, D28, D30). */
export function AuctionActs({ auction }: { auction: AuctionForStaff }) {
  const address = useAddress();
  const { id, lifecycle, status, auctionName } = auction;
  const params = { id: String(id) };
  const publish = useAct((call) => call("updateAuction", { params, body: { publish: true } }), {
    done: "Buyers can see the auction",
    failed: "It could not be published.",
    refresh,
  });
  const move = useAct(
    (call, wanted: "LIVE" | "EXPIRED") =>
      call("changeAuctionStatus", { params, body: { status: wanted } }),
    { done: "The auction is moved", failed: "It could not be moved.", refresh },
  );
  const duplicate = useAct((call) => call("duplicateAuction", { params }), {
    done: "This is the copy; it needs new times",
    failed: "It could not be copied.",
    refresh,
  });
  const settle = useAct((call) => call("settleAuction", { params }), {
    done: "The books are closed",
    failed: "It could not be settled.",
    refresh,
  });
  const cancel = useAct((call) => call("deleteAuction", { params }), {
    done: "The auction is cancelled",
    failed: "It could not be cancelled.",
    refresh,
  });
  const published = lifecycle === "PUBLISHED";
  const ahead = lifecycle === "DRAFT" || (published && status === "UPCOMING");
  const over = published && status === "EXPIRED";
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      {lifecycle === "DRAFT" ? (
        <Button tone="primary" busy={publish.isPending} onClick={() => publish.mutate(null)}>
          Publish
        </Button>
      ) : null}
      {published && status === "LIVE" ? (
        <LinkButton tone="primary" to={`?tab=control&auction=${id}`}>
          Control room
        </LinkButton>
      ) : null}
      {ahead ? (
        <Ask
          label="Start now"
          title={`Start ${auctionName} now?`}
          act="Start it"
          busy={move.isPending}
          onConfirm={() => move.mutate("LIVE")}
        >
          Every lot opens for bids at once. The closes stay as planned.
        </Ask>
      ) : null}
      {ahead || (published && status === "LIVE") ? <PutOff auction={auction} /> : null}
      {published && status === "LIVE" ? (
        <Ask
          label="End now"
          title={`End ${auctionName} now?`}
          act="End it"
          tone="danger"
          busy={move.isPending}
          onConfirm={() => move.mutate("EXPIRED")}
        >
          Every open lot closes at once, with the highest bid that stands.
        </Ask>
      ) : null}
      {over ? (
        <>
          <LinkButton to={`?tab=winners&auction=${id}`}>Winners</LinkButton>
          <Ask
            label="Settle"
            title={`Settle ${auctionName}?`}
            act="Settle"
            tone="primary"
            busy={settle.isPending}
            onConfirm={() => settle.mutate(null)}
          >
            {auction.undecidedLots === 0
              ? "Each lot has its outcome. The books are closed for good."
              : `${counted(auction.undecidedLots, "lot")} without an outcome: decide first, then settle.`}
          </Ask>
        </>
      ) : null}
      <Button
        busy={duplicate.isPending}
        onClick={() =>
          duplicate.mutate(null, { onSuccess: (copy) => address.set({ auction: copy.id }) })
        }
      >
        Duplicate
      </Button>
      {ahead ? (
        <Ask
          label="Cancel"
          title={`Cancel ${auctionName}?`}
          act="Cancel the auction"
          tone="danger"
          busy={cancel.isPending}
          onConfirm={() => cancel.mutate(null)}
        >
          Its units are free for another auction. This cannot be undone; it can be duplicated.
        </Ask>
      ) : null}
    </div>
  );
}

/** Gives an auction another start, as long as nobody has bid. */
function PutOff({ auction }: { auction: AuctionForStaff }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Another start
      </Button>
      {open ? (
        <Sheet title="Another start" place="right" onClose={() => setOpen(false)}>
          <StartForm auction={auction} onDone={() => setOpen(false)} />
        </Sheet>
      ) : null}
    </>
  );
}

function StartForm({ auction, onDone }: { auction: AuctionForStaff; onDone: () => void }) {
  const { id, timeZone } = auction;
  const [start, setStart] = useState(() => wallTimeIn(serverNow() + DAY_MS, timeZone));
  const move = useAct(
    (call) =>
      call("changeAuctionStatus", {
        params: { id: String(id) },
        body: {
          status: "UPCOMING",
          startTime: new Date(wallTimeToMs(start, timeZone)).toISOString(),
        },
      }),
    { done: "The auction is moved", failed: "It could not be moved.", refresh },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    move.mutate(null, { onSuccess: onDone });
  };
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <TextField
        label={`Starts, ${timeZone}`}
        type="datetime-local"
        required
        value={start}
        onChange={(event) => setStart(event.target.value)}
      />
      <p className="text-soft">
        Its end moves along. Once somebody has bid, an auction cannot be put off any more.
      </p>
      <Button type="submit" tone="primary" busy={move.isPending}>
        Move it
      </Button>
    </form>
  );
}
