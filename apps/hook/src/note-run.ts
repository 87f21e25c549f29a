import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isPassing } from '@cairn/client';
import { hookRunFiles, hookRunLine, type HookOutcome, type HookRun } from '@cairn/connect/hook-runs';

const BYTES_MAX = 512 * 1024;
const OWNER_ONLY = 0o600;

/** Notes how a run ended, for `cairn doctor`: a hook that says nothing is seen nowhere else. What cannot be noted is not. */
export function noteRun(place: Parameters<typeof hookRunFiles>[0], run: HookRun, bytesMax = BYTES_MAX): void {
  const { newest, older } = hookRunFiles(place);
  try {
    mkdirSync(dirname(newest), { recursive: true, mode: 0o700 });
    if ((statSync(newest, { throwIfNoEntry: false })?.size ?? 0) > bytesMax) renameSync(newest, older);
    appendFileSync(newest, hookRunLine(run), { mode: OWNER_ONLY });
  } catch {
    // The agent goes on.
  }
}

/** How a run ended that has no answer. */
export function outcomeOf(error: unknown): HookOutcome {
  if (isTimeout(error)) return 'late';
  return isPassing(error) ? 'away' : 'refused';
}

/** By its name, since a DOMException is not everywhere an Error of the same realm. */
function isTimeout(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { name, cause } = error as { readonly name?: unknown; readonly cause?: unknown };
  return name === 'TimeoutError' || isTimeout(cause);
}
