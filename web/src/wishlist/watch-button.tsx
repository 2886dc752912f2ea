import { unawaited } from "@gavelyard/domain/unawaited";
import { t } from "@gavelyard/messages/text";
import type { InventoryCard } from "@gavelyard/contract/inventory/inventory";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useCall } from "../api/api-context.ts";
import { keepIntent, takeIntent } from "../session/intent.ts";
import { withReturn } from "../session/return-to.ts";
import { readSession, useSession } from "../session/session.ts";
import { ListIcon } from "../ui/list-icon.tsx";
import { toast, toastMessage } from "../ui/toast-store.ts";
import { wishlistFailure, wishlistQuery } from "./api.ts";
import { navigate, useLocation } from "../ui/page/router.tsx";

/** Adds a unit to the watchlist or removes it; guests are asked to sign in (section 8). */
export function WatchButton({ unit }: { unit: Pick<InventoryCard, "id" | "name"> }) {
  const session = useSession();
  const call = useCall();
  const queries = useQueryClient();
  const { pathname, search } = useLocation();
  const customerId = session?.userRole === "ROLE_CUSTOMER" ? session.userId : null;
  const options = wishlistQuery(call, customerId ?? 0);
  const { data } = useQuery({ ...options, enabled: customerId !== null });
  const watched = data?.some((item) => item.id === unit.id) ?? false;
  const change = useMutation({
    mutationFn: (watch: boolean) =>
      call(watch ? "addToWishlist" : "removeFromWishlist", {
        params: { userId: String(customerId), inventoryId: String(unit.id) },
      }),
    // Optimistic update, reverted if the server rejects it.
    onMutate: async (watch) => {
      await queries.cancelQueries({ queryKey: options.queryKey });
      const before = queries.getQueryData(options.queryKey);
      if (!watch) {
        queries.setQueryData(options.queryKey, (items) =>
          items?.filter(({ id }) => id !== unit.id),
        );
      }
      return { before };
    },
    onSuccess: (_answer, watch) => {
      toast({
        type: "success",
        title: watch ? t("Added to watchlist") : t("Removed from watchlist"),
        message: unit.name,
        ...(watch ? {} : { undo: () => change.mutate(true) }),
      });
      // Until then the button shows the choice.
      return queries.invalidateQueries({ queryKey: options.queryKey });
    },
    onError: (error, _watch, context) => {
      if (context?.before !== undefined) queries.setQueryData(options.queryKey, context.before);
      toast({
        type: "error",
        title: t("Watchlist"),
        message: wishlistFailure(error),
      });
      unawaited(queries.invalidateQueries({ queryKey: options.queryKey }));
    },
  });
  const shown = change.isPending ? change.variables : watched;
  // If the session ends on this page, the message depends on whether the unit was watched before.
  const wasWatched = useRef(false);
  useEffect(() => {
    if (customerId !== null) wasWatched.current = shown;
  }, [customerId, shown]);
  const { mutate } = change;
  useEffect(() => {
    if (customerId !== null && takeIntent("watch", unit.id)) mutate(true);
  }, [customerId, mutate, unit.id]);
  if (session !== null && customerId === null) return null;
  const toggle = () => {
    // Cleared storage fires no event, so check it again here.
    if (customerId === null || readSession() === null) {
      toastMessage(
        wasWatched.current
          ? t("Please log in to manage your watchlist")
          : t("Please log in to add items to your watchlist"),
      );
      keepIntent("watch", unit.id);
      navigate(withReturn("/login", pathname + search));
    } else change.mutate(!watched);
  };
  return (
    <button
      type="button"
      aria-pressed={shown}
      aria-label={t("Watch {name}", { name: unit.name })}
      onClick={toggle}
      className="round-button top-2"
    >
      <ListIcon name="bookmark" filled={shown} />
    </button>
  );
}
