import { isMap, isScalar, isSeq, LineCounter, parseDocument, type Node, type ParsedNode } from 'yaml';

/** A value of a YAML or JSON file, with the line it stands on. */
export interface YamlValue {
  readonly line: number;
  /** The text of a scalar. */
  readonly text: string | undefined;
  readonly items: readonly YamlValue[];
  /** Of a map, in the order of the file. */
  readonly entries: readonly { readonly key: string; readonly line: number; readonly value: YamlValue }[];
}

/** Reads YAML or JSON. Throws with what is wrong and where, but without the file's text. */
export function readYaml(text: string): YamlValue {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [error] = document.errors;
  if (error) throw new Error(`not valid YAML: ${error.code} in line ${lines.linePos(error.pos[0]).line}`);
  return valueOf(document.contents, lines);
}

/** The value under a key; undefined where there is none. */
export function under(value: YamlValue | undefined, key: string): YamlValue | undefined {
  return value?.entries.find((entry) => entry.key === key)?.value;
}

/** The texts of a list, or of a scalar as a list of one, each with its line. */
export function textsOf(value: YamlValue | undefined): { text: string; line: number }[] {
  if (!value) return [];
  const all = value.text === undefined ? value.items : [value];
  return all.flatMap(({ text, line }) => (text === undefined || text === '' ? [] : [{ text, line }]));
}

function valueOf(node: ParsedNode | Node | null, lines: LineCounter): YamlValue {
  const line = node?.range ? lines.linePos(node.range[0]).line : 1;
  const empty = { line, text: undefined, items: [], entries: [] };
  if (isScalar(node)) return { ...empty, text: node.value === null ? undefined : String(node.value) };
  if (isSeq<Node>(node)) return { ...empty, items: node.items.map((item) => valueOf(item, lines)) };
  if (!isMap<Node, Node | null>(node)) return empty;
  const entries = node.items.map(({ key, value }) => {
    const at = valueOf(key, lines);
    return { key: at.text ?? '', line: at.line, value: valueOf(value, lines) };
  });
  return { ...empty, entries };
}
