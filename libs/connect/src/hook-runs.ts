import { hookStateFolder } from './places.ts';

/** How a hook's run ended: with the server's answer; out of time; without a server; with a server that said no. */
export const hookOutcomes = ['answered', 'late', 'away', 'refused'] as const;
export type HookOutcome = (typeof hookOutcomes)[number];

/** One run of a hook that waits for an answer. */
export interface HookRun {
  readonly at: number;
  readonly event: string;
  readonly outcome: HookOutcome;
  /** From the start of the process on. */
  readonly ms: number;
}

/** The file of the newest runs, and the one that it becomes when it is full. */
export function hookRunFiles(place: Parameters<typeof hookStateFolder>[0]): { newest: string; older: string } {
  const newest = `${hookStateFolder(place)}/hook-runs.jsonl`;
  return { newest, older: `${newest}.older` };
}

export const hookRunLine = (run: HookRun): string => `${JSON.stringify(run)}\n`;

/** The runs that a file's lines tell of, from a moment on; a line that a full disk or a crash has torn tells of none. */
export const hookRunsIn = (text: string, sinceMs: number): HookRun[] =>
  text.split('\n').flatMap((line) => {
    const run = runOf(line);
    return run && run.at >= sinceMs ? [run] : [];
  });

function runOf(line: string): HookRun | undefined {
  try {
    const { at, event, outcome, ms } = JSON.parse(line) as Record<string, unknown>;
    const isOutcome = hookOutcomes.find((one) => one === outcome);
    if (typeof at !== 'number' || typeof event !== 'string' || typeof ms !== 'number' || !isOutcome) return undefined;
    return { at, event, outcome: isOutcome, ms };
  } catch {
    return undefined;
  }
}
