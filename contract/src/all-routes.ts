import { routes } from "./routes.ts";
import { laterRoutes } from "./later-routes.ts";

/** All API calls by name. Browsers import the two parts separately, where they need them. */
export const allRoutes = { ...routes, ...laterRoutes };

export type RouteName = keyof typeof allRoutes;
