import { precedingTurnSupport } from './preceding-turn-support.ts';
import { sessionSupport } from './session-support.ts';
import { sourceSupport } from './source-support.ts';

/** Signals that depend on further candidates. docs/inside/experiments.md lists the gain of each signal. */
export const poolSignals = [sourceSupport, sessionSupport, precedingTurnSupport] as const;
export type PoolSignalName = (typeof poolSignals)[number]['name'];
