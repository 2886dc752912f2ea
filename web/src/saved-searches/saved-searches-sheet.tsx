import type { SavedSearch } from "@gavelyard/contract/inventory/saved-searches";
import type { SearchAlert } from "@gavelyard/domain/inventory/saved-searches";
import { unawaited } from "@gavelyard/domain/unawaited";
import { t } from "@gavelyard/messages/text";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useCall } from "../api/api-context.ts";
import { browserZone } from "../clock.ts";
import { messageOf } from "../api/messages.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/failure.tsx";
import { SelectField, TextField } from "../ui/form/field.tsx";
import { Sheet } from "../ui/overlay/sheet.tsx";
import { EmptyState, ErrorState, Skeleton } from "../ui/states.tsx";
import { newUnitsWords, savedSearchesQuery } from "./api.ts";
import { later } from "../ui/later.tsx";
import { Link } from "../ui/page/router.tsx";

const PushOffer = later(() => import("../push/push-offer.tsx"));

type Filter = SavedSearch["filter"];

const alertNames: Readonly<Record<SearchAlert, string>> = {
  AT_ONCE: t("Right away"),
  DAILY: t("Once a day"),
  NEVER: t("Never"),
};
const alerts = Object.entries(alertNames).map(([alert, name]) => (
  <option key={alert} value={alert}>
    {name}
  </option>
));

/** Focuses the button of a row that replaces another one. */
const focusButton = (row: HTMLElement | null) => row?.querySelector("button")?.focus();

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
  const refetchAfter = {
    onSettled: () => queries.invalidateQueries({ queryKey: options.queryKey }),
  };
  const paramsOf = (id: number) => ({ userId: String(userId), id: String(id) });
  const markSeen = useMutation({
    mutationFn: (id: number) => call("seeSavedSearch", { params: paramsOf(id) }),
    ...refetchAfter,
  });
  const alert = useMutation({
    mutationFn: ({ id, when }: { id: number; when: SearchAlert }) =>
      call("changeSearchAlert", { params: paramsOf(id), body: { alert: when } }),
    ...refetchAfter,
  });
  // Deleted searches stay in place with Undo, since toasts are out of reach behind the sheet.
  const [deleted, setDeleted] = useState<readonly SavedSearch[]>([]);
  const remove = useMutation({
    mutationFn: ({ id }: SavedSearch) => call("deleteSavedSearch", { params: paramsOf(id) }),
    onSuccess: (_answer, search) => setDeleted((now) => [...now, search]),
    ...refetchAfter,
  });
  const restore = useMutation({
    mutationFn: ({ name, filter: saved, alert: when, seenAt }: SavedSearch) =>
      call("saveSearch", {
        params: { userId: String(userId) },
        body: { name, filter: saved, alert: when, seenAt },
      }),
    onSuccess: (restored, { id }) => {
      queries.setQueryData(options.queryKey, (now = []) => [...now, restored]);
      setDeleted((now) => now.filter((search) => search.id !== id));
    },
    ...refetchAfter,
  });
  const isDeleted = ({ id }: SavedSearch) => deleted.some((search) => search.id === id);
  const listed = [...(data ?? []).filter((search) => !isDeleted(search)), ...deleted].toSorted(
    (one, other) => one.name.localeCompare(other.name),
  );
  return (
    <Sheet title={t("Saved searches")} place="right" onClose={onClose}>
      {filter === null ? (
        <p className="mb-4 text-soft">
          {t("Search or filter, then come back here to save your search.")}
        </p>
      ) : (
        <SaveForm userId={userId} filter={filter} />
      )}
      {error !== null && data === undefined ? (
        <ErrorState
          message={messageOf(error, t("Couldn't load your saved searches."))}
          onRetry={() => unawaited(refetch())}
        />
      ) : data === undefined ? (
        <Skeleton className="h-32" />
      ) : listed.length === 0 ? (
        <EmptyState title={t("No saved searches yet")}>
          {t("When you come back, a saved search shows what's new.")}
        </EmptyState>
      ) : (
        <ul>
          {listed.map((search) =>
            isDeleted(search) ? (
              <li
                key={`deleted ${search.id}`}
                ref={focusButton}
                className="flex items-center justify-between gap-2 border-b border-line py-2 text-soft"
              >
                <span className="wrap-anywhere">{t("{name} deleted", { name: search.name })}</span>
                <Button
                  aria-label={t("Undo: {name} deleted", { name: search.name })}
                  busy={restore.isPending && restore.variables.id === search.id}
                  onClick={() => restore.mutate(search)}
                >
                  {t("Undo")}
                </Button>
              </li>
            ) : (
              <li
                key={search.id}
                ref={search.id === restore.data?.id ? focusButton : null}
                className="grid grid-cols-[1fr_auto] items-center gap-x-2 border-b border-line py-2"
              >
                <Link
                  to={addressOf(search.filter)}
                  className="flex min-h-11 items-center justify-between gap-2 font-semibold text-ink"
                  onClick={() => {
                    markSeen.mutate(search.id);
                    onClose();
                  }}
                >
                  <span className="wrap-anywhere">{search.name}</span>
                  {search.newUnits > 0 ? (
                    <Badge tone="attention">{newUnitsWords(search.newUnits)}</Badge>
                  ) : null}
                </Link>
                <Button
                  tone="quiet"
                  aria-label={t("Delete {name}", { name: search.name })}
                  busy={remove.isPending && remove.variables.id === search.id}
                  onClick={() => remove.mutate(search)}
                >
                  <Trash2 aria-hidden className="size-5" />
                </Button>
                <label className="col-span-2 flex items-center gap-2 text-sm text-soft">
                  {t("Alert me")}
                  <select
                    aria-label={t("Alert me about {name}", { name: search.name })}
                    className="min-h-11 rounded-md border border-line bg-sheet px-2 text-ink"
                    value={
                      alert.variables?.id === search.id && alert.isPending
                        ? alert.variables.when
                        : search.alert
                    }
                    onChange={({ target }) =>
                      alert.mutate({ id: search.id, when: target.value as SearchAlert })
                    }
                  >
                    {alerts}
                  </select>
                </label>
              </li>
            ),
          )}
        </ul>
      )}
      <Failure
        message={
          remove.error === null ? null : messageOf(remove.error, t("Couldn't delete the search."))
        }
      />
      <Failure
        message={
          restore.error === null
            ? null
            : messageOf(restore.error, t("Couldn't restore the search."))
        }
      />
      <Failure
        message={
          alert.error === null ? null : messageOf(alert.error, t("Couldn't change the alert."))
        }
      />
    </Sheet>
  );
}

function SaveForm({ userId, filter }: { userId: number; filter: Filter }) {
  const call = useCall();
  const queries = useQueryClient();
  const { register, handleSubmit, formState, reset } = useForm({
    defaultValues: { name: "", alert: "DAILY" as SearchAlert },
  });
  const save = useMutation({
    mutationFn: (named: { name: string; alert: SearchAlert }) =>
      call("saveSearch", {
        params: { userId: String(userId) },
        body: { ...named, filter, timeZone: browserZone() },
      }),
    onSuccess: async () => {
      reset();
      await queries.invalidateQueries({ queryKey: savedSearchesQuery(call, userId).queryKey });
    },
  });
  return (
    <form
      noValidate
      className="mb-6 grid gap-3"
      onSubmit={(event) => unawaited(handleSubmit((named) => save.mutate(named))(event))}
    >
      <TextField
        label={t("Search name")}
        placeholder={t("Sleepers in Texas")}
        maxLength={60}
        error={formState.errors.name?.message}
        {...register("name", {
          validate: (name) => name.trim() !== "" || t("Enter a name"),
        })}
      />
      <SelectField label={t("Alert me about new units")} {...register("alert")}>
        {alerts}
      </SelectField>
      <Failure
        message={save.error === null ? null : messageOf(save.error, t("Couldn't save the search."))}
      />
      <Button type="submit" tone="primary" busy={save.isPending}>
        {t("Save search")}
      </Button>
      {save.isSuccess ? <PushOffer userId={userId} after="search" /> : null}
    </form>
  );
}
