import type { Call, CallInput } from "@gavelyard/client/call";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";

export const questionsQuery = (call: Call, inventoryId: number) =>
  queryOptions({
    queryKey: ["inventories", inventoryId, "questions"],
    queryFn: () => call("questionsOfUnit", { params: { id: String(inventoryId) } }),
  });

export const ownQuestionsQuery = (call: Call, inventoryId: number) =>
  queryOptions({
    queryKey: ["me", "questions", inventoryId],
    queryFn: () => call("ownQuestions", { params: { id: String(inventoryId) } }),
  });

type Search = CallInput<"listQuestions">["query"];

export const staffQuestionsQuery = (call: Call, search: Search) =>
  queryOptions({
    queryKey: ["staff", "questions", search],
    queryFn: () => call("listQuestions", { query: search }),
    placeholderData: keepPreviousData,
    // Never refetch while someone types an answer.
    refetchOnWindowFocus: false,
  });
