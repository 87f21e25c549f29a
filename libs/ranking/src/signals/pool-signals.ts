import { precedingTurnSupport } from './preceding-turn-support.ts';
import { sessionSupport } from './session-support.ts';
import { sourceSupport } from './source-support.ts';

/** The signals that depend on other candidates. docs/experiments.md has what each is worth. */
export const poolSignals = [sourceSupport, sessionSupport, precedingTurnSupport] as const;
export type PoolSignalName = (typeof poolSignals)[number]['name'];
