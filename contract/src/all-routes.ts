import { routes } from "./routes.ts";
import { staffRoutes } from "./staff-routes.ts";

/** All API calls by name. Browsers import the two parts separately, where they need them. */
export const allRoutes = { ...routes, ...staffRoutes };

export type RouteName = keyof typeof allRoutes;
