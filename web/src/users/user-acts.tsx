import type { UserForStaff } from "@gavelyard/contract/users";
import { useState } from "react";
import { useAction } from "../session/use-action.ts";
import { ConfirmButton } from "../ui/confirm-button.tsx";
import { TextField } from "../ui/field.tsx";
import { digits, money } from "../ui/format.ts";

const refresh = [["staff"], ["me"]] as const;

/** An administrator's actions on a user (D4, D12, D25). */
export function UserActs({ user }: { user: UserForStaff }) {
  const params = { id: String(user.id) };
  const status = useAction(
    (call, body: { status: "ACTIVE" | "SUSPENDED" | "BANNED"; reason: string }) =>
      call("updateUserStatus", { params, body }),
    { done: "Status changed", failed: "The status could not be changed.", refresh },
  );
  const remove = useAction((call) => call("deleteUser", { params }), {
    done: "Account closed",
    failed: "Couldn't close the account.",
    refresh,
  });
  if (user.status === "CLOSED") return null;
  const active = user.status === "ACTIVE";
  return (
    <section aria-label="Actions" className="grid gap-4">
      {user.userRole === "ROLE_CUSTOMER" ? <LimitActs user={user} /> : null}
      <div className="flex flex-wrap gap-3">
        {active ? (
          <>
            <ConfirmButton
              label="Suspend"
              title={`Suspend ${user.name}?`}
              act="Suspend"
              tone="danger"
              reason
              busy={status.isPending}
              onConfirm={(reason) => status.mutate({ status: "SUSPENDED", reason })}
            >
              This ends all their sessions immediately. Their current bids remain.
            </ConfirmButton>
            <ConfirmButton
              label="Ban"
              title={`Ban ${user.name}?`}
              act="Ban"
              tone="danger"
              reason
              busy={status.isPending}
              onConfirm={(reason) => status.mutate({ status: "BANNED", reason })}
            >
              This ends all their sessions for good. Their current bids remain.
            </ConfirmButton>
          </>
        ) : (
          <ConfirmButton
            label="Restore"
            title={`Restore ${user.name}'s access?`}
            act="Restore"
            reason
            busy={status.isPending}
            onConfirm={(reason) => status.mutate({ status: "ACTIVE", reason })}
          >
            The account works again immediately.
          </ConfirmButton>
        )}
        <ConfirmButton
          label="Close account"
          title={`Close ${user.name}'s account for good?`}
          act="Close account"
          tone="danger"
          busy={remove.isPending}
          onConfirm={(why) => remove.mutate(why)}
        >
          This deletes the name, address and email. Bids and wins stay under the user number. You
          can&apos;t undo this.
        </ConfirmButton>
      </div>
    </section>
  );
}

function LimitActs({ user }: { user: UserForStaff }) {
  const [limit, setLimit] = useState(String(Math.round(user.bidLimit)));
  const id = String(user.id);
  const change = useAction(
    (call, amount: string) => call("updateBidLimit", { params: { id, limit: amount } }),
    { done: "Bid limit set", failed: "Couldn't set the bid limit.", refresh },
  );
  const reset = useAction((call) => call("resetBidUsage", { params: { id } }), {
    done: "Holds released",
    failed: "Couldn't release the holds.",
    refresh,
  });
  return (
    <div className="flex flex-wrap items-end gap-3">
      <TextField
        label="Bid limit ($)"
        inputMode="numeric"
        className="w-40"
        value={limit}
        onChange={(event) => setLimit(digits(event.target.value, 9))}
      />
      <ConfirmButton
        label="Set limit"
        title={`Set the limit to ${money(Number(limit))}?`}
        act="Set limit"
        busy={change.isPending}
        onConfirm={() => change.mutate(limit === "" ? "0" : limit)}
      >
        Applies from the next bid on.
      </ConfirmButton>
      <ConfirmButton
        label="Release holds"
        title="Release holds for unpaid lots?"
        act="Release holds"
        busy={reset.isPending}
        onConfirm={(why) => reset.mutate(why)}
      >
        Holds for {user.name}&apos;s high bids stay in place.
      </ConfirmButton>
    </div>
  );
}
