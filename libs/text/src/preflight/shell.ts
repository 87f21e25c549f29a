import { forEachChild, parse, type Command, type SyntaxNode, type Word } from 'unbash';
import { shallowParts } from './nesting.ts';

/** One simple command of a shell script, as it would run. */
export interface ShellCommand {
  /** What is executed: the program, its subcommands, flags and operands. Texts, patterns and messages are in `texts`. */
  readonly words: readonly string[];
  /** `NAME=value` before the program. */
  readonly environment: readonly string[];
  /** Arguments that are text for somebody: messages, patterns, what is printed. */
  readonly texts: readonly string[];
  /** Files that redirections write. */
  readonly writes: readonly string[];
}

/** Programs that run the command that follows them. */
const wrappers = new Set(
  'sudo doas env time nice nohup timeout xargs exec command builtin watch stdbuf setsid ionice caffeinate'.split(' '),
);
const shells = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'fish']);
/** Programs with `-c`. */
const takesScript = new Set([...shells, 'su', 'script', 'flock']);
const EXECUTES = /^-(?:exec|execdir|ok|okdir)$/;
const PRINTS = new Set(['echo', 'printf']);
/** Programs whose operands are patterns and places to look. */
const SEARCHES = new Set(['grep', 'egrep', 'fgrep', 'rg', 'ag', 'ack', 'find', 'fd']);
const MESSAGE_FLAG = /^(?:--message|--grep|--body|--title|--notes?|--subject|--description)$/;
const NESTED_MAX = 4;

/** The simple commands of a script in their order, with those that a wrapper or a nested shell runs. */
export function readShell(script: string, depth = 0): ShellCommand[] {
  const found: ShellCommand[] = [];
  const visit = (node: SyntaxNode): void => {
    if (node.type === 'Command') found.push(...commandsOf(node, depth));
    forEachChild(node, visit);
  };
  for (const part of shallowParts(script)) visit(parse(part));
  return found;
}

function commandsOf(node: Command, depth: number): ShellCommand[] {
  const all = [...(node.name ? [node.name] : []), ...node.args.filter((arg): arg is Word => arg.type === 'Word')];
  if (all.length === 0) return [];
  const environment = node.prefix.flatMap((part) => (part.type === 'Assignment' ? [part.text] : []));
  const writes = node.redirects.flatMap((one) =>
    one.type === 'Redirect' && one.operator.includes('>') && one.target ? [one.target.value] : [],
  );
  const fed = node.suffix.flatMap(scriptFed);
  return unwrapped({ args: all, environment, writes, fed }, depth);
}

/** A text that a command reads as its input. */
const scriptFed = (part: Command['suffix'][number]): string[] =>
  part.type === 'HereDoc' && part.body
    ? [part.body.text]
    : part.type === 'HereString' && part.target
      ? [part.target.value]
      : [];

interface Given {
  readonly args: readonly Word[];
  readonly environment: readonly string[];
  readonly writes: readonly string[];
  /** Texts that it reads as its input. */
  readonly fed: readonly string[];
}

/** The command as it is written, then what it runs inside. */
function unwrapped(given: Given, depth: number): ShellCommand[] {
  const { args, environment, writes, fed } = given;
  const own = { ...split(args), environment, writes };
  if (depth >= NESTED_MAX) return [own];
  const program = programOf(args[0]!.value);
  const inner = wrappers.has(program) ? args.slice(1 + skippedBy(args.slice(1))) : [];
  if (inner.length > 0 && !isScript(inner)) return [own, ...unwrapped({ ...given, args: inner }, depth + 1)];
  const scripts =
    inner.length > 0 ? [inner[0]!.value] : [...scriptsIn(program, args), ...(shells.has(program) ? fed : [])];
  return [own, ...scripts.flatMap((script) => readShell(script, depth + 1))];
}

/** A whole command in one pair of quotes, as `watch` takes it. */
const isScript = ([first, ...more]: readonly Word[]): boolean =>
  first !== undefined && more.length === 0 && isQuoted(first) && /\s/.test(first.value);

/** Options of a wrapper, its `NAME=value` and its numbers, before the command that it runs. */
function skippedBy(args: readonly Word[]): number {
  const at = args.findIndex(({ value }) => !/^-|^\w+=|^\d+(?:\.\d+)?[smhd]?$/.test(value));
  return at < 0 ? args.length : at;
}

/** Scripts among the arguments: `sh -c '...'`, `eval ...`, `ssh host '...'`, `find -exec ... ;`, `tool -- command`. */
function scriptsIn(program: string, args: readonly Word[]): string[] {
  if (program === 'eval')
    return [
      args
        .slice(1)
        .map(({ value }) => value)
        .join(' '),
    ];
  if (program === 'trap') return args.slice(1, 2).map(({ value }) => value);
  if (program === 'find') return executedIn(args);
  const dashC = args.findIndex(({ value }) => /^-[a-z]*c$/.test(value));
  if (takesScript.has(program) && dashC > 0) return args.slice(dashC + 1, dashC + 2).map(({ value }) => value);
  if (program === 'ssh') return args.slice(1).flatMap((arg) => (isQuoted(arg) ? [arg.value] : []));
  const dashes = args.findIndex(({ value }) => value === '--');
  const rest = dashes > 0 ? args.slice(dashes + 1) : [];
  return rest.length > 1 ? [rest.map(({ text }) => text).join(' ')] : [];
}

/** The commands that `find` runs, each up to its `;` or `+`. */
function executedIn(args: readonly Word[]): string[] {
  const begins = args.flatMap(({ value }, at) => (EXECUTES.test(value) ? [at + 1] : []));
  return begins.map((from) => {
    const end = args.findIndex(({ value }, at) => at >= from && /^[;+]$/.test(value));
    const words = args.slice(from, end < 0 ? undefined : end);
    return words.map(({ text }) => text).join(' ');
  });
}

function split(args: readonly Word[]): Pick<ShellCommand, 'words' | 'texts'> {
  const words: string[] = [];
  const texts: string[] = [];
  const program = programOf(args[0]!.value);
  const isSearch = SEARCHES.has(program) || (program === 'git' && args[1]?.value === 'grep');
  args.forEach((arg, at) => {
    const isOperand = at > 0 && !arg.value.startsWith('-');
    const before = args[at - 1]?.value ?? '';
    const isMessage = MESSAGE_FLAG.test(before) || (program === 'git' && /^-[a-z]*m$/.test(before));
    const isText = isMessage || (isQuoted(arg) && /\s/.test(arg.value)) || (isOperand && PRINTS.has(program));
    (isText || (isOperand && isSearch) ? texts : words).push(arg.value);
  });
  return { words, texts };
}

const programOf = (word: string): string => word.slice(word.lastIndexOf('/') + 1);

const isQuoted = ({ parts }: Word): boolean =>
  parts?.some(({ type }) => type === 'SingleQuoted' || type === 'DoubleQuoted') ?? false;
