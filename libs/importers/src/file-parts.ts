import { limits, type Mention, type RelationInput, type RuleInput, type Statements } from '@cairn/contracts';

/** Part of a file: its lines, with the entities and relations that they declare. */
export interface FilePart {
  /** First and last line, counted from 1, both included. */
  readonly startLine: number;
  readonly endLine: number;
  readonly content: string;
  readonly entities: readonly Mention[];
  readonly relations: readonly RelationInput[];
  readonly rules: readonly RuleInput[];
}

interface FileStatement {
  readonly line: number;
  readonly mentions: readonly Mention[];
  readonly relation?: RelationInput;
  readonly rule?: RuleInput;
}

/** Maximum number of characters in a part's text; the rest is cut, since a memory is found by its beginning. */
const CONTENT_CHARS_MAX = 60_000;

/**
 * Splits a file into parts, each of which fits one memory with its declarations. A part ends at the end of a line. A line that
 * alone declares more than a memory may have is skipped and listed in `tooLong`.
 */
export function partsOf(text: string, statements: Statements): { parts: FilePart[]; tooLong: number[] } {
  const byLine = Map.groupBy(collectStatements(statements), ({ line }) => line);
  const lines = text.split(/\r?\n/u);
  const parts: FilePart[] = [];
  const tooLong: number[] = [];
  let open = emptyPart(1);
  for (const [index, content] of lines.entries()) {
    const line = index + 1;
    const alone = withLine(emptyPart(line), { line, content, said: byLine.get(line) ?? [] });
    if (!isWithinLimits(alone)) {
      tooLong.push(line);
      continue;
    }
    const longer = withLine(open, { line, content, said: byLine.get(line) ?? [] });
    if (isWithinLimits(longer)) open = longer;
    else {
      parts.push(open);
      open = alone;
    }
  }
  return { parts: [...parts, open].filter(({ content }) => content.trim() !== ''), tooLong };
}

const emptyPart = (line: number): FilePart => ({
  startLine: line,
  endLine: line - 1,
  content: '',
  entities: [],
  relations: [],
  rules: [],
});

interface Line {
  readonly line: number;
  readonly content: string;
  readonly said: readonly FileStatement[];
}

function withLine(part: FilePart, { line, content, said }: Line): FilePart {
  const mentions = [...part.entities, ...said.flatMap((one) => one.mentions)];
  return {
    startLine: part.startLine,
    endLine: line,
    content: part.endLine < part.startLine ? content : `${part.content}\n${content}`,
    entities: [...new Map(mentions.map((mention) => [refOf(mention), mention])).values()],
    relations: [...part.relations, ...said.flatMap(({ relation }) => relation ?? [])],
    rules: [...part.rules, ...said.flatMap(({ rule }) => rule ?? [])],
  };
}

const isWithinLimits = ({ content, entities, relations, rules }: FilePart) =>
  content.length <= CONTENT_CHARS_MAX &&
  entities.length <= limits.entities.max &&
  relations.length <= limits.relations.max &&
  rules.length <= limits.rules.max;

function collectStatements({ statements, rules }: Statements): FileStatement[] {
  return [
    ...statements.map(({ from, type, to, evidence }): FileStatement => {
      const at = lineOf(evidence);
      return {
        line: at.line,
        mentions: [from, to],
        relation: { from: refOf(from), type, to: refOf(to), evidence: at },
      };
    }),
    ...rules.map(({ tool, pattern, filter, section, owners, endsInheritance, evidence }): FileStatement => {
      const at = lineOf(evidence);
      const rule = { tool, pattern, filter, section, owners: owners.map(refOf), endsInheritance, evidence: at };
      return { line: at.line, mentions: owners, rule };
    }),
  ];
}

const lineOf = ({ repository = '', path = '', line = 1 }: Statements['statements'][number]['evidence']) => ({
  ...{ repository, path, line },
});

/** Reference to an entity in a relation; it includes the type, since entities of different types may have the same name. */
const refOf = ({ type, name, repository }: Mention): string =>
  type === 'path' ? `path:${repository ?? ''}:${name}` : `${type}:${name}`;
