import { readFile } from 'node:fs/promises';
import { normStrengths, type DecisionMeaning, type Meaning, type Norm } from '@cairn/contracts';
import { Option, type Command } from 'commander';
import { CommandFailure } from './exit-codes.ts';

/** Options that give the meaning of a memory: one norm and one decision, or a file with any number of them. */
export interface MeaningOptions {
  readonly forbids?: string[];
  readonly environment?: string[];
  readonly within?: string[];
  readonly without?: string[];
  readonly except?: string[];
  readonly bind?: Norm['strength'];
  readonly instead?: string[];
  readonly because?: string[];
  readonly rejected?: string[];
  readonly consequence?: string[];
  readonly reverses?: string;
  readonly value?: string;
  readonly meaning?: string;
}

export const meaningOptions = (command: Command): Command =>
  command
    .option('--forbids <act...>', 'of a rule: commands, paths or calls that break it, as they are typed')
    .option('--environment <name...>', 'forbidden only there: production, staging, ci, local')
    .option('--within <place...>', 'forbidden only in these paths, hosts, tables or branches')
    .option('--without <part...>', 'forbidden only where the act lacks these, such as --dry-run')
    .option('--except <act...>', 'allowed all the same')
    .addOption(new Option('--bind <strength>', 'how much it binds (default: must)').choices(normStrengths))
    .option('--instead <act...>', 'of a rule: what to do instead, as it is typed')
    .option('--because <reason...>', 'of a decision: why')
    .option('--rejected <alternative...>', 'of a decision: what was rejected, as "what: why not"')
    .option('--consequence <text...>', 'of a decision: what follows')
    .option('--reverses <decision>', 'of a decision: the id or title of the one that it reverses')
    .option('--value <text>', 'the value of the attribute of the subject')
    .option(
      '--meaning <file>',
      'a JSON file with forbids, instead, decides, value, entities and relations, in place of these options',
    );

/** Builds the request's fields from the options. Throws a usage failure if the file contains no JSON object. */
export async function readMeaningOptions({ meaning, ...options }: MeaningOptions): Promise<Meaning> {
  if (meaning !== undefined) return readMeaningFile(meaning);
  const { forbids, environment, within, without, except, bind } = options;
  const parts = { environments: environment, within, without, except };
  if (forbids === undefined && (bind ?? Object.values(parts).find(Boolean)) !== undefined)
    throw new CommandFailure('usage', 'Say what is forbidden there: --forbids.');
  const norm = forbids && { names: forbids, ...withoutUndefined(parts), strength: bind ?? 'must' };
  const decides = decisionOf(options);
  return withoutUndefined({ forbids: norm && [norm], instead: options.instead, decides, value: options.value });
}

function decisionOf({ because, rejected, consequence, reverses }: MeaningOptions): DecisionMeaning | undefined {
  const parts = { reasons: because, alternatives: rejected?.map(alternativeIn), consequences: consequence, reverses };
  return Object.values(parts).every((part) => part === undefined) ? undefined : withoutUndefined(parts);
}

/** Splits `what: why not` at the first colon before a space; a colon inside a word, as in an address, does not count. */
function alternativeIn(text: string): { what: string; whyNot?: string } {
  const [, what, whyNot] = /^(.+?):\s+(\S.*)$/su.exec(text) ?? [];
  return what === undefined || whyNot === undefined ? { what: text } : { what, whyNot };
}

async function readMeaningFile(file: string): Promise<Meaning> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new CommandFailure('usage', `${file} cannot be read: ${error.message}`);
  });
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read;
  } catch {
    // The failure below reports the unparsable text.
  }
  throw new CommandFailure('usage', `${file} is no JSON object with forbids, instead, decides or value.`);
}

const withoutUndefined = <Fields extends object>(fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;
