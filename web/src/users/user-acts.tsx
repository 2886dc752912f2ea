import type { UserForStaff } from "@gavelyard/contract/users";
import { useState } from "react";
import { useAct } from "../session/use-act.ts";
import { Ask } from "../ui/ask.tsx";
import { TextField } from "../ui/field.tsx";
import { digits, money } from "../ui/format.ts";

const refresh = [["staff"], ["me"]] as const;

/** What an administrator may do with a user (D4, D12, D25). */
export function UserActs({ user }: { user: UserForStaff }) {
  const params = { id: String(user.id) };
  const status = useAct(
    (call, body: { status: "ACTIVE" | "SUSPENDED" | "BANNED"; reason: string }) =>
      call("updateUserStatus", { params, body }),
    { done: "The status is changed", failed: "The status could not be changed.", refresh },
  );
  const remove = useAct((call) => call("deleteUser", { params }), {
    done: "The account is closed",
    failed: "The account could not be closed.",
    refresh,
  });
  if (user.status === "CLOSED") return null;
  const active = user.status === "ACTIVE";
  return (
    <section aria-label="Acts" className="grid gap-4">
      {user.userRole === "ROLE_CUSTOMER" ? <LimitActs user={user} /> : null}
      <div className="flex flex-wrap gap-3">
        {active ? (
          <>
            <Ask
              label="Suspend"
              title={`Suspend ${user.name}?`}
              act="Suspend"
              tone="danger"
              reason
              busy={status.isPending}
              onConfirm={(reason) => status.mutate({ status: "SUSPENDED", reason })}
            >
              Every sign-in ends at once. Bids that stand go on standing.
            </Ask>
            <Ask
              label="Ban"
              title={`Ban ${user.name}?`}
              act="Ban"
              tone="danger"
              reason
              busy={status.isPending}
              onConfirm={(reason) => status.mutate({ status: "BANNED", reason })}
            >
              Every sign-in ends at once, for good. Bids that stand go on standing.
            </Ask>
          </>
        ) : (
          <Ask
            label="Restore"
            title={`Let ${user.name} back in?`}
            act="Restore"
            reason
            busy={status.isPending}
            onConfirm={(reason) => status.mutate({ status: "ACTIVE", reason })}
          >
            The account works again at once.
          </Ask>
        )}
        <Ask
          label="Close the account"
          title={`Close the account of ${user.name} for good?`}
          act="Close it"
          tone="danger"
          busy={remove.isPending}
          onConfirm={(why) => remove.mutate(why)}
        >
          Name, address and e-mail are forgotten. Bids and wins keep their number. This cannot be
          undone.
        </Ask>
      </div>
    </section>
  );
}

function LimitActs({ user }: { user: UserForStaff }) {
  const [limit, setLimit] = useState(String(Math.round(user.bidLimit)));
  const id = String(user.id);
  const change = useAct(
    (call, amount: string) => call("updateBidLimit", { params: { id, limit: amount } }),
    { done: "The limit is set", failed: "The limit could not be set.", refresh },
  );
  const reset = useAct((call) => call("resetBidUsage", { params: { id } }), {
    done: "Unpaid wins hold the limit no more",
    failed: "The usage could not be reset.",
    refresh,
  });
  return (
    <div className="flex flex-wrap items-end gap-3">
      <TextField
        label="Bid limit, $"
        inputMode="numeric"
        className="w-40"
        value={limit}
        onChange={(event) => setLimit(digits(event.target.value, 9))}
      />
      <Ask
        label="Set the limit"
        title={`Set the limit to ${money(Number(limit))}?`}
        act="Set it"
        busy={change.isPending}
        onConfirm={() => change.mutate(limit === "" ? "0" : limit)}
      >
        It counts from the next bid on.
      </Ask>
      <Ask
        label="Reset usage"
        title="Forgive what unpaid wins hold?"
        act="Reset"
        busy={reset.isPending}
        onConfirm={(why) => reset.mutate(why)}
      >
        What {user.name} leads now goes on holding the limit.
      </Ask>
    </div>
  );
}
