export { HttpNeighbours } from './http-neighbours.ts';
export { routeRequest, type RouteRequest, type SentParts } from './route-request.ts';
export { RouteClient, type HttpServiceOptions } from './route-client.ts';
