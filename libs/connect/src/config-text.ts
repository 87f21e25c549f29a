import { parse as parseToml, patch, stringify, TomlFormat } from '@decimalturn/toml-patch';
import { applyEdits, modify, parse as parseJsonc, printParseErrorCode, type ParseError } from 'jsonc-parser';
import type { Entry, McpClient } from './clients.ts';

/** Thrown when a configuration file cannot be edited safely; the file stays unchanged. */
export class UnreadableConfig extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'UnreadableConfig';
  }
}

export type Format = McpClient['format'];
export type KeyPath = readonly string[];

/**
 * Keys of an entry that say how a client reaches a server, in all clients' formats. Every other key in an entry is a choice of
 * the user.
 */
const CONNECTION_KEYS = new Set([
  ...['type', 'transport', 'url', 'serverUrl', 'httpUrl', 'headers', 'http_headers', 'env_http_headers'],
  ...['bearer_token_env_var', 'requestInit', 'command', 'args', 'env', 'env_vars', 'cwd', 'source', 'auth'],
]);

/** Combines a new entry with the user's choices in the former entry, such as time limits and allowed tools. */
export function keepUserChoices(former: unknown, entry: Entry): Entry {
  if (!isTable(former)) return entry;
  const choices = Object.entries(former).filter(([key]) => !CONNECTION_KEYS.has(key));
  return { ...entry, ...Object.fromEntries(choices) } as Entry;
}

/** Returns the value at a path of a configuration text; undefined if there is none. An empty text is an empty configuration. */
export function readValueAt(text: string, format: Format, path: KeyPath): unknown {
  let value: unknown = parseConfig(text, format);
  for (const key of path) value = isTable(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return value;
}

/**
 * Returns the text with the value at `path` set. Comments, order and everything else stay. An undefined value removes the path.
 */
export function withValue(text: string, format: Format, path: KeyPath, value: unknown): string {
  requireTables(text, format, path);
  if (value === undefined && readValueAt(text, format, path) === undefined) return text;
  return format === 'toml' ? withTomlValue(text, path, value) : withJsonValue(text, path, value);
}

/**
 * Returns the text without the value at `path`, and without those of the last `addedTables` tables above it that are now empty.
 */
export function withoutValue(text: string, format: Format, path: KeyPath, addedTables: number): string {
  let kept = withValue(text, format, path, undefined);
  for (let depth = path.length - 1; depth >= path.length - addedTables; depth -= 1) {
    const table = readValueAt(kept, format, path.slice(0, depth));
    if (!isTable(table) || Object.keys(table).length > 0) break;
    kept = withValue(kept, format, path.slice(0, depth), undefined);
  }
  return kept;
}

/** Appends an item to a list in a JSON text; creates the list if it is missing. */
export function withListItem(text: string, path: KeyPath, item: unknown): string {
  requireTables(text, 'json', path);
  const list = readValueAt(text, 'json', path);
  if (list === undefined) return withJsonValue(text, path, [item]);
  if (!Array.isArray(list)) throw new UnreadableConfig(`its ${path.join('.')} is no list`);
  return editText(text, [...path, list.length], item, { isArrayInsertion: true });
}

/** Removes the item at index `at` from a list in a JSON text. */
export const withoutListItem = (text: string, path: KeyPath, at: number): string =>
  editText(text, [...path, at], undefined);

/** Counts the tables on a path that do not exist yet; setting a value there would add them. */
export function countMissingTables(text: string, format: Format, path: KeyPath): number {
  const parents = path.slice(0, -1).map((_, at) => path.slice(0, at + 1));
  return parents.filter((parent) => readValueAt(text, format, parent) === undefined).length;
}

/** Returns a configuration text with one entry and nothing else. */
export const snippetOf = (client: McpClient, name: string, entry: Entry): string =>
  withValue('', client.format, [...client.servers, name], entry);

function parseConfig(text: string, format: Format): Record<string, unknown> {
  const value = format === 'toml' ? readToml(text) : readJson(text);
  if (!isTable(value)) throw new UnreadableConfig('it holds no object');
  return value;
}

function readToml(text: string): unknown {
  try {
    return parseToml(stripByteOrderMark(text));
  } catch (error) {
    throw new UnreadableConfig(`it is no valid TOML: ${(error as Error).message.split('\n')[0]}`);
  }
}

function readJson(text: string): unknown {
  if (text.trim() === '') return {};
  const errors: ParseError[] = [];
  const value: unknown = parseJsonc(stripByteOrderMark(text), errors, { allowTrailingComma: true });
  const [first] = errors;
  if (!first) return value;
  const line = text.slice(0, first.offset).split('\n').length;
  throw new UnreadableConfig(`it is no valid JSON with comments: ${printParseErrorCode(first.error)} in line ${line}`);
}

const BYTE_ORDER_MARK = '\uFEFF';
const stripByteOrderMark = (text: string) => (text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);

function withJsonValue(text: string, path: KeyPath, value: unknown): string {
  if (text.trim() === '') return value === undefined ? text : `${JSON.stringify(nestValue(path, value), null, 2)}\n`;
  return editText(text, path, value);
}

function editText(
  text: string,
  path: readonly (string | number)[],
  value: unknown,
  options: { isArrayInsertion?: boolean } = {},
): string {
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
  const body = stripByteOrderMark(text);
  const formattingOptions = { ...indentOf(body), eol: body.includes('\r\n') ? '\r\n' : '\n' };
  return mark + applyEdits(body, modify(body, [...path], value, { formattingOptions, ...options }));
}

/** Returns the indentation of the file, taken from its first indented line. */
function indentOf(text: string): { insertSpaces: boolean; tabSize: number } {
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ';
  return indent.includes('\t') ? { insertSpaces: false, tabSize: 1 } : { insertSpaces: true, tabSize: indent.length };
}

/** The TOML editor drops a byte order mark and Windows line ends; this keeps both. */
function withTomlValue(text: string, path: KeyPath, value: unknown): string {
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const body = stripByteOrderMark(text).replaceAll('\r\n', '\n');
  return mark + withValueInToml(body, path, value).replaceAll('\n', lineEnd);
}

/** Appends a missing table at the end of the file, as people write it; the editor would insert it inline at the top. */
function withValueInToml(text: string, path: KeyPath, value: unknown): string {
  if (value !== undefined && readValueAt(text, 'toml', path) === undefined) {
    const added = `${text}${blankAfter(text)}${tableOf(path, value as Entry)}`;
    if (holdsExactly(added, path, value)) return added;
  }
  const whole = structuredClone(parseConfig(text, 'toml'));
  setIn(whole, path, value);
  return patch(text, whole);
}

const holdsExactly = (text: string, path: KeyPath, value: unknown) => {
  try {
    return JSON.stringify(readValueAt(text, 'toml', path)) === JSON.stringify(value);
  } catch {
    return false;
  }
};

const blankAfter = (text: string) => (text.trim() === '' ? '' : text.endsWith('\n') ? '\n' : '\n\n');

function tableOf(path: KeyPath, entry: Entry): string {
  const header = `[${path.map((key) => (/^[\w-]+$/.test(key) ? key : JSON.stringify(key))).join('.')}]`;
  const format = TomlFormat.default();
  format.inlineTableStart = 0;
  return `${header}\n${stringify(entry, format)}`;
}

function setIn(table: Record<string, unknown>, path: KeyPath, value: unknown): void {
  const parent = path.slice(0, -1).reduce((at, key) => (at[key] ??= {}) as Record<string, unknown>, table);
  const last = path.at(-1)!;
  if (value === undefined) delete parent[last];
  else parent[last] = value;
}

/** Fails when a value on the path is not a table, because setting the value would overwrite it. */
function requireTables(text: string, format: Format, path: KeyPath): void {
  for (let depth = 1; depth < path.length; depth += 1) {
    const value = readValueAt(text, format, path.slice(0, depth));
    if (value !== undefined && !isTable(value))
      throw new UnreadableConfig(`its ${path.slice(0, depth).join('.')} is no object`);
  }
}

const nestValue = (path: KeyPath, value: unknown): unknown =>
  path.reduceRight((inner, key) => ({ [key]: inner }), value);

const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
