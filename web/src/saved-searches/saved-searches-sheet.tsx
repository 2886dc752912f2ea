import type { SavedSearch } from "@gavelyard/contract/saved-searches";
import { MOST_NEW_UNITS } from "@gavelyard/domain/saved-searches";
import { unawaited } from "@gavelyard/domain/unawaited";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useForm } from "react-hook-form";
import { Link } from "react-router";
import { useCall } from "../api/api-context.ts";
import { messageOf } from "../session/messages.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/failure.tsx";
import { TextField } from "../ui/field.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { EmptyState, ErrorState, Skeleton } from "../ui/states.tsx";
import { savedSearchesQuery } from "./api.ts";

type Filter = SavedSearch["filter"];

/** The searches that one keeps: to follow, to add the present one to, to delete. */
export default function SavedSearchesSheet({
  userId,
  filter,
  addressOf,
  onClose,
}: {
  userId: number;
  filter: Filter | null;
  addressOf: (filter: Filter) => string;
  onClose: () => void;
}) {
  const call = useCall();
  const queries = useQueryClient();
  const options = savedSearchesQuery(call, userId);
  const { data, error, refetch } = useQuery(options);
  const settle = { onSettled: () => queries.invalidateQueries({ queryKey: options.queryKey }) };
  const paramsOf = (id: number) => ({ userId: String(userId), id: String(id) });
  const see = useMutation({
    mutationFn: (id: number) => call("seeSavedSearch", { params: paramsOf(id) }),
    ...settle,
  });
  const forget = useMutation({
    mutationFn: (id: number) => call("deleteSavedSearch", { params: paramsOf(id) }),
    ...settle,
  });
  return (
    <Sheet title="Saved searches" place="right" onClose={onClose}>
      {filter === null ? (
        <p className="mb-4 text-soft">Search or filter, then come back here to save your search.</p>
      ) : (
        <SaveForm userId={userId} filter={filter} />
      )}
      {error !== null && data === undefined ? (
        <ErrorState
          message={messageOf(error, "Couldn't load your saved searches.")}
          onRetry={() => unawaited(refetch())}
        />
      ) : data === undefined ? (
        <Skeleton className="h-32" />
      ) : data.length === 0 ? (
        <EmptyState title="No saved searches yet">
          When you come back, a saved search shows what&apos;s new.
        </EmptyState>
      ) : (
        <ul>
          {data.map((search) => (
            <li key={search.id} className="flex items-center gap-2 border-b border-line py-2">
              <Link
                to={addressOf(search.filter)}
                className="flex min-h-11 flex-1 items-center justify-between gap-2 font-semibold text-ink"
                onClick={() => {
                  see.mutate(search.id);
                  onClose();
                }}
              >
                <span className="wrap-anywhere">{search.name}</span>
                {search.newUnits > 0 ? (
                  <Badge tone="live">
                    {search.newUnits === MOST_NEW_UNITS ? `${MOST_NEW_UNITS}+` : search.newUnits}{" "}
                    new
                  </Badge>
                ) : null}
              </Link>
              <Button
                tone="quiet"
                aria-label={`Delete ${search.name}`}
                busy={forget.isPending && forget.variables === search.id}
                onClick={() => forget.mutate(search.id)}
              >
                <Trash2 aria-hidden className="size-5" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Failure
        message={
          forget.error === null ? null : messageOf(forget.error, "Couldn't delete the search.")
        }
      />
    </Sheet>
  );
}

function SaveForm({ userId, filter }: { userId: number; filter: Filter }) {
  const call = useCall();
  const queries = useQueryClient();
  const { register, handleSubmit, formState, reset } = useForm({ defaultValues: { name: "" } });
  const save = useMutation({
    mutationFn: (name: string) =>
      call("saveSearch", { params: { userId: String(userId) }, body: { name, filter } }),
    onSuccess: async () => {
      reset();
      await queries.invalidateQueries({ queryKey: savedSearchesQuery(call, userId).queryKey });
    },
  });
  return (
    <form
      noValidate
      className="mb-6 grid gap-3"
      onSubmit={(event) => unawaited(handleSubmit(({ name }) => save.mutate(name))(event))}
    >
      <TextField
        label="Name"
        placeholder="Sleepers in Texas"
        maxLength={60}
        error={formState.errors.name?.message}
        {...register("name", {
          validate: (name) => name.trim() !== "" || "Enter a name",
        })}
      />
      <Failure
        message={save.error === null ? null : messageOf(save.error, "Couldn't save the search.")}
      />
      <Button type="submit" tone="primary" busy={save.isPending}>
        Save search
      </Button>
    </form>
  );
}
