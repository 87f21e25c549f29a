import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isTransient } from '@cairn/client';
import { hookRunFiles, hookRunLine, type HookOutcome, type HookRun } from '@cairn/connect/hook-runs';

const BYTES_MAX = 512 * 1024;
const OWNER_ONLY_MODE = 0o600;

/**
 * Records the outcome of a run for `cairn doctor`, since nothing else shows that a hook was late. If the record cannot
 * be written, that is ignored.
 */
export function recordRun(place: Parameters<typeof hookRunFiles>[0], run: HookRun, bytesMax = BYTES_MAX): void {
  const { newest, older } = hookRunFiles(place);
  try {
    mkdirSync(dirname(newest), { recursive: true, mode: 0o700 });
    if ((statSync(newest, { throwIfNoEntry: false })?.size ?? 0) > bytesMax) renameSync(newest, older);
    appendFileSync(newest, hookRunLine(run), { mode: OWNER_ONLY_MODE });
  } catch {
    // Ignored, since a run that cannot be recorded must not stop the agent.
  }
}

/** Outcome of a run in which no answer arrived. */
export function outcomeOf(error: unknown): HookOutcome {
  if (isTimeout(error)) return 'late';
  return isTransient(error) ? 'away' : 'refused';
}

/** Compares the error's name, since a DOMException is not always an instance of this realm's Error. */
function isTimeout(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { name, cause } = error as { readonly name?: unknown; readonly cause?: unknown };
  return name === 'TimeoutError' || isTimeout(cause);
}
