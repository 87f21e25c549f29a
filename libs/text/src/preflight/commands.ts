import { actOf, type Act, type Effect, type Target } from './act.ts';
import { classesOf, isGroupWord, isLookingWord, isQuoting, isReader, isSearching, isTaskRunner } from './lexicon.ts';
import type { ShellCommand } from './shell.ts';
import { editAct } from './statements.ts';

const MESSAGE_OPTION = /^(?:--message|--body|--title|--notes?|--subject|--description|--comment|-m|-am)$/;
const REHEARSAL_FLAG = /^(?:--version|--help|--dry-run(?:=.*)?|--noop|--what-if|-WhatIf|--check|--simulate|--plan)$/i;
/** Maps a program that writes to the options that make it only read. */
const lookingOptionByProgram: ReadonlyMap<string, RegExp> = new Map(
  Object.entries<RegExp>({ crontab: /^-l$/, iptables: /^-[LS]$/, tar: /^-?t/, ssh: /^-T$/ }),
);
const DASH_N_REHEARSAL_COMMAND = /^(?:rsync|make)$|^git (?:clean|push|rm|add|mv)$/;
const WRITING_FLAG = /^(?:-i\S*|--in-place\S*|-delete|--edit)$/;
/** Options with which a program that checks files changes them. */
const FIXING_FLAG = /^--(?:fix|write|in-place)$/;
const SENDING_FLAG = /^(?:-X|--request|-d|--data|-F|--form|-T|--upload-file|--json|--post)/;
const IS_WORD = /^[a-z@][\w:@-]*$/i;

/** Reads the act of a command, followed by an edit for each file that it writes. */
export function actsOfCommand(command: ShellCommand, parent: Act | undefined): Act[] {
  const { program, parts, environment, isWrapper, context, folder, writes, input } = command;
  const read = readWords(command);
  const written = [...writes, ...(program === 'tee' ? read.operands : outputOf(command))];
  const { effect, verbs } = isWrapper
    ? { effect: 'unknown' as const, verbs: new Set<string>() }
    : effectAndVerbsOf(command, read);
  const isSaidElsewhere = isQuoting(program) || isWrapper || command.scripts.length > 0;
  const own = actOf({
    ...{
      kind: 'shell',
      program,
      parent,
      isWrapper,
      effect,
      verbs,
      context,
      folder,
      pipe: command.pipe,
      messages: read.messages,
    },
    words: [...environment, ...read.words],
    flags: read.flags,
    targets: isWrapper ? [] : targetsOf(command, read, effect),
    // Input that is written to a file belongs to the edit of that file and not to the command.
    content: isSaidElsewhere ? '' : [...read.texts, written.length > 0 ? '' : input].join('\n').trim(),
  });
  const printed =
    input ||
    (isQuoting(program)
      ? parts
          .slice(1)
          .map(({ value }) => value)
          .join(' ')
      : '');
  return [
    { ...own, words: read.words },
    ...written.map((path) => ({ ...editAct('edit', path, printed), context, folder, parent })),
  ];
}

/** Finds the files in which an HTTP client saves responses. */
const outputOf = ({ program, parts }: ShellCommand): string[] =>
  HTTP_CLIENT.test(program)
    ? parts.flatMap(({ value }, at) =>
        OUTPUT_OPTION.test(parts[at - 1]?.value ?? '') && !IS_URL.test(value) ? [value] : [],
      )
    : [];
const OUTPUT_OPTION = /^(?:-[a-zA-Z]*o|-O|--output|--output-document)$/;
const IS_URL = /^\w+:\/\//;

interface CommandWords {
  readonly words: readonly string[];
  readonly flags: ReadonlySet<string>;
  readonly operands: readonly string[];
  /** The subcommands: plain words before the first operand of a different form. */
  readonly path: readonly string[];
  readonly texts: readonly string[];
  readonly messages: readonly string[];
}

function readWords({ program, parts }: ShellCommand): CommandWords {
  const flags = new Set<string>();
  const [words, operands, path, texts, messages]: string[][] = [[parts[0]!.value], [], [], [], []];
  let before = '';
  let isSought = isQuoting(program.toLowerCase());
  for (const { value, isText } of parts.slice(1)) {
    const isFlag = /^-{1,2}[\w?]/.test(value);
    if (isFlag) addFlag(flags, value);
    if (MESSAGE_OPTION.test(before) && !isFlag && program !== 'python') messages!.push(value);
    else if (isFlag) words!.push(value);
    else if (isText) texts!.push(value);
    else if (isSought && !/^\.{0,2}\//.test(value)) isSought = /^(?:echo|printf|write-)/i.test(program);
    else {
      if (operands!.length === path!.length && IS_WORD.test(value) && !isReader(program)) path!.push(value);
      words!.push(value);
      operands!.push(value);
    }
    before = value;
  }
  return { words: words!, flags, operands: operands!, path: path!, texts: texts!, messages: messages! };
}

function addFlag(flags: Set<string>, value: string): void {
  const name = value.split('=', 1)[0]!;
  const letters = /^-[a-zA-Z]{2,4}$/.test(name) ? [...name.slice(1)].map((letter) => `-${letter}`) : [];
  for (const one of [value, name, ...letters]) flags.add(one);
}

const LOOKING_EFFECT: Pick<Act, 'effect' | 'verbs'> = { effect: 'looks', verbs: new Set(['read']) };

function effectAndVerbsOf({ program, writes }: ShellCommand, words: CommandWords): Pick<Act, 'effect' | 'verbs'> {
  const flags = [...words.flags];
  const verbs = verbsOf(program, words.path);
  const isDashN =
    words.flags.has('-n') && DASH_N_REHEARSAL_COMMAND.test(program === 'git' ? `git ${words.path[0]}` : program);
  if (isDashN || flags.some((flag) => REHEARSAL_FLAG.test(flag))) return { effect: 'rehearses', verbs };
  if (flags.some((flag) => lookingOptionByProgram.get(program)?.test(flag))) return LOOKING_EFFECT;
  if (isWritingReader(program, flags) || flags.some((flag) => FIXING_FLAG.test(flag)))
    return { effect: 'changes', verbs: new Set([...verbs, 'change']) };
  if (isReader(program) || HTTP_CLIENT.test(program) || isBareGit(program, words) || verbs.has('looks'))
    return LOOKING_EFFECT;
  const isChange = writes.length > 0 || [...verbs].some((verb) => !/^(?:read|run|login|import|log)$/.test(verb));
  return { effect: isChange ? 'changes' : 'unknown', verbs };
}

/** Whether a program that usually only reads writes with these flags: `sed -i`, `find -delete`. */
const isWritingReader = (program: string, flags: readonly string[]): boolean =>
  isReader(program) && !isSearching(program) && flags.some((flag) => WRITING_FLAG.test(flag));

/** HTTP clients. Their requests are separate acts. */
const HTTP_CLIENT = /^(?:curl|wget|https?|xh)$/;

/** Whether a git command without a name only lists: `git branch`, `git tag`, `git remote`. */
const isBareGit = (program: string, { path, operands }: CommandWords): boolean =>
  program === 'git' && operands.length < 2 && /^(?:branch|tag|remote)$/.test(path[0] ?? '');

/** The verb classes of a command: the classes of the program and of its first subcommand that has an effect. */
function verbsOf(program: string, path: readonly string[]): ReadonlySet<string> {
  const cmdlet = /^([A-Z][a-z]+)-[A-Z]/.exec(program)?.[1]?.toLowerCase();
  if (cmdlet !== undefined) return isLookingWord(cmdlet) ? new Set(['looks', 'read']) : classesOf(cmdlet);
  if (program === 'git' && path[0] === 'add') return new Set(['commit']);
  const own = classesOf(program);
  const words = isGroupWord(path[0] ?? '') && isLookingWord(path[1] ?? '') ? path.slice(1) : path;
  const first = words.map((word) => effectOfWord(word.toLowerCase())).find((effect) => effect !== undefined);
  if (first === 'looks') return own.size > 0 ? own : new Set(['looks', 'read']);
  return new Set([...own, ...(first ?? [])]);
}

function effectOfWord(word: string): 'looks' | ReadonlySet<string> | undefined {
  const pieces = [word, word.split(/[-_]/)[0]!, word.split(':').at(-1)!];
  if (pieces.some(isLookingWord)) return 'looks';
  return pieces.map(classesOf).find(({ size }) => size > 0);
}

function targetsOf({ program, writes }: ShellCommand, { operands, path }: CommandWords, effect: Effect): Target[] {
  const written = writes.map((text) => ({ text, isChanged: true }));
  const isFile = (word: string) => !/^s([^\w\s]).*\1/.test(word) && (!isTaskRunner(program) || /[./\\]/.test(word));
  const paths = operands.filter(isFile);
  const isCommit = program === 'git' && /^(?:add|commit|push)$/.test(path[0] ?? '');
  const isCopy =
    /^(?:cp|rsync|scp|ln|robocopy|install)$/.test(program) ||
    operands.some((word) => /^(?:cp|sync|copyto)$/.test(word));
  const isChanged = effect === 'changes' && !isCommit;
  return [
    ...paths.map((text, at) => ({ text, isChanged: isChanged && (!isCopy || at === paths.length - 1) })),
    ...written,
  ];
}

/** Reads the HTTP request that a client program sends. Undefined for other programs. */
export function requestOf({ program, parts }: ShellCommand): { method: string; url: string; body: string } | undefined {
  if (!/^(?:curl|wget|https?|xh|invoke-(?:restmethod|webrequest))$/i.test(program) && !/^gh$/.test(program))
    return undefined;
  const values = parts.slice(1).map(({ value }) => value);
  if (program === 'gh' && values[0] !== 'api') return undefined;
  const named = values.find(
    (value, at) =>
      /^(?:-X|--request|-Method|--method)$/i.test(values[at - 1] ?? '') || /^(?:POST|PUT|PATCH|DELETE)$/.test(value),
  );
  const glued = values.map((value) => /^(?:-X|--request=|--method=)([A-Za-z]+)$/.exec(value)?.[1]).find(Boolean);
  const sends = values.some((value) => SENDING_FLAG.test(value) || /^-Body$/i.test(value));
  const url = values.find((value) => /^[a-z]+:\/\/|^\/?[\w.-]+(?::\d+)?\/|^\//.test(value));
  if (url === undefined) return undefined;
  return {
    method: (named ?? glued ?? (sends ? 'POST' : 'GET')).toUpperCase(),
    url,
    body: values.filter((value) => value !== url && !value.startsWith('-')).join(' '),
  };
}
