import { requestOf, type RouteRequest, type SentParts } from '@cairn/client';
import { routes, type RouteName } from '@cairn/contracts';

export type { RouteRequest, SentParts } from '@cairn/client';

/** Writes the input of a route as HTTP. */
export const routeRequest = (name: RouteName, baseUrl: string, sent: SentParts): RouteRequest =>
  requestOf(routes[name], baseUrl, sent);
