import { hookStateFolder } from './places.ts';

/** Outcomes of a hook run: the server answered, the time limit passed, no server was reachable, the server refused. */
export const hookOutcomes = ['answered', 'late', 'away', 'refused'] as const;
export type HookOutcome = (typeof hookOutcomes)[number];

/** One run of a hook that waits for an answer. */
export interface HookRun {
  readonly at: number;
  readonly event: string;
  readonly outcome: HookOutcome;
  /** Duration, counted from the start of the process. */
  readonly ms: number;
}

/** The file of the newest runs, and the file to which it is renamed when it is full. */
export function hookRunFiles(place: Parameters<typeof hookStateFolder>[0]): { newest: string; older: string } {
  const newest = `${hookStateFolder(place)}/hook-runs.jsonl`;
  return { newest, older: `${newest}.older` };
}

export const hookRunLine = (run: HookRun): string => `${JSON.stringify(run)}\n`;

/** Runs recorded in the text since a moment; skips lines that a full disk or a crash cut off. */
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
