import type { ConfigFormat, Entry, KeyInput, McpClient } from './clients.ts';
import { isTable, UnreadableConfig, type ConfigLanguage, type KeyPath } from './config-language.ts';
import { json5Text } from './json5-text.ts';
import { editJson, jsonText } from './json-text.ts';
import { tomlText } from './toml-text.ts';
import { yamlText } from './yaml-text.ts';

const languages: Readonly<Record<ConfigFormat, ConfigLanguage>> = {
  json: jsonText,
  json5: json5Text,
  toml: tomlText,
  yaml: yamlText,
};

/**
 * Keys of an entry that say how a client reaches a server, in all clients' formats. Every other key in an entry is a choice of
 * the user.
 */
const CONNECTION_KEYS = new Set([
  ...['type', 'transport', 'url', 'serverUrl', 'httpUrl', 'headers', 'http_headers', 'env_http_headers'],
  ...['bearer_token_env_var', 'requestInit', 'command', 'args', 'env', 'env_vars', 'cwd', 'source', 'auth'],
  ...['uri', 'cmd', 'envs', 'env_keys', 'environment', 'name', 'description', 'enabled', 'disabled', 'oauth'],
]);

/** Combines a new entry with the user's choices in the former entry, such as time limits and allowed tools. */
export function keepUserChoices(former: unknown, entry: Entry): Entry {
  if (!isTable(former)) return entry;
  const choices = Object.entries(former).filter(([key]) => !CONNECTION_KEYS.has(key));
  return { ...entry, ...Object.fromEntries(choices) } as Entry;
}

/** Returns the value at a path of a configuration text; undefined if there is none. An empty text is an empty configuration. */
export function readValueAt(text: string, format: ConfigFormat, path: KeyPath): unknown {
  let value: unknown = parseConfig(text, format);
  for (const key of path) value = isTable(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return value;
}

/**
 * Returns the text with the value at `path` set. Comments, order and everything else stay. An undefined value removes the path.
 * A text of which the edit would change anything else is refused.
 */
export function withValue(text: string, format: ConfigFormat, path: KeyPath, value: unknown): string {
  requireTables(text, format, path);
  if (value === undefined && readValueAt(text, format, path) === undefined) return text;
  const expected = parseConfig(text, format);
  setIn(expected, path, value);
  try {
    const edited = editBody(text, (body) => languages[format].edit(body, path, value));
    if (isSameValue(parseConfig(edited, format), expected)) return edited;
    throw new Error('the edit would change another value');
  } catch (cause) {
    throw new UnreadableConfig(`its form around ${path.slice(0, -1).join('.')} cannot be edited safely`, { cause });
  }
}

/**
 * Returns the text without the value at `path`, and without those of the last `addedTables` tables above it that are now empty.
 */
export function withoutValue(text: string, format: ConfigFormat, path: KeyPath, addedTables: number): string {
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
  if (list === undefined) return withValue(text, 'json', path, [item]);
  if (!Array.isArray(list)) throw new UnreadableConfig(`its ${path.join('.')} is no list`);
  return editBody(text, (body) => editJson(body, [...path, list.length], item, { isArrayInsertion: true }));
}

/** Removes the item at index `at` from a list in a JSON text. */
export const withoutListItem = (text: string, path: KeyPath, at: number): string =>
  editBody(text, (body) => editJson(body, [...path, at], undefined));

/** Counts the tables on a path that do not exist yet; setting a value there would add them. */
export function countMissingTables(text: string, format: ConfigFormat, path: KeyPath): number {
  const parents = path.slice(0, -1).map((_, at) => path.slice(0, at + 1));
  return parents.filter((parent) => readValueAt(text, format, parent) === undefined).length;
}

/** Entry of a server, with the question for its key if the client asks for it. */
interface NamedEntry {
  readonly name: string;
  readonly entry: Entry;
  readonly input?: KeyInput | undefined;
}

/** Returns the text with the entry of a server, and with the question for its key. */
export function withEntry(text: string, { format, servers }: McpClient, { name, entry, input }: NamedEntry): string {
  const connected = withValue(text, format, [...servers, name], entry);
  return input && !hasInput(text, input) ? withListItem(connected, [input.list], input.declared) : connected;
}

/** Tells whether a JSON text declares a question. */
export const hasInput = (text: string, { list, declared }: Pick<KeyInput, 'list' | 'declared'>): boolean =>
  inputsOf(text, list).some(({ id }) => id === declared.id);

/** Returns a JSON text without a question, and without the list if it is empty then. */
export function withoutInput(text: string, { list, id }: { readonly list: string; readonly id: string }): string {
  const inputs = inputsOf(text, list);
  const at = inputs.findIndex((one) => one.id === id);
  if (at === -1) return text;
  return inputs.length === 1 ? withValue(text, 'json', [list], undefined) : withoutListItem(text, [list], at);
}

function inputsOf(text: string, list: string): readonly { readonly id?: unknown }[] {
  const inputs = readValueAt(text, 'json', [list]);
  return Array.isArray(inputs) ? inputs.filter(isTable) : [];
}

/** Returns a configuration text with one entry and nothing else. */
export const snippetOf = (client: McpClient, name: string, entry: Entry, input?: KeyInput): string =>
  withEntry('', client, { name, entry, input });

function parseConfig(text: string, format: ConfigFormat): Record<string, unknown> {
  const language = languages[format];
  const body = stripByteOrderMark(text);
  let value: unknown;
  try {
    value = language.parse(body) ?? {};
  } catch (error) {
    const line = language.lineOf(error, body);
    const why = error instanceof RangeError ? 'it nests too deeply' : firstLineOf(error);
    throw new UnreadableConfig(`it is no valid ${language.title}: ${why}${line ? ` in line ${line}` : ''}`, {
      cause: error,
    });
  }
  if (!isTable(value)) throw new UnreadableConfig('it holds no object');
  return value;
}

const firstLineOf = (error: unknown): string => {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  // The message names the line behind the reason.
  return line.replace(/^Invalid TOML document: |\.? \(\d+:\d+\)$/g, '');
};

const BYTE_ORDER_MARK = '\uFEFF';
const stripByteOrderMark = (text: string) => (text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);

/** Edits a text behind its byte order mark. */
const editBody = (text: string, edit: (body: string) => string): string =>
  (text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '') + edit(stripByteOrderMark(text));

function setIn(table: Record<string, unknown>, path: KeyPath, value: unknown): void {
  const parent = path.slice(0, -1).reduce((at, key) => (at[key] ??= {}) as Record<string, unknown>, table);
  if (value === undefined) delete parent[path.at(-1)!];
  else parent[path.at(-1)!] = value;
}

/** Compares values as the parsers make them, whose tables have different prototypes. A date of TOML is compared by its text. */
function isSameValue(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return Object.is(one, other);
  if (one instanceof Date || Array.isArray(one) !== Array.isArray(other)) return String(one) === String(other);
  const [entries, others] = [Object.entries(one), new Map(Object.entries(other))];
  return entries.length === others.size && entries.every(([key, value]) => isSameValue(value, others.get(key)));
}

/** Fails when a value on the path is not a table, because setting the value would overwrite it. */
function requireTables(text: string, format: ConfigFormat, path: KeyPath): void {
  for (let depth = 1; depth < path.length; depth += 1) {
    const value = readValueAt(text, format, path.slice(0, depth));
    // A key of YAML that nothing follows is an empty table yet.
    const isEmpty = value === undefined || (value === null && format === 'yaml');
    if (!isEmpty && !isTable(value)) throw new UnreadableConfig(`its ${path.slice(0, depth).join('.')} is no object`);
  }
}
