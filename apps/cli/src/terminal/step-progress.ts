import { Presets, SingleBar } from 'cli-progress';
import type { CliContext } from '../context/cli-context.ts';

const LINE_EVERY_MS = 5_000;

/** Shows the progress of a command's steps: one bar per step on a terminal, lines elsewhere, nothing with JSON output. */
export interface StepProgress {
  at(step: string, done: number, total: number): void;
  end(): void;
}

export function stepProgress(context: CliContext, { quiet }: { quiet: boolean }): StepProgress {
  if (quiet) return { at() {}, end() {} };
  return context.stderr.isTTY ? createBars(context) : createLines(context);
}

function createBars(context: CliContext): StepProgress {
  let current: { step: string; bar: SingleBar } | undefined;
  const format = '{bar} {percentage}% · {step} · {value} of {total}';
  const start = (step: string, total: number) => {
    current?.bar.stop();
    const bar = new SingleBar(
      { format, stream: context.stderr as NodeJS.WriteStream, hideCursor: true },
      Presets.shades_classic,
    );
    bar.start(Math.max(1, total), 0, { step });
    current = { step, bar };
    return bar;
  };
  return {
    at: (step, done, total) => (current?.step === step ? current.bar : start(step, total)).update(done),
    end: () => current?.bar.stop(),
  };
}

function createLines(context: CliContext): StepProgress {
  let last = '';
  let nextAt = 0;
  return {
    at: (step, done, total) => {
      if (step === last && Date.now() < nextAt) return;
      last = step;
      nextAt = Date.now() + LINE_EVERY_MS;
      context.stderr.write(`${step}: ${done} of ${total}\n`);
    },
    end: () => {},
  };
}
