import type { Seller, SellerMember } from "@gavelyard/contract/sellers";
import { memberRoleNames, memberRoles, type MemberRole } from "@gavelyard/domain/sellers/seller";
import { formatDate } from "@gavelyard/domain/time-zone";
import { unawaited } from "@gavelyard/domain/unawaited";
import { say, t } from "@gavelyard/messages/text";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useCall } from "../api/api-context.ts";
import { showFieldErrors } from "../api/messages.ts";
import { useAction } from "../api/use-action.ts";
import { usePermissions } from "../account/api.ts";
import { browserZone } from "../clock.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Failure } from "../ui/failure.tsx";
import { SelectField, TextField } from "../ui/form/field.tsx";
import { ConfirmButton } from "../ui/overlay/confirm-button.tsx";
import { Link } from "../ui/page/router.tsx";
import { words } from "../ui/text/format.ts";
import { toast } from "../ui/toast-store.ts";
import { sellersKey } from "./api.ts";

/** The accounts that act for a seller. */
export function SellerMembers({ seller }: { seller: Seller }) {
  return (
    <Card title={t("Members")}>
      <p className="mb-3 text-soft">
        {t("Customers' accounts that act for the seller. They can't bid on its units.")}
      </p>
      {seller.people.length === 0 ? null : (
        <ul aria-label={t("Members")} className="mb-4">
          {seller.people.map((member) => (
            <Member key={member.userId} sellerId={seller.id} member={member} />
          ))}
        </ul>
      )}
      <MemberForm sellerId={seller.id} />
    </Card>
  );
}

function Member({ sellerId, member }: { sellerId: number; member: SellerMember }) {
  const { userId, name, email, status, role, joinedAt } = member;
  const canOpen = usePermissions().includes("users");
  const remove = useAction(
    (call, reason: string) =>
      call("removeSellerMember", {
        params: { id: String(sellerId), userId: String(userId) },
        body: { reason },
      }),
    {
      done: t("Member removed"),
      failed: t("Couldn't remove the member."),
      refresh: [sellersKey],
    },
  );
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 border-b border-line py-2 first:pt-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {canOpen ? (
            <Link
              to={`?tab=users&user=${userId}`}
              className="inline-flex min-h-6 items-center text-ink wrap-anywhere"
            >
              {name}
            </Link>
          ) : (
            name
          )}
          <Badge>{say(memberRoleNames[role])}</Badge>
          {status === "ACTIVE" ? null : <Badge tone="outbid">{words(status)}</Badge>}
        </p>
        <p className="text-sm text-soft wrap-anywhere">
          {t("{email}, since {date}", { email, date: formatDate(joinedAt, browserZone()) })}
        </p>
      </div>
      <ConfirmButton
        label={t("Remove")}
        title={t("Remove this member?")}
        confirmLabel={t("Remove member")}
        tone="danger"
        trigger="quiet"
        reason
        busy={remove.isPending}
        onConfirm={(reason) => remove.mutate(reason)}
      >
        {t("{name} still can't bid on lots of this seller that have opened.", { name })}
      </ConfirmButton>
    </li>
  );
}

function MemberForm({ sellerId }: { sellerId: number }) {
  const call = useCall();
  const queries = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState, setError, reset } = useForm({
    defaultValues: { email: "", role: "DECIDES" satisfies MemberRole as MemberRole },
  });
  const save = handleSubmit(async (body) => {
    setFailure(null);
    try {
      await call("setSellerMember", { params: { id: String(sellerId) }, body });
      toast({ type: "success", title: t("Member saved") });
      reset();
    } catch (error) {
      setFailure(showFieldErrors(error, t("Couldn't save the member."), ["email"], setError));
    }
    await queries.invalidateQueries({ queryKey: sellersKey });
  });
  return (
    <form
      aria-label={t("Add member")}
      className="grid gap-4"
      noValidate
      onSubmit={(event) => unawaited(save(event))}
    >
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_10rem]">
        <TextField
          label={t("Email of the account")}
          type="email"
          autoComplete="off"
          maxLength={254}
          error={formState.errors.email?.message}
          {...register("email", { required: t("Enter the account's email address") })}
        />
        <SelectField label={t("Role")} {...register("role")}>
          {memberRoles.map((one) => (
            <option key={one} value={one}>
              {say(memberRoleNames[one])}
            </option>
          ))}
        </SelectField>
      </div>
      <Failure message={failure} />
      <Button type="submit" className="justify-self-start" busy={formState.isSubmitting}>
        {t("Save member")}
      </Button>
    </form>
  );
}
