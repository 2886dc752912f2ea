import { MAX_NEW_UNITS } from "@gavelyard/domain/inventory/saved-searches";
import { t } from "@gavelyard/messages/text";
import { queryOptions } from "@tanstack/react-query";
import type { Call } from "@gavelyard/client/call";

export const savedSearchesQuery = (call: Call, userId: number) =>
  queryOptions({
    queryKey: ["me", userId, "saved-searches"],
    queryFn: () => call("savedSearches", { params: { userId: String(userId) } }),
  });

export const newUnitsWords = (newUnits: number): string =>
  t("{number} new", {
    number: newUnits === MAX_NEW_UNITS ? `${String(MAX_NEW_UNITS)}+` : newUnits,
  });
