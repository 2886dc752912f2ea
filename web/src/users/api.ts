import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { TimelinePart } from "@gavelyard/domain/users/timeline";
import type { Call } from "@gavelyard/client/call";

/** Search for users: by ID, or by part of a name, an email address or a phone number. */
export interface UserSearch {
  readonly userId?: string;
  readonly q?: string;
  readonly phoneNumber?: string;
}

/** Longest number that is read as a user ID instead of part of a phone number. */
const MAX_USER_ID_DIGITS = 6;

/** Converts typed text to a search: user ID, part of a phone number, name or email address. */
export function userSearchOf(text: string): UserSearch {
  const query = text.trim();
  if (query === "") return {};
  const number = /^#?(\d+)$/.exec(query)?.[1];
  if (number !== undefined && (query.startsWith("#") || number.length <= MAX_USER_ID_DIGITS)) {
    return { userId: number };
  }
  if (/^\+?[\d\s().-]+$/.test(query)) return { phoneNumber: query.slice(0, 20) };
  return { q: query.slice(0, 254) };
}

/** Monthly spending of one page of users; needs the permission Payments. */
export const spendingTrendsQuery = (call: Call, ids: readonly number[], allowed: boolean) =>
  queryOptions({
    queryKey: ["staff", "users", "spending", ids],
    queryFn: () => call("spendingOfUsers", { query: { users: ids.join(",") } }),
    enabled: allowed && ids.length > 0,
    placeholderData: keepPreviousData,
  });

export const usersQuery = (call: Call, search: UserSearch, page: number) =>
  queryOptions({
    queryKey: ["staff", "users", search, page],
    queryFn: () => call("searchUsers", { query: { ...search, page: String(page), size: "25" } }),
    placeholderData: keepPreviousData,
  });

export const supportUsersQuery = (call: Call) =>
  queryOptions({
    queryKey: ["staff", "support-users"],
    queryFn: () => call("allSupportUsers"),
  });

export const userTimelineQuery = (
  call: Call,
  id: number,
  part: TimelinePart | null,
  page: number,
) =>
  queryOptions({
    queryKey: ["staff", "users", id, "timeline", part, page],
    queryFn: () =>
      call("userTimeline", {
        params: { userId: String(id) },
        query: { page: String(page), size: "25", ...(part === null ? {} : { part }) },
      }),
    placeholderData: keepPreviousData,
  });

export const userNotesQuery = (call: Call, id: number) =>
  queryOptions({
    queryKey: ["staff", "users", id, "notes"],
    queryFn: () => call("userNotes", { params: { userId: String(id) } }),
  });

export const userDocumentsQuery = (call: Call, id: number) =>
  queryOptions({
    queryKey: ["staff", "users", id, "documents"],
    queryFn: () => call("userDocuments", { params: { userId: String(id) } }),
  });

export const userSessionsQuery = (call: Call, id: number) =>
  queryOptions({
    queryKey: ["staff", "users", id, "sessions"],
    queryFn: () => call("userSessions", { params: { userId: String(id) } }),
  });

export const userForStaffQuery = (call: Call, id: number) =>
  queryOptions({
    queryKey: ["staff", "users", id],
    queryFn: () => call("userForStaff", { params: { id: String(id) } }),
  });
