import { patch, stringify, TomlFormat } from '@decimalturn/toml-patch';
import { parse, TomlError } from 'smol-toml';
import { isTable, lineEndOf, nestValue } from './config-language.ts';
import type { ConfigLanguage, KeyPath } from './config-language.ts';

const DEPTH_MAX = 100;

/** TOML. It is read by a parser whose time grows with the length of the text alone; the editor's grows with depth, too. */
export const tomlText: ConfigLanguage = {
  title: 'TOML',
  parse: (text) => {
    const value = parse(text);
    if (isDeeperThan(value, DEPTH_MAX)) throw new Error(`it nests more than ${DEPTH_MAX} tables`);
    return value;
  },
  lineOf: (error) => (error instanceof TomlError ? error.line : undefined),
  // The editor drops Windows line ends.
  edit: (text, path, value) => {
    const lineEnd = lineEndOf(text);
    return editToml(text.replaceAll('\r\n', '\n'), path, value).replaceAll('\n', lineEnd);
  },
};

/** Appends a missing table at the end of the file, as people write it; the editor would insert it inline at the top. */
function editToml(text: string, path: KeyPath, value: unknown): string {
  if (value !== undefined && !has(parse(text), path)) {
    const added = `${text}${blankAfter(text)}${tableOf(path, value)}`;
    if (holdsExactly(added, path, value)) return added;
  }
  const whole = parse(text) as Record<string, unknown>;
  setIn(whole, path, value);
  // A comma at the end of an array is no reason to end an inline table with one, which TOML 1.0 forbids.
  const format = TomlFormat.autoDetectFormat(text);
  format.trailingComma = false;
  return patch(text, whole, format);
}

const has = (value: unknown, [key, ...rest]: KeyPath): boolean =>
  key === undefined || (isTable(value) && Object.hasOwn(value, key) && has(value[key], rest));

const holdsExactly = (text: string, path: KeyPath, value: unknown) => {
  try {
    const found = path.reduce<unknown>((at, key) => (isTable(at) ? at[key] : undefined), parse(text));
    return JSON.stringify(found) === JSON.stringify(value);
  } catch {
    return false;
  }
};

const blankAfter = (text: string) => (text.trim() === '' ? '' : text.endsWith('\n') ? '\n' : '\n\n');

function tableOf(path: KeyPath, value: unknown): string {
  const header = `[${path.map((key) => (/^[\w-]+$/.test(key) ? key : JSON.stringify(key))).join('.')}]`;
  const format = TomlFormat.default();
  format.inlineTableStart = 0;
  return `${header}\n${stringify(value, format)}`;
}

function setIn(table: Record<string, unknown>, path: KeyPath, value: unknown): void {
  const parent = path.slice(0, -1).reduce((at, key) => (at[key] ??= {}) as Record<string, unknown>, table);
  if (value === undefined) delete parent[path.at(-1)!];
  else Object.assign(parent, nestValue(path.slice(-1), value));
}

/** Walks by levels, since a walk into the depth could end at the limit of the stack. */
function isDeeperThan(value: unknown, depth: number): boolean {
  let level = [value];
  for (let reached = 0; level.length > 0; reached += 1) {
    if (reached > depth) return true;
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return false;
}
