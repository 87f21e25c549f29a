import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  type Document,
  type Node,
  type ParsedNode,
} from 'yaml';

/** A value of a YAML or JSON file, with its line, from 1. */
export interface YamlValue {
  readonly line: number;
  /** The text of a scalar. Undefined for null, a list or a map. */
  readonly text: string | undefined;
  readonly items: readonly YamlValue[];
  /** The entries of a map, in the order of the file. */
  readonly entries: readonly { readonly key: string; readonly line: number; readonly value: YamlValue }[];
}

/** Fault of a YAML or JSON file, with its line, from 1. The message has the kind of the fault and no text of the file. */
export class YamlFault extends Error {
  readonly line: number;

  constructor(fault: string, line: number) {
    super(`not valid YAML: ${fault} in line ${line}`);
    this.line = line;
  }
}

/**
 * Reads YAML or JSON. Throws `YamlFault`. With
 * `keepsDuplicates`, repeated keys are accepted, as in JSON, and all their entries are returned.
 */
export function readYaml(text: string, { keepsDuplicates = false } = {}): YamlValue {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: !keepsDuplicates });
  const [error] = document.errors;
  if (error) throw new YamlFault(error.code, lines.linePos(error.pos[0]).line);
  return new YamlReading(document, lines).valueOf(document.contents);
}

/** Finds the value of a key. Undefined if the map has no such key. */
export function findValue(value: YamlValue | undefined, key: string): YamlValue | undefined {
  return value?.entries.find((entry) => entry.key === key)?.value;
}

/** Lists the texts of a list, or of a scalar as a list of one, each with its line. */
export function textsOf(value: YamlValue | undefined): { text: string; line: number }[] {
  if (!value) return [];
  const all = value.text === undefined ? value.items : [value];
  return all.flatMap(({ text, line }) => (text === undefined || text === '' ? [] : [{ text, line }]));
}

/**
 * The maximum number of uses of anchors in a file. A file with more uses was not written by a person, and may expand to
 * an enormous size.
 */
const ALIASES_MAX = 1_000;
const MERGE_KEY = '<<';

type AnyNode = ParsedNode | Node | null;

class YamlReading {
  private aliases = 0;

  private readonly document: Document.Parsed;
  private readonly lines: LineCounter;

  constructor(document: Document.Parsed, lines: LineCounter) {
    this.document = document;
    this.lines = lines;
  }

  valueOf(written: AnyNode): YamlValue {
    const node = this.resolveAlias(written);
    const line = this.lineOf(node);
    const empty = { line, text: undefined, items: [], entries: [] };
    if (isScalar(node)) return { ...empty, text: node.value === null ? undefined : String(node.value) };
    if (isSeq<Node>(node)) return { ...empty, items: node.items.map((item) => this.valueOf(item)) };
    if (!isMap<Node, Node | null>(node)) return empty;
    const entries = node.items.map(({ key, value }) => {
      const at = this.valueOf(key);
      return { key: at.text ?? '', line: at.line, value: this.valueOf(value) };
    });
    return { ...empty, entries: applyMergeKeys(entries) };
  }

  private lineOf(node: AnyNode): number {
    return node?.range ? this.lines.linePos(node.range[0]).line : 1;
  }

  private resolveAlias(node: AnyNode): AnyNode {
    if (!isAlias(node)) return node;
    if (++this.aliases > ALIASES_MAX) throw new Error('not read: more than a thousand uses of anchors');
    const found = node.resolve(this.document);
    if (found) return found;
    throw new YamlFault('an anchor that is not defined before it', this.lineOf(node));
  }
}

/**
 * Adds the entries that `<<` merges in. If keys repeat, the map's own entry wins, then the entry of the first merged
 * map.
 */
function applyMergeKeys(entries: YamlValue['entries']): YamlValue['entries'] {
  const own = entries.filter(({ key }) => key !== MERGE_KEY);
  const brought = entries
    .filter(({ key }) => key === MERGE_KEY)
    .flatMap(({ value }) => (value.items.length > 0 ? value.items : [value]).flatMap((map) => map.entries));
  if (brought.length === 0) return own;
  return [...new Map([...own, ...brought].toReversed().map((entry) => [entry.key, entry])).values()].reverse();
}
