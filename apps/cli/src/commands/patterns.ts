import { patternCategories, patternScopes, type PatternCategory, type PatternScope } from '@cairn/contracts';
import { Option, type Command } from 'commander';
import { AGAIN, againQuery } from '../context/again.ts';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import { parseNumber } from '../context/parse-options.ts';
import { printResult, type Printer } from '../terminal/printer.ts';
import { withServer } from '../server/server-connection.ts';
import { plain } from '../terminal/terminal-text.ts';

type Options<More> = GlobalOptions & { readonly project?: string } & More;

export function addPatterns(program: Command, context: CliContext): void {
  const patterns = program.command('patterns').description('Patterns that agents learned, as Forge keeps them');
  const inProject = (command: Command) => command.option('--project <name>', 'which project (default: default)');
  inProject(patterns.command('recall').argument('<query...>').description('Find learned patterns about something'))
    .addOption(new Option('--scope <scope>', 'where (default: all)').choices([...patternScopes, 'all']))
    .action(async (words: string[], _, self: Command) => recall(context, self.optsWithGlobals(), words.join(' ')));
  inProject(patterns.command('save').argument('<pattern...>').description('Save a learned pattern'))
    .addOption(new Option('--category <category>', 'what kind').choices(patternCategories).makeOptionMandatory())
    .addOption(new Option('--scope <scope>', 'where (default: project)').choices(patternScopes))
    .option('--confidence <number>', 'how sure, 0-1 (default: 0.7)', parseNumber)
    .option('--tag <tag...>', 'words to find it by')
    .option('--again', AGAIN)
    .action(async (words: string[], _, self: Command) => save(context, self.optsWithGlobals(), words.join(' ')));
}

type Recall = Options<{ scope?: PatternScope | 'all' }>;

async function recall(context: CliContext, options: Recall, query: string): Promise<void> {
  const { scope, project } = options;
  const { json, answer } = await withServer(context, options, ({ client }) =>
    client.call('recallPatterns', { body: { query, scope, project }, signal: context.interrupted }),
  );
  printResult(context, options, json, (printer) => {
    if (answer.message !== undefined) printer.line(answer.message);
    for (const { scope: of, count, memories } of answer.groups) {
      printer.line(`Found ${count} in ${of} memory`);
      for (const each of memories) printPattern(printer, each);
    }
  });
}

const printPattern = (
  printer: Printer,
  {
    category,
    confidence,
    pattern,
  }: { readonly category: string; readonly confidence: number; readonly pattern: string },
) => printer.line(`  [${category}] ${confidence.toFixed(2)} — ${plain(pattern).replace(/\s+/g, ' ')}`);

interface Saving {
  readonly category: PatternCategory;
  readonly scope?: PatternScope;
  readonly confidence?: number;
  readonly tag?: string[];
  readonly again?: boolean;
}
type Save = Options<Saving>;

async function save(context: CliContext, options: Save, pattern: string): Promise<void> {
  const { category, scope, project, confidence, tag: tags } = options;
  const { json, answer } = await withServer(context, options, ({ client }) =>
    client.call('savePattern', {
      query: againQuery(options.again),
      body: { pattern, category, scope, project, confidence, tags },
      signal: context.interrupted,
    }),
  );
  printResult(context, options, json, (printer) => {
    printer.line(answer.created ? 'Saved.' : 'Known already; its confidence rose.');
    printPattern(printer, answer.saved);
  });
}
