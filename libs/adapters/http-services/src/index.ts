export { HttpNeighbours } from './http-neighbours.ts';
export { RouteClient, type HttpServiceOptions } from './route-client.ts';
