import { precedingTurnSupport } from './preceding-turn-support.ts';
import { sessionSupport } from './session-support.ts';
import { sourceSupport } from './source-support.ts';

/** The signals that a candidate has from others. What each is worth: docs/experiments.md. */
export const poolSignals = [sourceSupport, sessionSupport, precedingTurnSupport] as const;
export type PoolSignalName = (typeof poolSignals)[number]['name'];
