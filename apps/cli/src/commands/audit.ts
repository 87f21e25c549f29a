import { createWriteStream } from 'node:fs';
import {
  formatCount,
  auditActs,
  auditKinds,
  auditOutcomes,
  limits,
  type AuditEntry,
  type AuditFault,
  type AuditPage,
} from '@cairn/contracts';
import type { Command } from 'commander';
import { auditProof } from '../server/audit-proof.ts';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import { CommandFailure } from '../context/exit-codes.ts';
import { parseNumber, parseTime, parseUntil } from '../context/parse-options.ts';
import { timeOf } from '../terminal/print-hits.ts';
import { printResult, type Printer } from '../terminal/printer.ts';
import { withServer } from '../server/server-connection.ts';
import { neutraliseForTerminal } from '../terminal/terminal-text.ts';
import { addRouteCommand, forField, option } from './route-command.ts';

const filterOptions = () => [
  forField('principalId', option('--principal <id>', 'its author')),
  option('--act <act>', 'the action').choices(auditActs),
  option('--kind <kind>', 'kind of the changed thing').choices(auditKinds),
  forField('targetId', option('--target <id>', 'id of the changed thing')),
  option('--outcome <outcome>', 'its outcome').choices(auditOutcomes),
  forField('sinceMs', option('--since <time>', 'not before', parseTime)),
  forField('untilMs', option('--until <time>', 'not after; a day, week, month or year is included', parseUntil)),
];

export function addAudit(program: Command, context: CliContext): void {
  const command = program.command('audit').description('List actions with their authors (needs the key of an admin)');
  addRouteCommand(command, context, 'listAudit', {
    command: 'list',
    description: 'List actions of the organisation, newest first',
    options: [
      ...filterOptions(),
      option('--limit <n>', 'entries at most (default: 100)', parseNumber),
      option('--after <number>', 'continue after the entry of this number', parseNumber),
    ],
    print: (printer, { entries, next }) => {
      if (entries.length === 0) printer.line('No acts.');
      for (const entry of entries) printEntry(printer, entry);
      if (next !== null) printer.line(`More: --after ${next}`);
    },
  });
  command
    .command('verify')
    .description('Check that no entry was changed or removed; ends with 1 where one was')
    .action(async (_, self: Command) => verifyAudit(context, self.optsWithGlobals()));
  const writing = command.command('export').description('Write the actions as JSON lines, oldest first');
  for (const filter of filterOptions()) writing.addOption(filter);
  writing
    .option('--file <file>', 'write to this file instead of stdout')
    .action(async (_, self: Command) => exportAll(context, self.optsWithGlobals(), self.opts()));
}

function printEntry({ line }: Printer, entry: AuditEntry): void {
  const { number, at, act, kind, targetId, version, principalId, outcome, route, reason, requestId } = entry;
  const what =
    outcome === 'denied' ? `denied ${version}× ${route} (${reason})` : `${act} ${kind} ${targetId} v${version}`;
  line(
    neutraliseForTerminal(
      `${number}  ${timeOf(at)}  ${principalId}  ${what}${requestId === null ? '' : `  request ${requestId}`}`,
    ),
  );
}

const faultTexts: Record<AuditFault['fault'], string> = {
  changed: 'was changed after it was sealed',
  removed: 'was removed',
  'seal-removed': 'has lost its seal',
  unsealed: 'an act was never sealed',
};

async function verifyAudit(context: CliContext, options: GlobalOptions): Promise<void> {
  const proof = await withServer(context, options, ({ client }) => auditProof(client));
  printResult(context, options, JSON.stringify(proof), ({ line }) => {
    for (const { number, fault } of proof.faults) line(`entry ${number}: ${faultTexts[fault]}`);
    line(
      `${formatCount(proof.checked, 'entry', 'entries')} checked; the last is ${proof.head.number} ${proof.head.hash}`,
    );
  });
  if (proof.faults.length > 0)
    throw new CommandFailure('failed', `The audit does not hold: ${formatCount(proof.faults.length, 'fault')}.`);
}

interface Export {
  readonly file?: string;
}

async function exportAll(context: CliContext, options: GlobalOptions, { file, ...query }: Export): Promise<void> {
  const out = file === undefined ? context.stdout : createWriteStream(file, { mode: 0o600 });
  await withServer(context, options, async ({ client }) => {
    const page = { ...query, order: 'oldest', limit: limits.auditPage.max } as const;
    for (let after: number | undefined = 0; after !== undefined;) {
      const { answer }: { answer: AuditPage } = await client.call('listAudit', { query: { ...page, after } });
      for (const entry of answer.entries) out.write(`${JSON.stringify(entry)}\n`);
      after = answer.next ?? undefined;
    }
  });
  if (out !== context.stdout) await new Promise<void>((done) => (out as NodeJS.WritableStream).end(() => done()));
}
