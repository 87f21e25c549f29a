import { createWriteStream } from 'node:fs';
import {
  auditActs,
  auditKinds,
  auditOutcomes,
  limits,
  type AuditAct,
  type AuditEntry,
  type AuditFault,
  type AuditKind,
  type AuditOutcome,
  type AuditPage,
  type PrincipalId,
} from '@cairn/contracts';
import { Option, type Command } from 'commander';
import { auditProof } from '../server/audit-proof.ts';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import { counted } from '../terminal/counted.ts';
import { CommandFailure } from '../context/exit-codes.ts';
import { parseNumber, parseTime, parseUntil } from '../context/parse-options.ts';
import { timeOf } from '../terminal/print-hits.ts';
import { printResult, type Printer } from '../terminal/printer.ts';
import { withServer } from '../server/server-connection.ts';
import { plain } from '../terminal/terminal-text.ts';

interface Filters extends GlobalOptions {
  readonly principal?: string;
  readonly act?: AuditAct;
  readonly kind?: AuditKind;
  readonly target?: string;
  readonly outcome?: AuditOutcome;
  readonly since?: number;
  readonly until?: number;
}

const filters = (command: Command): Command =>
  command
    .option('--principal <id>', 'who did it')
    .addOption(new Option('--act <act>', 'what was done').choices(auditActs))
    .addOption(new Option('--kind <kind>', 'to what kind of thing').choices(auditKinds))
    .option('--target <id>', 'on what id')
    .addOption(new Option('--outcome <outcome>', 'what came of it').choices(auditOutcomes))
    .option('--since <time>', 'not before', parseTime)
    .option('--until <time>', 'not after; a day is part of it', parseUntil);

export function addAudit(program: Command, context: CliContext): void {
  const command = program.command('audit').description('List actions with their authors (needs the key of an admin)');
  filters(command.command('list').description('The acts of the organisation, newest first'))
    .option('--limit <n>', 'entries at most (default: 100)', parseNumber)
    .option('--after <number>', 'go on after the entry of this number', parseNumber)
    .action(async (_, self: Command) => list(context, self.optsWithGlobals()));
  command
    .command('verify')
    .description('Check that no entry was changed or removed; ends with 1 where one was')
    .action(async (_, self: Command) => verify(context, self.optsWithGlobals()));
  filters(command.command('export').description('Write the acts as JSON lines, oldest first'))
    .option('--file <file>', 'write there in place of stdout')
    .action(async (_, self: Command) => exportAll(context, self.optsWithGlobals()));
}

const queryOf = ({ principal, act, kind, target, outcome, since, until }: Filters) => ({
  principalId: principal as PrincipalId | undefined,
  act,
  kind,
  targetId: target,
  outcome,
  sinceMs: since,
  untilMs: until,
});

interface ListOptions extends Filters {
  readonly limit?: number;
  readonly after?: number;
}

async function list(context: CliContext, options: ListOptions): Promise<void> {
  const { limit, after } = options;
  const query = { ...queryOf(options), limit, after };
  const { json, answer } = await withServer(context, options, ({ client }) => client.call('listAudit', { query }));
  printResult(context, options, json, (printer) => {
    if (answer.entries.length === 0) printer.line('No acts.');
    for (const entry of answer.entries) printEntry(printer, entry);
    if (answer.next !== null) printer.line(`More: --after ${answer.next}`);
  });
}

function printEntry({ line }: Printer, entry: AuditEntry): void {
  const { number, at, act, kind, targetId, version, principalId, outcome, route, reason, requestId } = entry;
  const what =
    outcome === 'denied' ? `denied ${version}× ${route} (${reason})` : `${act} ${kind} ${targetId} v${version}`;
  line(plain(`${number}  ${timeOf(at)}  ${principalId}  ${what}${requestId === null ? '' : `  request ${requestId}`}`));
}

const faultTexts: Record<AuditFault['fault'], string> = {
  changed: 'was changed after it was sealed',
  removed: 'was removed',
  'seal-removed': 'has lost its seal',
  unsealed: 'an act was never sealed',
};

async function verify(context: CliContext, options: GlobalOptions): Promise<void> {
  const proof = await withServer(context, options, ({ client }) => auditProof(client));
  printResult(context, options, JSON.stringify(proof), ({ line }) => {
    for (const { number, fault } of proof.faults) line(`entry ${number}: ${faultTexts[fault]}`);
    line(`${counted(proof.checked, 'entry', 'entries')} checked; the last is ${proof.head.number} ${proof.head.hash}`);
  });
  if (proof.faults.length > 0)
    throw new CommandFailure('failed', `The audit does not hold: ${counted(proof.faults.length, 'fault')}.`);
}

async function exportAll(context: CliContext, options: Filters & { readonly file?: string }): Promise<void> {
  const out = options.file === undefined ? context.stdout : createWriteStream(options.file, { mode: 0o600 });
  await withServer(context, options, async ({ client }) => {
    const page = { ...queryOf(options), order: 'oldest', limit: limits.auditPage.max } as const;
    for (let after: number | undefined = 0; after !== undefined;) {
      const { answer }: { answer: AuditPage } = await client.call('listAudit', { query: { ...page, after } });
      for (const entry of answer.entries) out.write(`${JSON.stringify(entry)}\n`);
      after = answer.next ?? undefined;
    }
  });
  if (out !== context.stdout) await new Promise<void>((done) => (out as NodeJS.WritableStream).end(() => done()));
}
