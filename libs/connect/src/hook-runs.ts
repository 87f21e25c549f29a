import { hookStateFolder } from './places.ts';

/** Outcomes of a hook run: the server answered; it was late (the time limit passed); it was away (unreachable); it refused. */
export const hookOutcomes = ['answered', 'late', 'away', 'refused'] as const;
export type HookOutcome = (typeof hookOutcomes)[number];

/** One run of a hook that waits for an answer. */
export interface HookRun {
  readonly at: number;
  readonly event: string;
  readonly outcome: HookOutcome;
  /** Duration in ms, counted from the start of the process. */
  readonly ms: number;
}

/** Paths of the file with the newest runs (`newest`), and of the file to which that is renamed when it is full (`older`). */
export function hookRunFiles(place: Parameters<typeof hookStateFolder>[0]): { newest: string; older: string } {
  const newest = `${hookStateFolder(place)}/hook-runs.jsonl`;
  return { newest, older: `${newest}.older` };
}

export const hookRunLine = (run: HookRun): string => `${JSON.stringify(run)}\n`;

/** Returns the runs in the text that are not older than `sinceMs`. Lines that a full disk or a crash cut off are skipped. */
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
