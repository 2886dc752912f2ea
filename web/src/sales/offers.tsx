import type { NegotiationView } from "@gavelyard/contract/sales/sales";
import { t } from "@gavelyard/messages/text";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { useCall } from "../api/api-context.ts";
import { browserZone } from "../clock.ts";
import { messageOf } from "../api/messages.ts";
import { Read } from "../api/read.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { ConfirmButton } from "../ui/overlay/confirm-button.tsx";
import { CostLines } from "../ui/text/cost-lines.tsx";
import { Countdown } from "../ui/text/countdown.tsx";
import { Failure } from "../ui/failure.tsx";
import { TextField } from "../ui/form/field.tsx";
import { digits, duration, money, when } from "../ui/text/format.ts";
import { Rich } from "../ui/text/rich.tsx";
import { Sheet } from "../ui/overlay/sheet.tsx";
import { toast } from "../ui/toast-store.ts";
import { offersQuery, isOpenOffer, type OwnOffer } from "./api.ts";
import { NegotiationSteps } from "./negotiation-steps.tsx";
import { Link } from "../ui/page/router.tsx";

/**
 * Open offers to the customer, and the customer's own that await the seller's answer. Nothing if
 * there are none, nor on a unit's page if they can't be loaded.
 */
export function Offers({ userId, inventoryId }: { userId: number; inventoryId?: number }) {
  const query = useQuery(offersQuery(useCall(), userId));
  const open = (query.data ?? []).filter(
    (offer) =>
      (inventoryId === undefined || offer.inventoryId === inventoryId) && isOpenOffer(offer),
  );
  const isOnUnitPage = inventoryId !== undefined;
  if (open.length === 0 && (isOnUnitPage || !query.isLoadingError)) return null;
  return (
    <Card title={t("Offers to you")}>
      <Read query={query} failure={t("Couldn't load your offers.")}>
        {() => (
          <ul className="grid gap-4">
            {open.map((offer) => (
              <OfferRow key={offer.id} offer={offer} named={!isOnUnitPage} />
            ))}
          </ul>
        )}
      </Read>
    </Card>
  );
}

interface TextValues {
  readonly amount: string;
  readonly unit: string;
}

const titles = {
  OWN: {
    alone: (values: TextValues) => t("You offered <amount>{amount}</amount>.", values),
    named: (values: TextValues) =>
      t("You offered <amount>{amount}</amount> for <unit>{unit}</unit>.", values),
  },
  COUNTER_OFFER: {
    alone: (values: TextValues) =>
      t("Counteroffer: the seller will accept <amount>{amount}</amount>.", values),
    named: (values: TextValues) =>
      t(
        "Counteroffer: the seller will accept <amount>{amount}</amount> for <unit>{unit}</unit>.",
        values,
      ),
  },
  SECOND_CHANCE: {
    alone: (values: TextValues) => t("You can buy it for <amount>{amount}</amount>.", values),
    named: (values: TextValues) =>
      t("You can buy <unit>{unit}</unit> for <amount>{amount}</amount>.", values),
  },
} as const;

function OfferRow({ offer, named }: { offer: OwnOffer; named: boolean }) {
  const { negotiation, inventory } = offer;
  const zone = inventory.lot?.timeZone ?? browserZone();
  const own = negotiation?.turn === "SELLER" ? negotiation.steps.at(-1)?.amount : undefined;
  const amount = own ?? offer.amount;
  const title = titles[own === undefined ? offer.kind : "OWN"];
  return (
    <li className="grid gap-3 border-b border-line pb-4 last:border-0 last:pb-0">
      <p>
        <Rich
          text={(named ? title.named : title.alone)({
            amount: money(amount),
            unit: inventory.name,
          })}
          amount={(words) => <strong className="figures">{words}</strong>}
          unit={(words) => (
            <Link to={`/truck/${offer.inventoryId}`} className="font-semibold underline">
              {words}
            </Link>
          )}
        />
      </p>
      {negotiation === null ? (
        <p className="text-sm text-soft">
          <Rich
            text={t("Answer by {time}, <countdown></countdown> left.", {
              time: when(offer.until, zone),
            })}
            countdown={() => <Countdown to={offer.until} zone={zone} ended={duration(0)} />}
          />
        </p>
      ) : (
        <NegotiationSteps negotiation={negotiation} reader="BIDDER" zone={zone} />
      )}
      {own === undefined ? (
        <Answers offer={offer} />
      ) : (
        <p className="text-sm text-soft">
          {t("Your offer is as binding as a bid. If the seller accepts it, you'll get an invoice.")}
        </p>
      )}
    </li>
  );
}

type OfferAnswer =
  | { readonly answer: "ACCEPT" }
  | { readonly answer: "DECLINE" }
  | { readonly answer: "COUNTER"; readonly amount: number };

const done = {
  ACCEPT: t("You bought this lot"),
  DECLINE: t("Offer declined"),
  COUNTER: t("Counteroffer sent"),
} as const;

function Answers({ offer }: { offer: OwnOffer }) {
  const { amount, inventory, fees, negotiation } = offer;
  const call = useCall();
  const queries = useQueryClient();
  const [isCountering, setCountering] = useState(false);
  const answer = useMutation({
    mutationFn: (given: OfferAnswer) =>
      call("answerOffer", { params: { id: String(offer.id) }, body: given }),
    onSuccess: (_offer, given) =>
      toast({
        type: given.answer === "DECLINE" ? "info" : "success",
        title: done[given.answer],
        message: inventory.name,
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["me"] }),
  });
  const failure =
    answer.error === null ? null : messageOf(answer.error, t("Couldn't send your answer."));
  const bounds = negotiation?.counter ?? null;
  return (
    <>
      <CostLines label={t("Hammer price")} amount={amount} fees={fees} />
      <Failure message={isCountering ? null : failure} />
      {isCountering && bounds !== null ? (
        <Sheet
          title={t("Counteroffer: {name}", { name: inventory.name })}
          place="right"
          onClose={() => setCountering(false)}
        >
          <CounterForm
            bounds={bounds}
            fees={fees}
            busy={answer.isPending}
            failure={failure}
            onSend={(given) => answer.mutate({ answer: "COUNTER", amount: given })}
          />
        </Sheet>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <ConfirmButton
          label={t("Accept {amount}", { amount: money(amount) })}
          title={t("Buy {name} for {amount}?", { name: inventory.name, amount: money(amount) })}
          confirmLabel={t("Accept offer")}
          tone="primary"
          busy={answer.isPending}
          onConfirm={() => answer.mutate({ answer: "ACCEPT" })}
        >
          {t("This is as binding as a bid. Fees and taxes are extra, and you'll get an invoice.")}
        </ConfirmButton>
        {bounds === null ? null : (
          <Button aria-haspopup="dialog" onClick={() => setCountering(true)}>
            {t("Counter")}
          </Button>
        )}
        <ConfirmButton
          label={t("Decline")}
          title={t("Decline this offer?")}
          confirmLabel={t("Decline offer")}
          tone="danger"
          busy={answer.isPending}
          onConfirm={() => answer.mutate({ answer: "DECLINE" })}
        >
          {negotiation === null
            ? t("The lot goes to someone else.")
            : t(
                "The negotiation ends. Your bid of {bid} stands until the seller accepts or declines it.",
                { bid: money(negotiation.bid) },
              )}
        </ConfirmButton>
      </div>
    </>
  );
}

function CounterForm({
  bounds: { min, max },
  fees,
  busy,
  failure,
  onSend,
}: {
  bounds: NonNullable<NegotiationView["counter"]>;
  fees: OwnOffer["fees"];
  busy: boolean;
  failure: string | null;
  onSend: (amount: number) => void;
}) {
  const [typed, setTyped] = useState("");
  const [fault, setFault] = useState<string>();
  const amount = Number(typed);
  const fits = amount >= min && (max === null || amount <= max);
  const range =
    max === null
      ? t("{min} or more", { min: money(min) })
      : t("{min} to {max}", { min: money(min), max: money(max) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (fits) onSend(amount);
    else setFault(t("Enter {range}", { range }));
  };
  return (
    <form className="grid gap-3" onSubmit={submit} noValidate>
      <TextField
        label={t("Your counteroffer ($)")}
        hint={t("{range}, in whole dollars", { range })}
        inputMode="numeric"
        value={typed}
        error={fault}
        onChange={({ target }) => {
          setTyped(digits(target.value, 9));
          setFault(undefined);
        }}
      />
      {fits ? <CostLines label={t("If the seller accepts")} amount={amount} fees={fees} /> : null}
      <p className="text-sm text-soft">
        {t("A counteroffer is as binding as a bid until the seller answers or time runs out.")}
      </p>
      <Failure message={failure} />
      <Button type="submit" tone="primary" busy={busy}>
        {fits ? t("Offer {amount}", { amount: money(amount) }) : t("Send counteroffer")}
      </Button>
    </form>
  );
}
