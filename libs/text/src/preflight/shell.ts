import { forEachChild, parse, type Command, type Redirection, type SyntaxNode, type Word } from 'unbash';
import { resolveInFolder } from './glob.ts';
import { isSearching } from './lexicon.ts';
import { splitByNesting } from './nesting.ts';
import { findInterpreter, findWrapper, type Language, type Wrapper } from './wrappers.ts';

/** A word of a command. */
interface Part {
  readonly value: string;
  /** Whether the part is several words in quotation marks: a text or a script. */
  readonly isText: boolean;
}

/** One simple command of a shell script. */
export interface ShellCommand {
  readonly program: string;
  readonly parts: readonly Part[];
  /** The assignments `NAME=value` before the program. */
  readonly environment: readonly string[];
  /** The files that redirections write. */
  readonly writes: readonly string[];
  /** The text that the command gets as its input. */
  readonly input: string;
  /** The hosts, containers, folders and variables that apply to the command. */
  readonly context: readonly string[];
  /** The folder in which the command runs, if its script changed the folder; otherwise empty. */
  readonly folder: string;
  /** The words of the commands in the same pipe. */
  readonly pipe: readonly string[];
  /** The command that runs this command. */
  readonly parent: ShellCommand | undefined;
  /** Whether the command only runs a further command, as `sudo` does. */
  readonly isWrapper: boolean;
  /** The scripts in other languages that the command runs. */
  readonly scripts: readonly { readonly language: Exclude<Language, 'shell'>; readonly text: string }[];
}

interface Around {
  readonly depth: number;
  readonly context: readonly string[];
  readonly folder: string;
  readonly parent: ShellCommand | undefined;
}

const NESTING_MAX = 5;
/** The context of a command includes at most this many of the latest folders of its script. */
const FOLDERS_MAX = 8;
/**
 * The maximum length of a tracked folder in characters. The bound keeps a script from giving each of its commands a
 * long path.
 */
const FOLDER_CHARS_MAX = 1_000;
const WINDOWS_SCRIPT = /(?:^|[\s'"(])(?:[A-Za-z]+:\\|\\\\\w)|^[A-Z][a-z]+-[A-Z]/;

/**
 * Reads the simple commands of a script in order, including commands that a wrapper, an interpreter or a nested shell
 * runs.
 */
export function readShell(script: string): ShellCommand[] {
  return commandsOf(script, { depth: 0, context: [], folder: '', parent: undefined });
}

function commandsOf(script: string, around: Around): ShellCommand[] {
  const found: ShellCommand[] = [];
  const folders: string[] = [];
  let current = around.folder;
  const visit = (node: SyntaxNode): void => {
    if (node.type === 'Pipeline') {
      const pipe = node.commands.flatMap((one) =>
        one.type === 'Command' ? wordsOf(one).map(({ value }) => value) : [],
      );
      node.commands.reduce<CommandOutput>(through, { ...NOTHING_PRINTED, pipe });
    } else if (node.type === 'Command') take(node, NOTHING_PRINTED);
    else forEachChild(node, visit);
  };
  const through = (piped: CommandOutput, node: SyntaxNode): CommandOutput => {
    if (node.type === 'Command') return { ...take(node, piped), pipe: piped.pipe };
    const first = found.length;
    visit(node);
    const text = found.slice(first).map((one) => outputOf(one).text);
    return { ...NOTHING_PRINTED, text: text.filter(Boolean).join('\n'), pipe: piped.pipe };
  };
  /** Reads one command and returns its output for the next command of the pipe. */
  const take = (node: Command, piped: CommandOutput): CommandOutput => {
    forEachChild(node, visit);
    const given = inputOf(node, piped);
    const [program, folder] = given.parts;
    if (!program) return NOTHING_PRINTED;
    const context = [...around.context, ...folders.slice(-FOLDERS_MAX)];
    found.push(...unwrapCommand(given, { ...around, context, folder: current }));
    if (folder && /^(?:cd|pushd|Set-Location)$/.test(program.value)) {
      folders.push(folder.value);
      const next = resolveInFolder(current, folder.value);
      if (next.length <= FOLDER_CHARS_MAX) current = next;
    }
    return outputOf(given);
  };
  const own = WINDOWS_SCRIPT.test(script) ? script.replaceAll('\\', '\\\\') : script;
  for (const part of splitByNesting(own)) visit(parse(part));
  return found;
}

type CommandInput = Pick<ShellCommand, 'parts' | 'environment' | 'writes' | 'input' | 'pipe'>;

/** The text and the paths that a command passes to the next command of its pipe. */
interface CommandOutput {
  readonly text: string;
  readonly paths: readonly Part[];
  readonly pipe: readonly string[];
}
const NOTHING_PRINTED: CommandOutput = { text: '', paths: [], pipe: [] };

function inputOf(node: Command, piped: CommandOutput): CommandInput {
  const parts = wordsOf(node).map(partOf);
  return {
    parts: parts[0]?.value === 'xargs' ? [...parts, ...piped.paths] : parts,
    environment: node.prefix.flatMap((part) => (part.type === 'Assignment' ? [part.text] : [])),
    writes: node.redirects.flatMap(filesWrittenBy),
    pipe: piped.pipe,
    input: [piped.text, ...node.redirects.map(textOf)].filter(Boolean).join('\n'),
  };
}

const wordsOf = (node: Command): Word[] => [
  ...(node.name ? [node.name] : []),
  ...node.args.filter((arg): arg is Word => arg.type === 'Word'),
];

/**
 * The maximum length of a word in characters. A longer word is not a name, and its nested substitutions would be read again at each depth.
 */
const WORD_CHARS_MAX = 1_000;

function partOf({ value, parts }: Word): Part {
  const isQuoted = parts?.some(({ type }) => /Quoted$|^Locale/.test(type)) ?? false;
  const isText = isQuoted && /\s/.test(value);
  return { value: isText ? value : value.slice(0, WORD_CHARS_MAX), isText };
}

const filesWrittenBy = (one: Redirection): string[] =>
  one.type === 'Redirect' &&
  one.operator.includes('>') &&
  one.target &&
  !/^(?:\/dev\/|\d$|\$null)/.test(one.target.value)
    ? [one.target.value]
    : [];

function textOf(one: Redirection): string {
  if (one.type === 'HereDoc') return one.body.text;
  return one.type === 'HereString' ? (one.target?.value ?? '') : '';
}

function outputOf({ parts: [program, ...rest], input }: Pick<CommandInput, 'parts' | 'input'>): CommandOutput {
  const name = programOf(program!.value).toLowerCase();
  if (name === 'cat' && rest.length === 0) return { ...NOTHING_PRINTED, text: input };
  if (/^(?:echo|printf|write-output)$/.test(name)) return { ...NOTHING_PRINTED, text: textsOf(rest) };
  const paths = rest.filter(({ value }) => !value.startsWith('-'));
  if (/^(?:find|ls|fd)$/.test(name)) return { ...NOTHING_PRINTED, paths: paths.slice(0, 1) };
  return { ...NOTHING_PRINTED, paths: isSearching(name) ? paths.slice(1) : [] };
}

const textsOf = (parts: readonly Part[]): string => parts.map(({ value }) => value).join(' ');

/** Reads a command, followed by the commands that it runs. */
function unwrapCommand(given: CommandInput, around: Around): ShellCommand[] {
  const { parts, environment } = given;
  const program = programOf(parts[0]!.value);
  const isDeep = around.depth >= NESTING_MAX;
  const wrapped = isDeep ? undefined : findWrapper([program, ...parts.slice(1, 3).map(({ value }) => value)]);
  const inner = wrapped && splitWrapper(parts.slice(wrapped.size), wrapped.wrapper);
  const isWrapper = inner !== undefined && inner.command.length > 0;
  const scripts = isWrapper || isDeep ? [] : scriptsOf(program, given);
  const own: ShellCommand = {
    ...{ ...given, program, isWrapper, parent: around.parent, folder: around.folder },
    context: [...around.context, ...environment],
    scripts: scripts.flatMap(({ language, text }) => (language === 'shell' ? [] : [{ language, text }])),
  };
  const inside = {
    depth: around.depth + 1,
    parent: own,
    context: [...own.context, ...(inner?.places ?? [])],
    folder: inner && inner.places.length > 0 ? '' : around.folder,
  };
  if (isWrapper) return [own, ...readInnerCommand(inner.command, { ...given, environment: [] }, inside)];
  const shells = scripts.filter(({ language }) => language === 'shell');
  const handed = !isDeep && /^(?:find|fd)$/.test(program) ? findExecuted(parts) : [];
  return [
    own,
    ...shells.flatMap(({ text }) => commandsOf(text, inside)),
    ...handed.flatMap((command) =>
      unwrapCommand({ parts: command, environment: [], writes: [], input: '', pipe: [] }, inside),
    ),
  ];
}

/** Reads the inner command of a wrapper: a quoted text is a script, words are a command. */
function readInnerCommand(command: readonly Part[], given: CommandInput, around: Around): ShellCommand[] {
  if (
    command.some(({ isText, value }) => isText && /[\s;|&]/.test(value)) &&
    (command.length === 1 || around.parent?.program === 'ssh')
  )
    return commandsOf(textsOf(command), around);
  return unwrapCommand({ ...given, parts: command }, around);
}

/** Splits the words of a wrapper into the places that it names and the command after its options. */
function splitWrapper(
  parts: readonly Part[],
  { places, valued }: Wrapper,
): { places: string[]; command: readonly Part[] } {
  const named: string[] = [];
  const said: string[] = [];
  let at = 0;
  for (; at < parts.length; at++) {
    const { value } = parts[at]!;
    if (value === '--') continue;
    if (valued.has(value)) {
      if (/^-(?:n|w|-namespace|-context|-profile|-workdir)$/.test(value) && places > 0)
        said.push(parts[at + 1]?.value ?? '');
      at++;
    } else if (!parts[at]!.isText && /^-|^\w+=/.test(value)) continue;
    else if (named.length < places && !parts[at]!.isText) named.push(value);
    else break;
  }
  return { places: [...said, ...named], command: parts.slice(at) };
}

const EVALUATING_PROGRAM = /^(?:eval|iex|invoke-expression)$/i;
const BLOCK_RUNNING_PROGRAM = /^(?:invoke-command|foreach-object|start-job)$/i;
/** Interpreters that take all words after their option as the script. */
const REST_TAKING_PROGRAM = /^(?:pwsh|powershell|cmd)/i;

/** Finds the scripts that an interpreter gets by an option, by an operand or as its input. */
function scriptsOf(program: string, given: CommandInput): { language: Language; text: string }[] {
  const { parts, input } = given;
  if (EVALUATING_PROGRAM.test(program)) return [{ language: 'shell', text: textsOf(parts.slice(1)) || input }];
  if (program === 'trap') return [{ language: 'shell', text: parts[1]?.value ?? '' }];
  const block = BLOCK_RUNNING_PROGRAM.test(program) ? /\{([^{}]*)\}/.exec(textsOf(parts))?.[1] : undefined;
  if (block !== undefined) return [{ language: 'shell', text: block }];
  const interpreter = findInterpreter(program);
  if (!interpreter) return [];
  const { language, option } = interpreter;
  const at = parts.findIndex(({ value }, index) => index > 0 && option.test(value));
  const texts =
    at < 0
      ? scriptsWithoutOption(given, language)
      : [REST_TAKING_PROGRAM.test(program) ? textsOf(parts.slice(at + 1)) : (parts[at + 1]?.value ?? '')];
  return texts.filter(Boolean).map((text) => ({ language, text }));
}

/** Finds scripts without an option: a client takes a quoted text or its input, a shell without operands its input. */
function scriptsWithoutOption({ parts, input }: CommandInput, language: Language): string[] {
  const rest = parts.slice(1);
  if (language !== 'shell') return [...rest.flatMap(({ isText, value }) => (isText ? [value] : [])), input];
  return rest.every(({ value }) => value.startsWith('-')) ? [input] : [];
}

/** The maximum number of words that are read from a command in `find -exec`. */
const EXECUTED_WORDS_MAX = 1_000;
const EXECUTING_OPTION = /^(?:-exec(?:dir)?|-ok(?:dir)?|-x|--exec)$/;

/**
 * Finds the commands that `find` runs. Each command ends at `;`, at `+` or at the next command, and gets the searched
 * folder as an operand.
 */
function findExecuted(parts: readonly Part[]): (readonly Part[])[] {
  const values = parts.map(({ value }) => value);
  const begins = values.flatMap((value, at) => (EXECUTING_OPTION.test(value) ? [at + 1] : []));
  const place = parts.slice(1, 2).filter(({ value }) => !value.startsWith('-'));
  const commands = begins.map((from) => {
    const rest = values.slice(from, from + EXECUTED_WORDS_MAX);
    const end = rest.findIndex((value) => /^[;+]$/.test(value) || EXECUTING_OPTION.test(value));
    return parts.slice(from, from + (end < 0 ? rest.length : end)).filter(({ value }) => value !== '{}');
  });
  return commands.filter(({ length }) => length > 0).map((command) => [...command, ...place]);
}

const programOf = (word: string): string => {
  const name = word.slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1);
  return name === '' ? word : name;
};
