import { parse as parseToml, patch, stringify, TomlFormat } from '@decimalturn/toml-patch';
import { applyEdits, modify, parse as parseJsonc, printParseErrorCode, type ParseError } from 'jsonc-parser';
import type { Entry, McpClient } from './clients.ts';

/** A configuration file that cannot be edited safely; it is left as it is. */
export class UnreadableConfig extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'UnreadableConfig';
  }
}

export type Format = McpClient['format'];
export type KeyPath = readonly string[];

/** Keys by which a client reaches a server, in any client's words. Everything else in an entry is the user's choice. */
const REACHING = new Set([
  ...['type', 'transport', 'url', 'serverUrl', 'httpUrl', 'headers', 'http_headers', 'env_http_headers'],
  ...['bearer_token_env_var', 'requestInit', 'command', 'args', 'env', 'env_vars', 'cwd', 'source', 'auth'],
]);

/** A new entry for a server with what its user chose in the former one: time limits, tools that are allowed, and the like. */
export function keepingChoices(former: unknown, entry: Entry): Entry {
  if (!isTable(former)) return entry;
  const choices = Object.entries(former).filter(([key]) => !REACHING.has(key));
  return { ...entry, ...Object.fromEntries(choices) } as Entry;
}

/** What stands at a path of a configuration text, if something does. An empty text is an empty configuration. */
export function valueAt(text: string, format: Format, path: KeyPath): unknown {
  let value: unknown = parsed(text, format);
  for (const key of path) value = isTable(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return value;
}

/** The same text with a value at a path: comments, order and everything else in it stay. Undefined takes the value away. */
export function withValue(text: string, format: Format, path: KeyPath, value: unknown): string {
  requireTables(text, format, path);
  if (value === undefined && valueAt(text, format, path) === undefined) return text;
  return format === 'toml' ? withTomlValue(text, path, value) : withJsonValue(text, path, value);
}

/** The same text without the value, nor what stands around it and was not there `before`, or is said to have been added with it. */
export function withoutValue(text: string, format: Format, path: KeyPath, addedTables: number): string {
  let kept = withValue(text, format, path, undefined);
  for (let depth = path.length - 1; depth >= path.length - addedTables; depth -= 1) {
    const table = valueAt(kept, format, path.slice(0, depth));
    if (!isTable(table) || Object.keys(table).length > 0) break;
    kept = withValue(kept, format, path.slice(0, depth), undefined);
  }
  return kept;
}

/** JSON with one more item at the end of a list, which is made where there is none. */
export function withListItem(text: string, path: KeyPath, item: unknown): string {
  requireTables(text, 'json', path);
  const list = valueAt(text, 'json', path);
  if (list === undefined) return withJsonValue(text, path, [item]);
  if (!Array.isArray(list)) throw new UnreadableConfig(`its ${path.join('.')} is no list`);
  return edited(text, [...path, list.length], item, { isArrayInsertion: true });
}

/** JSON without one item of a list. */
export const withoutListItem = (text: string, path: KeyPath, at: number): string =>
  edited(text, [...path, at], undefined);

/** How many tables of a path are not there yet, so that setting the value adds them. */
export function missingTables(text: string, format: Format, path: KeyPath): number {
  const parents = path.slice(0, -1).map((_, at) => path.slice(0, at + 1));
  return parents.filter((parent) => valueAt(text, format, parent) === undefined).length;
}

/** A configuration that holds one entry and nothing else. */
export const snippetOf = (client: McpClient, name: string, entry: Entry): string =>
  withValue('', client.format, [...client.servers, name], entry);

function parsed(text: string, format: Format): Record<string, unknown> {
  const value = format === 'toml' ? parsedToml(text) : parsedJson(text);
  if (!isTable(value)) throw new UnreadableConfig('it holds no object');
  return value;
}

function parsedToml(text: string): unknown {
  try {
    return parseToml(withoutMark(text));
  } catch (error) {
    throw new UnreadableConfig(`it is no valid TOML: ${(error as Error).message.split('\n')[0]}`);
  }
}

function parsedJson(text: string): unknown {
  if (text.trim() === '') return {};
  const errors: ParseError[] = [];
  const value: unknown = parseJsonc(withoutMark(text), errors, { allowTrailingComma: true });
  const [first] = errors;
  if (!first) return value;
  const line = text.slice(0, first.offset).split('\n').length;
  throw new UnreadableConfig(`it is no valid JSON with comments: ${printParseErrorCode(first.error)} in line ${line}`);
}

const MARK = '\uFEFF';
const withoutMark = (text: string) => (text.startsWith(MARK) ? text.slice(1) : text);

function withJsonValue(text: string, path: KeyPath, value: unknown): string {
  if (text.trim() === '') return value === undefined ? text : `${JSON.stringify(nested(path, value), null, 2)}\n`;
  return edited(text, path, value);
}

function edited(
  text: string,
  path: readonly (string | number)[],
  value: unknown,
  options: { isArrayInsertion?: boolean } = {},
): string {
  const mark = text.startsWith(MARK) ? MARK : '';
  const body = withoutMark(text);
  const formattingOptions = { ...indentOf(body), eol: body.includes('\r\n') ? '\r\n' : '\n' };
  return mark + applyEdits(body, modify(body, [...path], value, { formattingOptions, ...options }));
}

/** As the file itself is indented: the first line that is. */
function indentOf(text: string): { insertSpaces: boolean; tabSize: number } {
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ';
  return indent.includes('\t') ? { insertSpaces: false, tabSize: 1 } : { insertSpaces: true, tabSize: indent.length };
}

/** The editor of TOML knows neither a mark at the beginning nor the line ends of Windows; both stay. */
function withTomlValue(text: string, path: KeyPath, value: unknown): string {
  const mark = text.startsWith(MARK) ? MARK : '';
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const body = withoutMark(text).replaceAll('\r\n', '\n');
  return mark + withValueInToml(body, path, value).replaceAll('\n', lineEnd);
}

/** A table that is not there yet is written as one at the end, as people write it; the editor would put it inline at the top. */
function withValueInToml(text: string, path: KeyPath, value: unknown): string {
  if (value !== undefined && valueAt(text, 'toml', path) === undefined) {
    const added = `${text}${gapAfter(text)}${tableOf(path, value as Entry)}`;
    if (holdsExactly(added, path, value)) return added;
  }
  const whole = structuredClone(parsed(text, 'toml'));
  setIn(whole, path, value);
  return patch(text, whole);
}

const holdsExactly = (text: string, path: KeyPath, value: unknown) => {
  try {
    return JSON.stringify(valueAt(text, 'toml', path)) === JSON.stringify(value);
  } catch {
    return false;
  }
};

const gapAfter = (text: string) => (text.trim() === '' ? '' : text.endsWith('\n') ? '\n' : '\n\n');

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

/** What stands on the way to a value has to be a table, else it would be written over. */
function requireTables(text: string, format: Format, path: KeyPath): void {
  for (let depth = 1; depth < path.length; depth += 1) {
    const value = valueAt(text, format, path.slice(0, depth));
    if (value !== undefined && !isTable(value))
      throw new UnreadableConfig(`its ${path.slice(0, depth).join('.')} is no object`);
  }
}

const nested = (path: KeyPath, value: unknown): unknown => path.reduceRight((inner, key) => ({ [key]: inner }), value);

const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
