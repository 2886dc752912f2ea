import { formatDate } from "@gavelyard/domain/time-zone";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useCall } from "../api/api-context.ts";
import { messageOf } from "../session/messages.ts";
import { ErrorState, Skeleton } from "../ui/states.tsx";

/** The signed-in user's own data. */
export function Profile() {
  const call = useCall();
  const { data, error, refetch } = useQuery(
    queryOptions({ queryKey: ["me", "profile"], queryFn: () => call("currentUser") }),
  );
  if (error !== null && data === undefined) {
    return (
      <ErrorState
        message={messageOf(error, "Your profile could not be read.")}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data === undefined) return <Skeleton className="h-40" />;
  const rows = [
    ["Name", data.name],
    ["E-mail", data.email],
    ["Phone", data.phoneNumber ?? "Not given"],
    ["Customer since", formatDate(data.createdAt, "America/Los_Angeles")],
  ] as const;
  return (
    <dl className="max-w-xl">
      {rows.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-4 border-b border-line py-3">
          <dt className="text-soft">{name}</dt>
          <dd className="font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
