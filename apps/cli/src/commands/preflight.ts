import { formatCount, type PreflightItem, type PreflightResponse } from '@cairn/contracts';
import { joinTitle } from '@cairn/prompt';
import type { Command } from 'commander';
import type { CliContext } from '../context/cli-context.ts';
import { parseNumber } from '../context/parse-options.ts';
import { timeOf } from '../terminal/print-hits.ts';
import type { Printer } from '../terminal/printer.ts';
import { formatName, neutraliseForTerminal, wrapText } from '../terminal/terminal-text.ts';
import { addRouteCommand, forField, option, words } from './route-command.ts';

const INDENT = '    ';
const TEXT_LINES_MAX = 8;

export function addPreflight(program: Command, context: CliContext): void {
  addRouteCommand(program, context, 'preflight', {
    command: 'preflight',
    description: 'Check an action against rules, lessons and decisions before it is done',
    args: [words('<action...>', 'the action, as one quoted text')],
    options: [
      option('--channel <name>', 'rules of this channel too'),
      option('--project <name>', 'project of the action, such as acme/billing: rules of others do not bind'),
      forField('waitMs', option('--wait <ms>', 'time limit of the answer in milliseconds, 50-2000', parseNumber)),
      option('-n, --limit <number>', 'items, 1-20', parseNumber),
      option('--explain', 'explain which norm matched which act, and include items that are only similar in meaning'),
    ],
    print: (printer, answer) => {
      printer.line(describeVerdict(answer));
      for (const item of answer.items) printItem(printer, item);
    },
  });
}

function describeVerdict({ verdict, readAs, reached, items }: PreflightResponse): string {
  if (verdict === 'not-checked')
    return `not-checked: the store did not answer in time (${reached.join(', ') || 'nothing'} did); this is no permission`;
  const bearing =
    items.length === 0 ? 'nothing stored speaks against it' : `${formatCount(items.length, 'item')} of the store`;
  return `${verdict}: read as ${readAs}, ${bearing}`;
}

/** Texts shown for each reason to list an item. */
const textByReason: Readonly<Record<PreflightItem['why'], string>> = {
  given: 'forbidden',
  trigger: 'trigger',
  words: 'read from English',
  meaning: 'near in meaning',
};

/** Prints a rule for the person who has to follow it: its text, why it matched, author, time and id. */
function printItem({ line, columns, colors }: Printer, item: PreflightItem): void {
  const { severity, kind, title, excerpt, why, matched, instead, trust, author, createdAt, id } = item;
  const paint = { stop: colors.red, caution: colors.yellow, info: colors.dim }[severity];
  const hasOwnText = joinTitle(title, excerpt) !== title;
  line(`\n${paint(severity)}  [${kind}] ${colors.bold(neutraliseForTerminal(title))}`);
  if (hasOwnText)
    for (const text of wrapText(neutraliseForTerminal(excerpt), {
      columns: columns - INDENT.length,
      linesMax: TEXT_LINES_MAX,
    }))
      line(INDENT + text);
  if (instead !== undefined) line(`${INDENT}instead: ${neutraliseForTerminal(instead)}`);
  const reason = matched === undefined ? textByReason[why] : `${textByReason[why]}: ${neutraliseForTerminal(matched)}`;
  for (const finding of item.findings ?? []) line(INDENT + neutraliseForTerminal(explainFinding(finding)));
  for (const understood of item.understood ?? []) line(INDENT + neutraliseForTerminal(understood));
  line(
    colors.dim(
      `${INDENT}${reason}; by ${author === null ? 'nobody named' : formatName(author)} (${trust}), ${timeOf(createdAt)}; ${id}`,
    ),
  );
}

/**
 * Explains which parts of an action matched a rule, such as `"helm upgrade" on "helm upgrade shop": environments open`.
 */
function explainFinding({ act, matched, parts }: NonNullable<PreflightItem['findings']>[number]): string {
  const partTexts = Object.entries(parts).map(([part, met]) => `${part} ${met}`);
  return `${JSON.stringify(matched)} on ${JSON.stringify(act)}: ${partTexts.join(', ')}`;
}
