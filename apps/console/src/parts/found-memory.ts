import type { RouteOutput } from '@cairn/contracts';

/** A memory as the route for one item returns it. */
export type FoundMemory = Extract<RouteOutput<'getMemory'>, { kind: 'memory' }>;
