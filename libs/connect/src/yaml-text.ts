import { isCollection, isMap, isNode, isPair, isSeq, parseDocument, stringify, YAMLParseError } from 'yaml';
import type { Document, Node, Pair, YAMLMap } from 'yaml';
import { indentRest, lineEndOf, lineStartAt, nestValue, nextLineAt, splice } from './config-language.ts';
import type { ConfigLanguage, KeyPath } from './config-language.ts';

/** YAML: its parser tells where each value stands, and the text is cut there, since its printer formats the whole text again. */
export const yamlText: ConfigLanguage = {
  title: 'YAML',
  parse: (text) => readDocument(text).toJS() as unknown,
  lineOf: (error, text) =>
    error instanceof YAMLParseError ? text.slice(0, error.pos[0]).split('\n').length : undefined,
  edit: (text, path, value) => editYaml(text, path, value),
};

function readDocument(text: string): Document {
  // Pretty errors take a walk through the text for each fault, and a text may have as many faults as characters.
  const document = parseDocument(text, { prettyErrors: false, logLevel: 'error' });
  const [fault] = document.errors;
  if (fault) throw fault;
  return document;
}

/** Place in a text at which a key of a mapping is looked for: the mapping, and the pair whose value it is. */
interface Place {
  readonly map: YAMLMap;
  readonly owner?: Pair;
}

function editYaml(text: string, path: KeyPath, value: unknown): string {
  const { contents } = readDocument(text);
  if (!isMap(contents)) return value === undefined ? text : append(text, nestValue(path, value));
  let place: Place = { map: contents };
  for (const [depth, key] of path.entries()) {
    const found = place.map.items.find((pair) => keyOf(pair) === key);
    const missing = nestValue(path.slice(depth), value);
    if (!found) return place.owner ? insert(text, place, missing) : append(text, missing);
    if (depth === path.length - 1)
      return value === undefined ? remove(text, place, found) : replace(text, place, found, missing);
    const inner = found.value;
    if (!isMap(inner)) return insertBelow(text, found, nestValue(path.slice(depth + 1), value));
    place = { map: inner, owner: found };
  }
  return text;
}

const keyOf = ({ key }: Pair): unknown => (isNode(key) ? key.toJSON() : key);

const append = (text: string, value: unknown): string =>
  `${text}${text === '' || text.endsWith('\n') ? '' : lineEndOf(text)}${render(text, value, '')}`;

/** Inserts a key as the first of a mapping, right behind the line that opens it, so that all comments stay where they are. */
function insert(text: string, { map, owner }: Place, value: unknown): string {
  const [first] = map.items;
  if (!first) return insertBelow(splice(text, rangeOf(map), ''), owner!, value);
  if (map.flow) return splice(text, { from: map.range![0] + 1 }, `${JSON.stringify(value).slice(1, -1)}, `);
  const line = nextLineAt(text, startOf(owner!));
  return splice(text, { from: line }, render(text, value, padAt(text, startOf(first))));
}

/** Opens a mapping below the line of a key that has no value. */
function insertBelow(text: string, owner: Pair, value: unknown): string {
  const line = nextLineAt(text, startOf(owner));
  const lead = text[line - 1] === '\n' ? '' : lineEndOf(text);
  return splice(text, { from: line }, `${lead}${render(text, value, `${padAt(text, startOf(owner))}  `)}`);
}

function replace(text: string, { map }: Place, found: Pair, value: unknown): string {
  const range = { from: startOf(found), to: endOf(text, found) };
  if (map.flow) return splice(text, range, JSON.stringify(value).slice(1, -1));
  return splice(text, range, render(text, value, padAt(text, range.from)).trim());
}

/** Removes the lines of a key. A mapping that becomes empty is written as one, since nothing at all would be a null. */
function remove(text: string, { map, owner }: Place, found: Pair): string {
  const [from, to] = [startOf(found), endOf(text, found)];
  if (map.flow) return splice(text, { from, to: to + /^\s*,?\s*/.exec(text.slice(to))![0].length }, '');
  const removed = splice(text, { from: lineStartAt(text, from), to: nextLineAt(text, to) }, '');
  if (!owner || map.items.length > 1) return removed;
  return splice(removed, { from: removed.indexOf(':', rangeOf(owner.key as Node).to) + 1 }, ' {}');
}

const startOf = ({ key }: Pair): number => rangeOf(key as Node).from;

/** End of the text of a pair. The parser counts comments behind a value, and those may belong to the next key. */
function endOf(text: string, pair: Pair): number {
  let last: unknown = pair;
  for (;;) {
    const next: unknown = isPair(last)
      ? isNode(last.value) && rangeOf(last.value).to > rangeOf(last.value).from
        ? last.value
        : last.key
      : isCollection(last) && !last.flow && (isMap(last) || isSeq(last))
        ? last.items.at(-1)
        : undefined;
    if (next === undefined) return text.slice(0, rangeOf(last as Node).to).trimEnd().length;
    last = next;
  }
}

const rangeOf = ({ range }: Node): { from: number; to: number } => ({ from: range![0], to: range![1] });

const padAt = (text: string, at: number): string => ' '.repeat(at - lineStartAt(text, at));

function render(text: string, value: unknown, pad: string): string {
  const lineEnd = lineEndOf(text);
  return `${pad}${indentRest(stringify(value, { lineWidth: 0 }), pad, lineEnd)}${lineEnd}`;
}
