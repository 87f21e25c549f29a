import type { RouteOutput } from '@cairn/contracts';

/** A memory in the answer for one item. */
export type FoundMemory = Extract<RouteOutput<'getMemory'>, { kind: 'memory' }>;
