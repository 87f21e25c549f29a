import { evaluate, parse, type DocumentNode, type MemberNode, type ObjectNode } from '@humanwhocodes/momoa';
import { indentRest, lineEndOf, lineStartAt, nestValue, nextLineAt, splice } from './config-language.ts';
import type { ConfigLanguage, KeyPath } from './config-language.ts';

/** JSON5: its parser tells where each value stands, and the text is cut there, so that the rest keeps its form. */
export const json5Text: ConfigLanguage = {
  title: 'JSON5',
  parse: (text) => (text.trim() === '' ? undefined : evaluate(read(text))),
  lineOf: (error) =>
    error instanceof Error && 'line' in error && typeof error.line === 'number' ? error.line : undefined,
  edit: (text, path, value) => {
    if (text.trim() === '') return value === undefined ? text : `${JSON.stringify(nestValue(path, value), null, 2)}\n`;
    return editJson5(text, path, value);
  },
};

const read = (text: string): DocumentNode => parse(text, { mode: 'json5', ranges: true });

function editJson5(text: string, path: KeyPath, value: unknown): string {
  let table = read(text).body;
  for (const [depth, key] of path.entries()) {
    if (table.type !== 'Object') throw new Error(`${key} has no object around it`);
    const found = table.members.findLast(({ name }) => (name.type === 'String' ? name.value : name.name) === key);
    if (!found) return insertFirst(text, table, key, nestValue(path.slice(depth + 1), value));
    if (depth === path.length - 1) return value === undefined ? remove(text, found) : replace(text, found, value);
    table = found.value;
  }
  return text;
}

/** Inserts a property as the first of its object, since a comma may follow each property of JSON5. */
function insertFirst(text: string, table: ObjectNode, key: string, value: unknown): string {
  const opened = startOf(table) + 1;
  const [first] = table.members;
  const pad = first ? lineIndentAt(text, startOf(first)) : `${lineIndentAt(text, opened)}${indentOf(text)}`;
  const isInline = first ? nextLineAt(text, opened) > startOf(first) : false;
  const inner = `${JSON.stringify(key)}: ${render(text, value, isInline ? lineIndentAt(text, opened) : pad)},`;
  if (isInline) return splice(text, { from: opened }, ` ${inner}`);
  const lineEnd = lineEndOf(text);
  const isEmpty = !first && /^\s*\}/.test(text.slice(opened));
  const closing = isEmpty && !/^[ \t]*\r?\n/.test(text.slice(opened)) ? `${lineEnd}${lineIndentAt(text, opened)}` : '';
  // A comment behind the brace stays there.
  const [comment] = /^[ \t]*(?:\/\/[^\r\n]*)?(?=\r?\n)/.exec(text.slice(opened)) ?? [''];
  return splice(text, { from: opened + comment.length }, `${lineEnd}${pad}${inner}${closing}`);
}

const replace = (text: string, { value: former }: MemberNode, value: unknown): string =>
  splice(text, { from: startOf(former), to: endOf(former) }, render(text, value, lineIndentAt(text, startOf(former))));

/** Removes a property with its comma, and the lines that nothing else is on. */
function remove(text: string, property: MemberNode): string {
  const [comma] = /^[ \t]*,?[ \t]*/.exec(text.slice(endOf(property))) ?? [''];
  const [from, to] = [startOf(property), endOf(property) + comma.length];
  const line = lineStartAt(text, from);
  const isAlone = text.slice(line, from).trim() === '' && /^\r?\n/.test(text.slice(to));
  return splice(text, isAlone ? { from: line, to: nextLineAt(text, to) } : { from, to }, '');
}

const render = (text: string, value: unknown, pad: string): string =>
  indentRest(JSON.stringify(value, null, indentOf(text)), pad, lineEndOf(text));

const startOf = ({ range }: { readonly range?: readonly number[] }): number => range![0]!;
const endOf = ({ range }: { readonly range?: readonly number[] }): number => range![1]!;

const indentOf = (text: string): string => /^([ \t]+)[^\s/*]/m.exec(text)?.[1] ?? '  ';
const lineIndentAt = (text: string, at: number): string => /[ \t]*/.exec(text.slice(lineStartAt(text, at), at))![0];
