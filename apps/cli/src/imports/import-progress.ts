import { Presets, SingleBar } from 'cli-progress';
import type { CliContext } from '../context/cli-context.ts';
import type { ImportReport } from '@cairn/transfer/imports/import-report';
import { cutToWidth, neutraliseForTerminal } from '../terminal/terminal-text.ts';

const LINE_EVERY_MS = 5_000;

/** Shows the progress of an import: a bar on a terminal, a line every few seconds elsewhere, nothing with JSON output. */
export interface ImportProgress {
  bytes(read: number): void;
  report(report: Readonly<ImportReport>): void;
  note(text: string): void;
  end(): void;
}

export function importProgress(
  context: CliContext,
  { totalBytes, quiet }: { totalBytes: number; quiet: boolean },
): ImportProgress {
  if (quiet) return { bytes() {}, report() {}, note() {}, end() {} };
  return context.stderr.isTTY ? barProgress(context, totalBytes) : lineProgress(context, totalBytes);
}

function barProgress(context: CliContext, totalBytes: number): ImportProgress {
  const format = '{bar} {percentage}% · {imported} imported · {alreadyThere} already there · {failed} failed';
  const bar = new SingleBar(
    { format, stream: context.stderr as NodeJS.WriteStream, hideCursor: true, clearOnComplete: false },
    Presets.shades_classic,
  );
  bar.start(Math.max(1, totalBytes), 0, { imported: 0, alreadyThere: 0, failed: 0 });
  return {
    bytes: (read) => bar.update(Math.min(read, totalBytes)),
    report: ({ imported, alreadyThere, failed }) => bar.update({ imported, alreadyThere, failed }),
    note: (text) =>
      context.stderr.write(`\r\u001b[K${cutToWidth(neutraliseForTerminal(text), context.stderr.columns ?? 100)}\n`),
    end: () => bar.stop(),
  };
}

function lineProgress(context: CliContext, totalBytes: number): ImportProgress {
  let percent = 0;
  let nextAt = Date.now() + LINE_EVERY_MS;
  return {
    bytes: (read) => (percent = Math.floor((100 * Math.min(read, totalBytes)) / Math.max(1, totalBytes))),
    report: ({ imported, alreadyThere, failed }) => {
      if (Date.now() < nextAt) return;
      nextAt = Date.now() + LINE_EVERY_MS;
      context.stderr.write(`${percent}% read, ${imported} imported, ${alreadyThere} already there, ${failed} failed\n`);
    },
    note: (text) => context.stderr.write(`${neutraliseForTerminal(text)}\n`),
    end: () => {},
  };
}
