import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isPassing } from '@cairn/client';
import { hookRunFiles, hookRunLine, type HookOutcome, type HookRun } from '@cairn/connect/hook-runs';

const BYTES_MAX = 512 * 1024;
const OWNER_ONLY = 0o600;

/** Records the outcome of a run for `cairn doctor`, since a silent hook is visible nowhere else. Failures to write are ignored. */
export function noteRun(place: Parameters<typeof hookRunFiles>[0], run: HookRun, bytesMax = BYTES_MAX): void {
  const { newest, older } = hookRunFiles(place);
  try {
    mkdirSync(dirname(newest), { recursive: true, mode: 0o700 });
    if ((statSync(newest, { throwIfNoEntry: false })?.size ?? 0) > bytesMax) renameSync(newest, older);
    appendFileSync(newest, hookRunLine(run), { mode: OWNER_ONLY });
  } catch {
    // Failing to record must not stop the agent.
  }
}

/** Outcome of a run without an answer. */
export function outcomeOf(error: unknown): HookOutcome {
  if (isTimeout(error)) return 'late';
  return isPassing(error) ? 'away' : 'refused';
}

/** Checked by name, since a DOMException is not always an Error of the same realm. */
function isTimeout(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { name, cause } = error as { readonly name?: unknown; readonly cause?: unknown };
  return name === 'TimeoutError' || isTimeout(cause);
}
