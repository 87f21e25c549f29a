import {
  categories,
  describeRestated,
  limits,
  stores,
  toolLimits,
  type Meaning,
  type VisibilityInput,
} from '@cairn/contracts';
import { Option, type Command } from 'commander';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import { CommandFailure } from '../context/exit-codes.ts';
import { readMeaningOptions, meaningOptions, type MeaningOptions } from '../context/given-meaning.ts';
import { parseEnd, parseList, parseNumber, parseTime } from '../context/parse-options.ts';
import { printMasked } from '../terminal/print-items.ts';
import { printResult } from '../terminal/printer.ts';
import { withServer } from '../server/server-connection.ts';
import { cutToWidth, neutraliseForTerminal } from '../terminal/terminal-text.ts';

interface Options extends GlobalOptions, MeaningOptions {
  readonly title?: string;
  readonly store?: string;
  readonly category?: string;
  readonly tag?: readonly string[];
  readonly trigger?: string[];
  readonly channel?: string;
  readonly project?: string;
  readonly visibility?: VisibilityInput;
  readonly subject?: string;
  readonly attribute?: string;
  readonly confidence?: number;
  readonly at?: number;
  readonly validFrom?: number;
  readonly validTo?: number;
  readonly from?: readonly string[];
  readonly id?: string;
  readonly wait?: boolean;
  readonly overwrite?: boolean;
}

export function addRemember(program: Command, context: CliContext): void {
  const command = program
    .command('remember')
    .argument('[text...]', 'what to remember; without it, or with -, it is read from stdin')
    .description('Remember one thing. The same text in the same place is stored once.')
    .option('--title <title>', 'its title (default: the beginning of the text)')
    .addOption(new Option('--store <store>', 'kind of memory (default: semantic)').choices(stores))
    .addOption(new Option('--category <category>', 'its category (default: fact)').choices(categories))
    .option('--tag <list>', 'tags, comma-separated', parseList)
    .option('--trigger <action...>', 'actions that it is about, for preflight: words of a command or file, * for any')
    .option('--channel <name>', 'its channel')
    .option('--project <name>', 'project that it belongs to, such as acme/billing (default: none, it holds in all)')
    .option(
      '--visibility <who>',
      'who may read it: private, peer, org, or team:NAME (default: everyone, but in a peer channel that peer)',
    )
    .option('--subject <name>', 'the thing or person that it is about')
    .option('--attribute <name>', 'property of its subject; each has one active memory')
    .option('--confidence <number>', 'how sure you are, 0-1', parseNumber)
    .option('--at <time>', 'when it was said or became true: a date, or epoch milliseconds', parseTime)
    .option('--valid-from <time>', 'start of its validity', parseTime)
    .option('--valid-to <time>', 'end of its validity; a day, week, month or year is included', parseEnd)
    .option('--from <list>', 'ids of its sources, comma-separated', parseList)
    .option('--id <id>', 'your own id for it; sending it again is harmless')
    .option('--wait', 'wait until it can be found by words and by meaning')
    .option('--overwrite', 'store it even if it was forgotten permanently');
  meaningOptions(command).action(async (words: string[], _, self: Command) =>
    rememberText(context, self.optsWithGlobals(), await textOf(context, words)),
  );
}

async function rememberText(context: CliContext, options: Options, content: string): Promise<void> {
  const {
    title = titleOf(content),
    store,
    tag: tags,
    trigger: actionTriggers,
    channel,
    project,
    visibility,
    subject,
    attribute,
    confidence,
  } = options;
  const { at: timestamp, validFrom, validTo, from: sourceIds, id: externalId, wait, overwrite } = options;
  const meaning = await readMeaningOptions(options);
  const category = options.category ?? categoryOf(meaning);
  const about = { store, category, tags, subject, attribute, confidence, validFrom, validTo, sourceIds };
  const body = {
    title,
    content,
    ...about,
    ...meaning,
    actionTriggers,
    channel,
    project,
    visibility,
    timestamp,
    externalId,
  };
  const query = {
    ...(wait && { wait: 'indexed', waitMs: limits.waitMs.max }),
    ...(overwrite && { overwrite: 'true' }),
  } as const;
  const { json, answer } = await withServer(context, options, ({ client }) =>
    client.call('addMemories', { body, query, signal: context.interrupted }),
  );
  printResult(context, options, json, (printer) => {
    for (const { id, created, state, restates, masked, conflicts = [], understood = [] } of answer.items) {
      printer.line(
        created ? `${state === 'proposed' ? 'Proposed' : 'Remembered'} as ${id}.` : `Known already as ${id}.`,
      );
      if (restates) printer.line(`${describeRestated(restates)} ${printer.own('review')}, or --overwrite`);
      for (const other of conflicts)
        printer.line(`${other.id} has the same text with another ${other.fields.join(', ')}.`);
      for (const each of understood) printer.line(neutraliseForTerminal(each));
      printMasked(printer, masked);
    }
  });
}

/** Category that follows from the given meaning. Undefined if the server should choose. */
const categoryOf = ({ forbids, decides }: Meaning) => (forbids ? 'rule' : decides ? 'decision' : undefined);

/** First line of the text, cut to the maximum title length of the MCP tool. */
const titleOf = (content: string): string =>
  cutToWidth((content.trim().split('\n', 1)[0] as string).replace(/\s+/g, ' '), toolLimits.rememberTitle.max);

/** Text of the arguments, or all of stdin if there are no arguments. */
async function textOf({ stdin }: CliContext, words: readonly string[]): Promise<string> {
  const text = words.join(' ');
  if (text !== '' && text !== '-') return text;
  if (text === '' && stdin.isTTY) throw new CommandFailure('usage', 'Say what to remember, or pipe it in.');
  let read = '';
  for await (const chunk of stdin.setEncoding('utf8')) {
    read += String(chunk);
    if (read.length > limits.memoryContent.max)
      throw new CommandFailure('usage', `The text is longer than ${limits.memoryContent.max} characters.`);
  }
  if (read.trim() === '') throw new CommandFailure('usage', 'There is nothing to remember: the text is blank.');
  return read.trimEnd();
}
