import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Call } from "../api/client.ts";

export const profileQuery = (call: Call) =>
  queryOptions({ queryKey: ["me", "profile"], queryFn: () => call("currentUser") });

/** Where the user is signed in. */
export const signInsQuery = (call: Call) =>
  queryOptions({ queryKey: ["me", "sign-ins"], queryFn: () => call("listSessions") });

/** What staff look users up by: a number, or part of a name, an email address or a phone number. */
export interface UserSearch {
  readonly userId?: string;
  readonly q?: string;
  readonly phoneNumber?: string;
}

/** The longest number that is taken for a user's rather than part of a phone's. */
const MOST_DIGITS_OF_A_NUMBER = 6;

/** What somebody means who looks for a user: a number, part of a phone number, a name or an email address. */
export function userSearchOf(text: string): UserSearch {
  const wanted = text.trim();
  if (wanted === "") return {};
  const number = /^#?(\d+)$/.exec(wanted)?.[1];
  if (
    number !== undefined &&
    (wanted.startsWith("#") || number.length <= MOST_DIGITS_OF_A_NUMBER)
  ) {
    return { userId: number };
  }
  if (/^\+?[\d\s().-]+$/.test(wanted)) return { phoneNumber: wanted.slice(0, 20) };
  return { q: wanted.slice(0, 254) };
}

/** A page of users as staff find them. */
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

/** What staff wrote about a user. */
export const userNotesQuery = (call: Call, id: number) =>
  queryOptions({
    queryKey: ["staff", "users", id, "notes"],
    queryFn: () => call("userNotes", { params: { userId: String(id) } }),
  });

/** The documents that concern a user. */
export const userDocumentsQuery = (call: Call, id: number) =>
  queryOptions({
    queryKey: ["staff", "users", id, "documents"],
    queryFn: () => call("userDocuments", { params: { userId: String(id) } }),
  });

/** Where a user is signed in, for staff. */
export const userSessionsQuery = (call: Call, id: number) =>
  queryOptions({
    queryKey: ["staff", "users", id, "sessions"],
    queryFn: () => call("userSessions", { params: { userId: String(id) } }),
  });

/** One user as staff see them. */
export const userForStaffQuery = (call: Call, id: number) =>
  queryOptions({
    queryKey: ["staff", "users", id],
    queryFn: () => call("userForStaff", { params: { id: String(id) } }),
  });
