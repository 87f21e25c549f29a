import { Presets, SingleBar } from 'cli-progress';
import { importPace } from '@cairn/domain';
import type { CliContext } from '../context/cli-context.ts';
import type { ImportReport } from '@cairn/transfer/imports/import-report';
import { describePace } from './describe-pace.ts';
import { cutToWidth, neutraliseForTerminal } from '../terminal/terminal-text.ts';

const LINE_EVERY_MS = 5_000;

/** Shows the progress of an import: a bar on a terminal, a line every few seconds elsewhere, nothing with JSON output. */
export interface ImportProgress {
  bytes(read: number): void;
  /** Returns the share of the files that was read, 0 to 1. */
  share(): number;
  report(report: Readonly<ImportReport>): void;
  note(text: string): void;
  end(): void;
}

/** Shows what one kind of output can show. */
interface Output {
  update(share: number, report: Readonly<ImportReport>, pace: string): void;
  note(text: string): void;
  end(): void;
}

export function importProgress(
  context: CliContext,
  { totalBytes, quiet }: { totalBytes: number; quiet: boolean },
): ImportProgress {
  const output = quiet ? noOutput : context.stderr.isTTY ? barOutput(context) : lineOutput(context);
  const since = Date.now();
  let share = 0;
  return {
    bytes: (read) => (share = Math.min(1, read / Math.max(1, totalBytes))),
    share: () => share,
    report: (report) => {
      const items = report.imported + report.alreadyThere + report.failed;
      const pace = importPace({ elapsedMs: Date.now() - since, items, share });
      output.update(share, report, pace ? describePace(pace) : '');
    },
    note: (text) => output.note(text),
    end: () => output.end(),
  };
}

const noOutput: Output = { update() {}, note() {}, end() {} };

function barOutput(context: CliContext): Output {
  const format = '{bar} {percentage}% · {imported} imported · {alreadyThere} already there · {failed} failed{pace}';
  const bar = new SingleBar(
    { format, stream: context.stderr as NodeJS.WriteStream, hideCursor: true, clearOnComplete: false },
    Presets.shades_classic,
  );
  bar.start(1, 0, { imported: 0, alreadyThere: 0, failed: 0, pace: '' });
  return {
    update: (share, { imported, alreadyThere, failed }, pace) =>
      bar.update(share, { imported, alreadyThere, failed, pace: pace && ` · ${pace}` }),
    note: (text) =>
      context.stderr.write(`\r\u001b[K${cutToWidth(neutraliseForTerminal(text), context.stderr.columns ?? 100)}\n`),
    end: () => bar.stop(),
  };
}

function lineOutput(context: CliContext): Output {
  let nextAt = Date.now() + LINE_EVERY_MS;
  return {
    update: (share, { imported, alreadyThere, failed }, pace) => {
      if (Date.now() < nextAt) return;
      nextAt = Date.now() + LINE_EVERY_MS;
      const counts = `${imported} imported, ${alreadyThere} already there, ${failed} failed`;
      context.stderr.write(`${Math.floor(100 * share)}% read, ${counts}${pace && `, ${pace}`}\n`);
    },
    note: (text) => context.stderr.write(`${neutraliseForTerminal(text)}\n`),
    end: () => {},
  };
}
