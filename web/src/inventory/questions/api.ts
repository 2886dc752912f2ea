import type { Call, CallInput } from "@gavelyard/client/call";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";

/** The answered questions about a unit. */
export const questionsQuery = (call: Call, inventoryId: number) =>
  queryOptions({
    queryKey: ["inventories", inventoryId, "questions"],
    queryFn: () => call("questionsOfUnit", { params: { id: String(inventoryId) } }),
  });

/** The signed-in customer's own questions about a unit. */
export const ownQuestionsQuery = (call: Call, inventoryId: number) =>
  queryOptions({
    queryKey: ["me", "questions", inventoryId],
    queryFn: () => call("ownQuestions", { params: { id: String(inventoryId) } }),
  });

type Search = CallInput<"listQuestions">["query"];

/** A page of questions for staff. */
export const staffQuestionsQuery = (call: Call, search: Search) =>
  queryOptions({
    queryKey: ["staff", "questions", search],
    queryFn: () => call("listQuestions", { query: search }),
    placeholderData: keepPreviousData,
    // Never refetch while someone types an answer.
    refetchOnWindowFocus: false,
  });
