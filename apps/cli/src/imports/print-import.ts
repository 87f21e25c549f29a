import { formatCount } from '@cairn/contracts';
import { quoteForShell } from '@cairn/platform/own-program';
import type { ImportReport } from '@cairn/transfer/imports/import-report';
import type { LeftOut } from '@cairn/transfer/imports/left-out';
import type { MemoryChanges } from '@cairn/transfer/imports/importer';
import { printMasked } from '../terminal/print-items.ts';
import type { Printer, ResultPrinter } from '../terminal/printer.ts';
import type { ServerConnection } from '../server/server-connection.ts';
import { neutraliseForTerminal } from '../terminal/terminal-text.ts';
import type { IndexLag } from '../server/wait-indexed.ts';

const UNLINKED_SHOWN_MAX = 20;

export function printMemoryChanges(
  { line, colors }: Printer,
  { archived, restored, superseded, unlinked }: MemoryChanges,
): void {
  if (archived > 0) line(`${archived} archived, since the files no longer say so, or say that it no longer holds`);
  if (restored > 0) line(`${restored} restored, since the files say so again`);
  if (superseded > 0) line(`${superseded} superseded, since the files say which one replaces it`);
  for (const { file, line: at, reason } of unlinked.slice(0, UNLINKED_SHOWN_MAX))
    line(`  ${colors.yellow('not linked')} ${neutraliseForTerminal(file)}:${at}  ${neutraliseForTerminal(reason)}`);
  if (unlinked.length > UNLINKED_SHOWN_MAX) line(`  and ${unlinked.length - UNLINKED_SHOWN_MAX} more`);
}

const RULE_FILES_SHOWN_MAX = 5;

/** Names the import that reads the rule files of a repository, since an import of ownership leaves them out. */
export function printUnreadRules({ line, own }: ResultPrinter, files: readonly string[], path: string): void {
  if (files.length === 0) return;
  const shown = files.slice(0, RULE_FILES_SHOWN_MAX).map(neutraliseForTerminal).join(', ');
  const more = files.length > RULE_FILES_SHOWN_MAX ? ` and ${files.length - RULE_FILES_SHOWN_MAX} more` : '';
  line(`Rules for agents in ${shown}${more} were not read: ${own(`import rules ${quoteForShell(path)}`)}`);
}

export function printReport(
  printer: ResultPrinter,
  report: ImportReport,
  { lag, server }: { lag: IndexLag | undefined; server: ServerConnection },
): void {
  const { colors } = printer;
  const { imported, alreadyThere, blank, proposed, unconfirmed, forgotten, failed, ended, problem } = report;
  printer.line(
    `${colors.bold(String(imported))} imported, ${alreadyThere} already there, ${blank} skipped as blank, ${forgotten > 0 ? `${forgotten} forgotten for good, ` : ''}${failed} failed`,
  );
  if (proposed > 0)
    printer.line(
      `${formatCount(proposed, 'memory', 'memories')} proposed, since the text was superseded, archived or rejected before: ${printer.own('review')}, or --overwrite`,
    );
  if (unconfirmed > 0)
    printer.line(
      `${formatCount(unconfirmed, 'rule or decision binds', 'rules and decisions bind')} nobody until a person confirms: ${printer.own(`review confirm --import ${report.importId}`)}`,
    );
  printLeftOut(printer, report);
  printRetimed(printer, report);
  if (isEmptyImport(report)) printer.line(colors.red('There was nothing to import.'));
  printMasked(printer, report.masked);
  printUnread(printer, report);
  printFailures(printer, report);
  if (imported > 0) printer.line(colors.dim(`To take it back: ${printer.own(`import --undo ${report.importId}`)}`));
  if (ended === 'stopped')
    printer.line(colors.red(`Stopped: ${neutraliseForTerminal(problem ?? 'the server did not take it')}`));
  if (ended !== 'complete')
    printer.line('Imported items are kept. Run the same command again to carry on; nothing is imported twice.');
  if (lag && lag.dead > 0)
    printer.line(
      colors.yellow(`${formatCount(lag.dead, 'item')} could not be indexed; ${printer.own('doctor')} says more`),
    );
  if (!lag || lag.pending === 0) return;
  printer.line(
    colors.dim(
      `${formatCount(lag.pending, 'item')} not indexed yet${server.startedHere ? '; the next start of the server carries on with them' : ''}`,
    ),
  );
}

export function printLeftOut(printer: Printer, { leftOut }: Pick<ImportReport, 'leftOut'>): void {
  for (const one of leftOut)
    printCounted(
      printer,
      `Left out ${formatCount(one.count, 'line')}: ${neutraliseForTerminal(one.reason)}`,
      one.examples,
    );
}

export function printRetimed(printer: Printer, { retimed }: Pick<ImportReport, 'retimed'>): void {
  for (const { reason, count, examples } of retimed)
    printCounted(printer, `${formatCount(count, 'item')} ${reason}`, examples);
}

function printCounted({ line, colors }: Printer, counts: string, examples: LeftOut['examples']): void {
  line(colors.dim(counts));
  for (const { file, line: at, text = '' } of examples)
    line(
      colors.dim(
        `  ${neutraliseForTerminal(file)}:${at}  ${neutraliseForTerminal(text.replace(/\s+/g, ' '))}`.trimEnd(),
      ),
    );
}

export function printFailures(
  { line, colors }: Printer,
  { failed, reasons }: Pick<ImportReport, 'failed' | 'reasons'>,
): void {
  for (const { file, line: at, reason } of reasons)
    line(`  ${colors.red('failed')} ${neutraliseForTerminal(file)}:${at}  ${neutraliseForTerminal(reason)}`);
  if (failed > reasons.length) line(`  and ${failed - reasons.length} more`);
}

function printUnread({ line, colors }: Printer, { unread }: ImportReport): void {
  const counts = Object.entries(unread).map(([field, count]) => `${neutraliseForTerminal(field)} (${count})`);
  if (counts.length === 0) return;
  line(colors.yellow(`Fields that nothing was made of: ${counts.join(', ')}; --strict refuses such lines`));
}

export const isEmptyImport = ({ imported, alreadyThere, forgotten, ended }: ImportReport) =>
  ended === 'complete' && imported + alreadyThere + forgotten === 0;
