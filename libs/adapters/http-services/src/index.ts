export { HttpNeighbours } from './http-neighbours.ts';
export { RouteClient } from './route-client.ts';
