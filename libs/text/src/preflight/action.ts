import { isDocument, isRehearsal, isTestFile, onlyLooks, sqlOnlyLooks } from './effect.ts';
import { readShell, type ShellCommand } from './shell.ts';

export const actionKinds = ['shell', 'sql', 'http', 'edit', 'sentence'] as const;
export type ActionKind = (typeof actionKinds)[number];

/** One thing that an action does: a command, a statement, a written text. */
export interface Deed {
  /** Readings of it, any of which a trigger or a name may match. Quotations and comments are left out. */
  readonly readings: readonly string[];
  /** The words of a command, else none. */
  readonly words: readonly string[];
  /** It leaves everything as it is. */
  readonly onlyLooks: boolean;
  /** A dry run, or a question for help or the version. */
  readonly isRehearsal?: boolean;
}

export interface Action {
  readonly kind: ActionKind;
  readonly text: string;
  /** What it does, in words: without what it only looks at, prints or quotes. */
  readonly gist: string;
  readonly deeds: readonly Deed[];
  /** The file that it writes, if it names one. */
  readonly path: string | undefined;
  /** It only writes prose for people. */
  readonly isProse: boolean;
  readonly isTest: boolean;
  readonly onlyLooks: boolean;
}

const EDIT =
  /^(edit|create|write|modify|change|update|patch|append to|add|delete|remove)\s+(?:the\s+)?(?:file\s+)?[`'"]?((?:[\w.@#~-]*\/)+[\w.@#~*\[\]-]+|[\w-]+(?:\.[\w-]+)*\.[a-z]{1,5}|\.[\w.-]+)[`'"]?(?:\s*\([^)]*\))?(?=[\s:,.]|$)[\s:,]*/i;
const SQL =
  /^(?:(?:sql|migration|query|run)[\w ]{0,20}:\s*)?((?:select|insert\s+into|update\s+\S+\s+set|delete\s+from|create\s+(?:or\s+replace\s+)?(?:temporary\s+)?(?:table|index|view|materialized|database|schema)|alter\s+(?:table|index|database|schema|role|user)|drop\s+(?:table|index|view|database|schema|column)|truncate|grant|revoke|show|explain|with\s+\w+\s+as)\b[^]*)$/i;
const HTTP = /^(GET|HEAD|OPTIONS|POST|PUT|PATCH|DELETE)\s+(\S*\/\S*)([^]*)$/;
const READING_METHOD = /^(?:GET|HEAD|OPTIONS)$/;
const COMMAND_HEAD = /^(?:\w+=\S*\s+)*(?:\.{0,2}\/)?[a-z0-9_][\w.+/-]*(?:\s|$)/;
const PROSE_WORDS =
  /\b(?:the|a|an|is|are|was|were|my|our|in|on|of|but|so|and|that|for|this|it|has|have|with|from|not)\b/gi;
const PROSE_WORDS_MIN = 2;

/** Reads an action as what it is. Never fails: what is nothing else is a sentence. */
export function readAction(given: string): Action {
  const text = given.trim();
  const http = HTTP.exec(text);
  if (http) return actionOf('http', text, [deedOf([text], READING_METHOD.test(http[1]!))]);
  const edit = EDIT.exec(text);
  if (edit) return editOf(text, edit[2]!, text.slice(edit[0].length));
  const sql = SQL.exec(text);
  if (sql) return sqlOf(text, sql[1]!);
  return isCommand(text) ? shellOf(text) : sentenceOf(text);
}

/** A command begins with a program in small letters and is not written in sentences. */
function isCommand(text: string): boolean {
  if (!COMMAND_HEAD.test(text)) return false;
  const bare = withoutQuotations(text.split(/\s#\s/)[0]!);
  return (bare.match(PROSE_WORDS)?.length ?? 0) < PROSE_WORDS_MIN && !/[a-z],\s+[a-z]+\s+[a-z]+\s+[a-z]+/.test(bare);
}

function shellOf(text: string): Action {
  const commands = readShell(text);
  const files = commands.flatMap(({ writes }) => writes);
  const deeds = commands.map(deedOfCommand);
  const written = files.map((path) => deedOf([path], false));
  return {
    ...actionOf('shell', text, [...deeds, ...written]),
    isProse: isOnlyProse(commands, files),
    path: files[0],
    gist: gistOf(text, commands),
  };
}

/** The commands that act, with the comments. */
function gistOf(text: string, commands: readonly ShellCommand[]): string {
  const acting = commands
    .filter((command) => !onlyLooks(command))
    .flatMap(({ words, writes }) => [...words, ...writes]);
  const lastLine = text.slice(text.lastIndexOf('\n') + 1);
  const comment = /\s#\s[^]*/.exec(lastLine)?.[0] ?? '';
  return acting.length > 0 ? `${acting.join(' ')}${comment}` : text;
}

const isOnlyProse = (commands: readonly ShellCommand[], files: readonly string[]): boolean =>
  files.length > 0 && files.every(isDocument) && commands.every((command) => onlyLooks({ ...command, writes: [] }));

function deedOfCommand(command: ShellCommand): Deed {
  const { words, environment, texts } = command;
  const written = words.join(' ');
  const readings = [written, ...(environment.length > 0 ? [[...environment, written].join(' ')] : [])];
  return {
    readings: [...new Set([...readings, ...withoutOptions(words), ...texts.flatMap(trailersOf)])],
    words,
    onlyLooks: onlyLooks(command),
    isRehearsal: isRehearsal(command),
  };
}

/** The program with its subcommands: without options, and without what may be the value of one. */
function withoutOptions(words: readonly string[]): string[] {
  const isOption = (word: string | undefined) => word !== undefined && /^-/.test(word);
  const bare = words.filter((word) => !isOption(word));
  const valueless = words.filter(
    (word, at) => !isOption(word) && !(isOption(words[at - 1]) && !words[at - 1]!.includes('=')),
  );
  return [bare.join(' '), valueless.join(' ')];
}

/** `Key: value` paragraphs of a message act by themselves; its prose does not. */
const trailersOf = (message: string): string[] => message.match(/^[A-Z][\w-]+: .+$/gm) ?? [];

function sqlOf(text: string, script: string): Action {
  const bare = script.replace(/--[^\n]*|\/\*[^]*?(?:\*\/|$)/g, ' ').replace(/'(?:[^']|'')*'/g, "''");
  const statements = bare
    .split(';')
    .map((one) => one.trim())
    .filter(Boolean);
  return actionOf(
    'sql',
    text,
    statements.map((one) => deedOf([one], sqlOnlyLooks([one]))),
  );
}

function editOf(text: string, path: string, content: string): Action {
  const isProse = isDocument(path);
  const deeds = [deedOf([path], false), ...(isProse ? [] : [deedOf([withoutComments(content)], false)])];
  return { ...actionOf('edit', text, deeds), path, isProse, isTest: isTestFile(path) };
}

const withoutComments = (code: string): string => code.replace(/(^|\s)(?:#|\/\/)\s.*$/gm, '$1');

const sentenceOf = (text: string): Action => actionOf('sentence', text, [deedOf([withoutQuotations(text)], false)]);

const actionOf = (kind: ActionKind, text: string, deeds: readonly Deed[]): Action => ({
  kind,
  text,
  gist: text,
  deeds,
  path: undefined,
  isProse: false,
  isTest: false,
  onlyLooks: deeds.length > 0 && deeds.every((deed) => deed.onlyLooks),
});

const deedOf = (readings: readonly string[], looks: boolean): Deed => ({ readings, words: [], onlyLooks: looks });

/** Blanks out quotations of several words: they are said, not done. */
export const withoutQuotations = (text: string): string =>
  text.replace(/"[^"\n]*"|(?<=\s)'[^'\n]*'(?=[\s,.;]|$)/g, (said) => (/\s/.test(said) ? ' ' : said));
