import { Readable } from 'node:stream';
import { CommanderError, type Command } from 'commander';
import { forEachChild, parse as parseShell, type SyntaxNode } from 'unbash';
import { cairnProgram } from '../../apps/cli/src/run-cli.ts';
import { NPM_PACKAGE } from '../../libs/contracts/src/npm-package.ts';
import { parse } from './pages.ts';

/** Builds the program as its help shows it on any machine. */
export const commandLine = (): Command =>
  cairnProgram({
    ...{ env: {}, home: '/', serverBundle: '', exitCode: 0, interrupted: new AbortController().signal },
    ...{ stdin: Readable.from([]), stdout: { write: () => true }, stderr: { write: () => true } },
  });

/** A command line of Cairn that a text tells its reader to type. */
interface Mention {
  readonly line: string;
  readonly words: readonly string[];
  /** Whether it stands in a sentence, where it may name a command without the command's arguments. */
  readonly isInSentence: boolean;
}

/** Faults of the commands of Cairn in a page: commands, options and values that do not exist, and missing arguments. */
export function commandFaults(file: string, text: string): string[] {
  return mentionsIn(text).flatMap((mention) => faultsOf(file, mention));
}

/** Commands that a source names: `{cairn keys list}` in a message that the command line completes, else in backticks. */
const HINT = /\{cairn ((?:[^{}$]|\$\{[^{}]*\})+)\}|`cairn ([a-z][^`$\n]+?)\\?`/g;

/** Faults of the commands that the messages and comments of a source file name. */
export const hintFaults = (file: string, source: string): string[] =>
  [...source.matchAll(HINT)].flatMap(([, reference, code]) => {
    const line = `cairn ${(reference ?? code)!.replaceAll(/\$\{[^{}]*\}/g, 'X')}`;
    return callsIn(line).flatMap((call) => faultsOf(file, { ...call, isInSentence: true }));
  });

function faultsOf(file: string, mention: Mention): string[] {
  const fault = faultOf(mention);
  return fault === undefined ? [] : [`${file}: ${mention.line}: ${fault}`];
}

/** Command lines of a page: in its blocks of code, and in the code of its sentences. */
function mentionsIn(text: string): readonly Mention[] {
  return parse(text).flatMap(({ type, content, children }): readonly Mention[] => {
    if (/^(?:fence|code_block)$/.test(type)) return callsIn(content).map((call) => ({ ...call, isInSentence: false }));
    const spans = (children ?? []).filter((child) => child.type === 'code_inline');
    return spans.flatMap((span) => callsIn(span.content)).map((call) => ({ ...call, isInSentence: true }));
  });
}

/** Calls of Cairn in a script, however it is installed. */
function callsIn(script: string): Omit<Mention, 'isInSentence'>[] {
  const found: Omit<Mention, 'isInSentence'>[] = [];
  const visit = (node: SyntaxNode): void => {
    if (node.type === 'Command') {
      const all = [node.name, ...node.args].flatMap((word) => (word?.type === 'Word' ? [word.value] : []));
      const words = argumentsOfCairn(all);
      if (words) found.push({ line: all.join(' '), words });
    }
    forEachChild(node, visit);
  };
  visit(parseShell(script.replaceAll(/<([\w -]+)>/g, (_, name: string) => name.replaceAll(' ', '-'))));
  return found;
}

const STARTS = [['cairn'], ['npx', NPM_PACKAGE], ['npm', 'run', '-s', 'cairn', '--']];

function argumentsOfCairn(words: readonly string[]): readonly string[] | undefined {
  const start = STARTS.find((one) => one.every((word, at) => words[at] === word));
  return start && words.slice(start.length);
}

/** A word that only stands for the arguments of its reader. */
const STANDS_FOR = /^(?:\.\.\.|…|COMMAND|command)$/;

const program = commandLine();
class IsKnown extends Error {}
for (const command of program.commands)
  command.hook('preAction', () => {
    throw new IsKnown();
  });

/** Message of the command line about a call, which it parses as it would for a person, and does not run. */
function faultOf({ words, isInSentence }: Mention): string | undefined {
  if (words.length === 0 || STANDS_FOR.test(words[0]!)) return undefined;
  try {
    program.parse([...words], { from: 'user' });
  } catch (error) {
    if (error instanceof IsKnown) return undefined;
    if (!(error instanceof CommanderError)) throw error;
    const isIncomplete = /^commander\.(?:missing|optionMissing)/.test(error.code);
    return error.exitCode === 0 || (isInSentence && isIncomplete) ? undefined : error.message;
  }
  return undefined;
}
