import { unawaited } from "@gavelyard/domain/unawaited";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorState, Skeleton } from "../ui/states.tsx";
import { messageOf } from "./messages.ts";

/** Renders a query's data, or its loading or error state with a retry button. */
export function Read<T>({
  query: { data, error, refetch },
  failure,
  className = "h-48",
  children,
}: {
  query: UseQueryResult<T>;
  /** Shown when the server gives no message. */
  failure: string;
  className?: string;
  children: (data: T) => ReactNode;
}) {
  if (data !== undefined) return children(data);
  if (error !== null) {
    return <ErrorState message={messageOf(error, failure)} onRetry={() => unawaited(refetch())} />;
  }
  return <Skeleton className={className} />;
}
