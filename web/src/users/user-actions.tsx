import { t } from "@gavelyard/messages/text";
import type { UserForStaff } from "@gavelyard/contract/users/users";
import { useState } from "react";
import { useAction } from "../api/use-action.ts";
import { ConfirmButton } from "../ui/overlay/confirm-button.tsx";
import { ActionButton } from "../api/action-button.tsx";
import { TextField } from "../ui/form/field.tsx";
import { digits, money } from "../ui/text/format.ts";

const refresh = [["staff"], ["me"]] as const;

/** An administrator's actions on a user (D4, D12, D25). */
export function UserActions({ user }: { user: UserForStaff }) {
  const params = { id: String(user.id) };
  const status = useAction(
    (call, body: { status: "ACTIVE" | "SUSPENDED" | "BANNED"; reason: string }) =>
      call("updateUserStatus", { params, body }),
    { done: t("Status changed"), failed: t("Couldn't change the status."), refresh },
  );
  if (user.status === "CLOSED") return null;
  const active = user.status === "ACTIVE";
  return (
    <section aria-label={t("Actions")} className="grid gap-4">
      {user.userRole === "ROLE_CUSTOMER" ? <LimitActions user={user} /> : null}
      <div className="flex flex-wrap gap-3">
        {active ? (
          <>
            <ConfirmButton
              label={t("Suspend")}
              title={t("Suspend {name}?", { name: user.name })}
              confirmLabel={t("Suspend")}
              tone="danger"
              reason
              busy={status.isPending}
              onConfirm={(reason) => status.mutate({ status: "SUSPENDED", reason })}
            >
              {t("This ends all their sessions immediately. Their current bids remain.")}
            </ConfirmButton>
            <ConfirmButton
              label={t("Ban")}
              title={t("Ban {name}?", { name: user.name })}
              confirmLabel={t("Ban")}
              tone="danger"
              reason
              busy={status.isPending}
              onConfirm={(reason) => status.mutate({ status: "BANNED", reason })}
            >
              {t("This ends all their sessions for good. Their current bids remain.")}
            </ConfirmButton>
          </>
        ) : (
          <ConfirmButton
            label={t("Restore")}
            title={t("Restore {name}'s access?", { name: user.name })}
            confirmLabel={t("Restore")}
            reason
            busy={status.isPending}
            onConfirm={(reason) => status.mutate({ status: "ACTIVE", reason })}
          >
            {t("The account works again immediately.")}
          </ConfirmButton>
        )}
        <ActionButton
          label={t("Close account")}
          title={t("Close {name}'s account for good?", { name: user.name })}
          confirmLabel={t("Close account")}
          tone="danger"
          act={(call) => call("deleteUser", { params })}
          done={t("Account closed")}
          failed={t("Couldn't close the account.")}
          refresh={refresh}
        >
          {t(
            "This deletes the name, address and email. Bids and wins stay under the user number. You can't undo this.",
          )}
        </ActionButton>
      </div>
    </section>
  );
}

function LimitActions({ user }: { user: UserForStaff }) {
  const [limit, setLimit] = useState(String(Math.round(user.bidLimit)));
  const id = String(user.id);
  return (
    <div className="flex flex-wrap items-end gap-3">
      <TextField
        label={t("Bid limit ($)")}
        inputMode="numeric"
        className="w-40"
        value={limit}
        onChange={(event) => setLimit(digits(event.target.value, 9))}
      />
      <ActionButton
        label={t("Set limit")}
        title={t("Set the limit to {limit}?", { limit: money(Number(limit)) })}
        confirmLabel={t("Set limit")}
        act={(call) =>
          call("updateBidLimit", { params: { id, limit: limit === "" ? "0" : limit } })
        }
        done={t("Bid limit set")}
        failed={t("Couldn't set the bid limit.")}
        refresh={refresh}
      >
        {t("Applies from the next bid.")}
      </ActionButton>
      <ActionButton
        label={t("Release holds")}
        title={t("Release holds for unpaid lots?")}
        confirmLabel={t("Release holds")}
        act={(call) => call("resetBidUsage", { params: { id } })}
        done={t("Holds released")}
        failed={t("Couldn't release the holds.")}
        refresh={refresh}
      >
        {t("Holds for {name}'s high bids stay in place.", { name: user.name })}
      </ActionButton>
    </div>
  );
}
