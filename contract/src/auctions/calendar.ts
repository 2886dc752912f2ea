import { z } from "zod";
import { done, instant } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { laterRoutes } from "../later-routes.ts";

const own = { tag: "Wishlist", access: "customer" } as const;

export const calendarLink = endpoint(laterRoutes.calendarLink, {
  ...own,
  summary: "Whether you have a calendar link, and since when (D56)",
  response: z.object({ createdAt: instant.nullable() }).meta({ id: "CalendarLink" }),
});

export const createCalendarLink = endpoint(laterRoutes.createCalendarLink, {
  ...own,
  summary: "Create a link to your watchlist as a calendar; an older link stops working",
  response: z.object({ url: z.string() }).meta({ id: "NewCalendarLink" }),
});

export const deleteCalendarLink = endpoint(laterRoutes.deleteCalendarLink, {
  ...own,
  summary: "Turn off your calendar link; safe to repeat",
  response: done,
});

export const calendar = endpoint(laterRoutes.calendar, {
  tag: "Wishlist",
  access: "public",
  // Only the owner has the link.
  maxAgeSec: 0,
  summary: "A watchlist as an iCalendar file, by its secret link",
  query: z.object({ key: z.string().min(1).max(100) }),
  response: z.unknown(),
  download: "text/calendar",
  errors: [404],
});
