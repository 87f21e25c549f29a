import { isDocument, type Act, textsOf } from './act.ts';
import { readShellActs } from './action.ts';
import { runsSql, sqlWords } from './sql.ts';
import { hasLongOptions, isTool, isVerb, longOptionByShort, standardSpellingByWord } from './lexicon.ts';
import { fitsPath, fitsWord, resolveInFolder, isBelow, replacePlaceholders } from './glob.ts';

/** A name in a norm, as typed, with its kind. */
export type Name =
  | { readonly kind: 'command'; readonly text: string; readonly command: CommandName }
  | { readonly kind: 'path'; readonly text: string; readonly glob: string }
  | { readonly kind: 'flag'; readonly text: string; readonly flag: string }
  | { readonly kind: 'text'; readonly text: string; readonly glob: string; readonly isTool: boolean }
  | { readonly kind: 'call'; readonly text: string; readonly method: string; readonly path: string }
  | { readonly kind: 'sql'; readonly text: string; readonly words: readonly string[] };

interface CommandName {
  readonly program: string;
  readonly words: readonly string[];
  readonly flags: readonly string[];
  /** The program that runs the command on many things or in another place, such as `xargs` or `ssh`. */
  readonly through: string | undefined;
  /** The host, container or folder in which `through` runs the command. */
  readonly places: readonly string[];
  /** Globs of the messages of the command. A number in a message matches any number. */
  readonly messages: readonly string[];
}

/** A match of a name with an act. `how` tells whether the act runs, changes, uses, only reads or contains the named thing. */
export interface NameHit {
  readonly name: string;
  readonly how: 'runs' | 'changes' | 'uses' | 'reads' | 'contains';
  /** The number of words of the name. A name with more words is more exact. */
  readonly size: number;
  /** The number of options among these words. */
  readonly flags: number;
}

const NAME_CHARS_MAX = 200;
const HTTP_CALL = /^(GET|POST|PUT|PATCH|DELETE)\s+(\S+)$/;
const SQL_VERB =
  /^(?:select|insert(?: into)?|update|delete(?: from)?|truncate|drop|alter|create|grant|revoke|copy|merge into)\b/i;
const PLACEHOLDER = /^(?:\*+|\[.*\])$/;

/** Reads a name. The result has one entry for each possible reading. */
export function readName(given: string): Name[] {
  const text = given.trim().slice(0, NAME_CHARS_MAX);
  // Signs with a star, such as `==*`, cannot be searched for.
  if (/^[^\p{L}\d]*\*[^\p{L}\d]*$/u.test(text)) return [];
  return readKinds(replacePlaceholders(text)).map((name) => ({ ...name, text }));
}

function readKinds(text: string): Name[] {
  const call = HTTP_CALL.exec(text);
  if (call && !/^(?:from|into)$/i.test(call[2]!)) return [{ kind: 'call', text, method: call[1]!, path: call[2]! }];
  if (/^--?[a-zA-Z][\w-]*(?:=\S+)?$/.test(text)) return [{ kind: 'flag', text, flag: text }];
  if (/^\w+ >{1,2}$/.test(text)) return [{ kind: 'path', text, glob: '*' }];
  const isShouted = /^[A-Z]{3,}/.test(text);
  if (
    SQL_VERB.test(text) &&
    (isShouted ||
      /^(?:delete from|drop (?:table|column|database|index)|insert into|alter table|update \S+ set|truncate )/i.test(
        text,
      ))
  )
    return [{ kind: 'sql', text, words: sqlWords(text) }, textName(text)];
  if (isPath(text))
    return [{ kind: 'path', text, glob: text }, ...(/\//.test(text) ? commandNames(text) : [textName(text)])];
  return [...commandNames(text), textName(text)];
}

const textName = (text: string): Extract<Name, { kind: 'text' }> => ({
  ...{ kind: 'text', text, glob: text.replace(/\(\)$/, '(') },
  // The name of a tool, alone or with a verb, is something to run and not a text to contain.
  isTool: isTool(text) || isVerb(text.split(/\s/)[1] ?? ''),
});

const isPath = (text: string): boolean =>
  !/[\s()=:]|^\/[A-Z?]+$/.test(text.replace(/^\w+:(?:\/\/|\\)/, '')) &&
  (/[/\\]/.test(text) ||
    /^\*?\.?[\w*-]*\.[a-z*][\w.*]*$/i.test(text) ||
    (/^[\w.*-]+$/.test(text) && /\w\*|\*\w/.test(text) && /[.-]/.test(text)) ||
    /^[A-Z]?\w*file$/i.test(text));

const FORWARDING_PROGRAM = /^(?:xargs|parallel|find|fd|ssh|docker|podman|kubectl|watch)$/;

/** Reads a name as a command: a program in lower case, a path, or a cmdlet. A sentence is not a command. */
function commandNames(text: string): Name[] {
  if (
    /[(){};=]|^(?:for|while|until|if)$/.test(text.split(/\s/)[0]!) ||
    !/^(?:[a-z.~/\d][\w./+-]*|[A-Z][a-z]+-[A-Z]\w+|\w+=\S+ .*)(?:\s|$)/.test(text)
  )
    return [];
  const acts = readShellActs(text).filter(({ kind }) => kind === 'shell' || kind === 'sql');
  const own = acts[0]?.words[0]?.includes('/')
    ? acts[0]
    : (acts.findLast(({ isWrapper }) => !isWrapper) ?? acts.at(-1));
  if (!own) return [];
  if (own.kind === 'sql') return [{ kind: 'sql', text, words: sqlWords(own.content) }];
  const words = own.words.slice(1).filter((word) => !word.startsWith('-') && word !== '--');
  const messages = own.messages.map((message) => message.replace(/\d+/g, '*'));
  const flags = own.words.filter((word) => word.startsWith('-') && word !== '--' && word.length > 1);
  return [
    {
      kind: 'command',
      text,
      command: {
        program: own.words[0]!,
        words: words.filter((word) => !PLACEHOLDER.test(word)),
        flags,
        through: FORWARDING_PROGRAM.test(own.parent?.program ?? '') ? own.parent?.program : undefined,
        places: own.context.filter((place) => !PLACEHOLDER.test(place)),
        messages,
      },
    },
  ];
}

/** Finds the first reading of a name that matches an act. Undefined if none does. */
export function hitOf(names: readonly Name[], act: Act, isOnProse = false): NameHit | undefined {
  for (const name of names) {
    const how = matchKindOf(name, act, isOnProse);
    if (how !== undefined) return { name: name.text, how, size: sizeOf(name), flags: flagsOf(name) };
  }
  return undefined;
}

const flagsOf = (name: Name): number =>
  name.kind === 'command' ? name.command.flags.length : name.kind === 'flag' ? 1 : 0;

const sizeOf = (name: Name): number =>
  name.kind === 'command'
    ? 1 + name.command.words.length + name.command.flags.length
    : name.kind === 'sql'
      ? name.words.length
      : 1;

function matchKindOf(name: Name, act: Act, isOnProse: boolean): NameHit['how'] | undefined {
  if (name.kind === 'path') return findTouch(name.glob, act);
  if (name.kind === 'text') return doesTextCount(act, isOnProse) && isContainedIn(name, act) ? 'contains' : undefined;
  return isRun(name, act) ? 'runs' : undefined;
}

function isRun(name: Exclude<Name, { kind: 'path' | 'text' }>, act: Act): boolean {
  if (name.kind === 'call')
    return act.program === name.method && act.targets.some(({ text }) => fitsPath(name.path, pathOfUrl(text)));
  if (name.kind === 'sql') return act.kind === 'sql' && runsSql(name.words, act);
  return act.kind === 'shell' && (name.kind === 'command' ? runsCommand(name.command, act) : hasFlag(act, name.flag));
}

const pathOfUrl = (url: string): string => url.replace(/^\w+:\/\/[^/]*/, '').split('?', 1)[0]!;

/**
 * Whether an act runs a command: the program and its subcommand, the remaining words of the command in order, and its
 * flags in any position.
 */
function runsCommand(name: CommandName, act: Act): boolean {
  const { program, words, flags, messages } = name;
  if (!messages.every((glob) => act.messages.some((message) => fitsWord(glob, message)))) return false;
  if (!isRunThere(name, act)) return false;
  if (!isProgram(program, act) || !flags.every((flag) => hasFlag(act, flag))) return false;
  let at = 1;
  for (const [index, word] of words.entries()) {
    while (at < act.words.length && !isSameWord(word, act.words[at]!)) {
      const isOption = act.words[at]!.startsWith('-') || act.words[at - 1]!.startsWith('-');
      if (index === 0 && !isOption && isSubcommand(word)) return false;
      at++;
    }
    if (at++ >= act.words.length) return false;
  }
  return true;
}

const isRunThere = ({ through, places }: CommandName, { parent, context }: Act): boolean =>
  (through === undefined || parent?.program === through) &&
  places.every((place) => context.some((one) => isSameWord(place, one)));

/**
 * Whether a first word is a subcommand, which must follow the program directly. Paths, patterns and values are no
 * subcommands.
 */
const isSubcommand = (word: string): boolean => /^[a-z][\w:-]*$/i.test(word);

function isProgram(program: string, { words, program: own }: Act): boolean {
  const head = words[0] ?? '';
  if (program.includes('/')) return stripCurrentFolder(head) === stripCurrentFolder(program);
  if (program.includes('*')) return fitsWord(program, own);
  const isFromPath = !/^\.{0,2}\/|^bin\//.test(head) || head.startsWith('/');
  return (
    isFromPath &&
    (standardSpellingOf(own) === standardSpellingOf(program) ||
      own.toLowerCase() === program.toLowerCase() ||
      own.startsWith(`${program}.`))
  );
}
const stripCurrentFolder = (path: string): string => path.replace(/^\.\//, '');
const standardSpellingOf = (word: string): string => standardSpellingByWord.get(word) ?? word;

function hasFlag({ flags, program }: Act, wanted: string): boolean {
  const [name = '', value] = wanted.split('=', 2);
  const others = value === undefined ? [] : [...flags].filter((flag) => flag.startsWith(`${name}=`));
  if (others.length > 0) return others.some((flag) => fitsWord(wanted, flag));
  const has = (flag: string): boolean =>
    flags.has(flag) || (hasLongOptions(program) && sameOptions(flag).some((other) => flags.has(other)));
  const letters = /^-[a-zA-Z]{2,4}$/.test(name) ? [...name.slice(1)] : [];
  if (has(name) || (letters.length > 0 && letters.every((letter) => has(`-${letter}`)))) return true;
  return name.length > 2 && [...flags].some((flag) => flag.toLowerCase() === name.toLowerCase());
}

const sameOptions = (flag: string): string[] => [
  ...[longOptionByShort.get(flag) ?? []].flat(),
  ...[...longOptionByShort].flatMap(([short, long]) => (long === flag ? [short] : [])),
];

/** The prefix of a branch in its full name. */
const BRANCH_REFERENCE = /(?<=^|:|\+)refs\/heads\//;

const shortenReference = (word: string): string => (word.includes('refs/') ? word.replace(BRANCH_REFERENCE, '') : word);

/** Whether a wanted word matches a word: equal, as a pattern, as a path, as part of a refspec (`HEAD:main`), or as part of `name=value`. */
export function isSameWord(wanted: string, word: string): boolean {
  const [one, other] = [wanted.toLowerCase(), shortenReference(word.toLowerCase())];
  const pieces = other.split(/[:+=@]/);
  if (wanted.includes('*'))
    return [other, ...pieces].some((piece) => fitsWord(one, piece)) || (wanted.includes('/') && fitsPath(wanted, word));
  if (one === other || standardSpellingOf(one) === standardSpellingOf(other)) return true;
  if (pieces.includes(one) || (/[=/:]$/.test(one) && other.startsWith(one))) return true;
  return /[/.]/.test(wanted) && !/^[./]+$/.test(wanted) && fitsPath(wanted, word);
}

function findTouch(glob: string, act: Act): NameHit['how'] | undefined {
  if (glob === '*' && act.kind !== 'edit') return undefined;
  const touched = act.targets.filter((target) => {
    if (fitsPath(glob, target.text)) return true;
    const seen = resolveInFolder(act.folder, target.text);
    return (act.folder !== '' && fitsPath(glob, seen)) || (target.isChanged && pathCovers(seen, glob, act));
  });
  if (touched.length === 0) return undefined;
  if (touched.some(({ isChanged }) => isChanged)) return 'changes';
  return act.effect === 'looks' ? 'reads' : 'uses';
}

/** Whether an act changes a pattern or a whole folder that contains the path. */
const pathCovers = (changed: string, path: string, { flags }: Act): boolean =>
  !path.includes('*') &&
  (changed.includes('*') || flags.has('-r') || flags.has('-R') || flags.has('--recursive')) &&
  isBelow(changed, path);

/** Whether the text of an act counts. The text of a document does not, except for a rule about documents. */
const doesTextCount = ({ kind, targets }: Act, isOnProse: boolean): boolean =>
  kind !== 'edit' || isOnProse || !isDocument(targets[0]!.text);

/** Whether an act contains code or words. A search pattern does not count. */
function isContainedIn({ text, glob, isTool: isRun }: Extract<Name, { kind: 'text' }>, act: Act): boolean {
  if (act.kind === 'shell') {
    if (act.isWrapper || isRun) return false;
    if (!/\s/.test(text) && act.words.slice(1).some((word) => isSameWord(glob, word))) return true;
    if (act.effect === 'looks') return false;
  }
  const { contains: isIn } = textsOf(act);
  // A key such as `TOKEN=` also matches the end of a longer key, such as `MAP_TOKEN=`.
  return isIn(glob) || (/^\w+[=:]$/.test(text) && isIn(`*_${text}`));
}

/** Whether a text is written as code that would be typed, and not in plain words. */
export function isTyped(text: string): boolean {
  const [first = '', ...rest] = text.split(/\s+/);
  if (rest.length === 0) return /[^a-z]/i.test(text) || isTool(text);
  return (
    isTool(first) ||
    HTTP_CALL.test(text) ||
    SQL_VERB.test(text) ||
    /(?:^|\s)-{1,2}\w|\w[/.=*(]\w|[<>{}$*]|\(\)?$/.test(text)
  );
}
