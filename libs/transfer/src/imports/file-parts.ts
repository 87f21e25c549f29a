import { limits, type Mention, type RelationInput, type RuleInput, type Statements } from '@cairn/contracts';

/** Lines of a file with their declarations. */
export interface FilePart {
  /** First and last line, counted from 1, both included. */
  readonly startLine: number;
  readonly endLine: number;
  readonly content: string;
  readonly entities: readonly Mention[];
  readonly relations: readonly RelationInput[];
  readonly rules: readonly RuleInput[];
}

interface Said {
  readonly line: number;
  readonly mentions: readonly Mention[];
  readonly relation?: RelationInput;
  readonly rule?: RuleInput;
}

/** Maximum length of a part's text; the rest is cut, since a memory is found by its beginning. */
const CONTENT_MAX = 60_000;

/**
 * Splits a file into parts that each fit one memory with its declarations. Parts end between lines. A line that alone declares
 * more than a memory may is skipped and listed in `tooLong`.
 */
export function partsOf(text: string, statements: Statements): { parts: FilePart[]; tooLong: number[] } {
  const byLine = Map.groupBy(saidBy(statements), ({ line }) => line);
  const lines = text.split(/\r?\n/u);
  const parts: FilePart[] = [];
  const tooLong: number[] = [];
  let open = emptyPart(1);
  for (const [index, content] of lines.entries()) {
    const line = index + 1;
    const alone = withLine(emptyPart(line), { line, content, said: byLine.get(line) ?? [] });
    if (!fits(alone)) {
      tooLong.push(line);
      continue;
    }
    const longer = withLine(open, { line, content, said: byLine.get(line) ?? [] });
    if (fits(longer)) open = longer;
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
  readonly said: readonly Said[];
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

const fits = ({ content, entities, relations, rules }: FilePart) =>
  content.length <= CONTENT_MAX &&
  entities.length <= limits.entities.max &&
  relations.length <= limits.relations.max &&
  rules.length <= limits.rules.max;

function saidBy({ statements, rules }: Statements): Said[] {
  return [
    ...statements.map(({ from, type, to, evidence }): Said => {
      const at = lineOf(evidence);
      return {
        line: at.line,
        mentions: [from, to],
        relation: { from: refOf(from), type, to: refOf(to), evidence: at },
      };
    }),
    ...rules.map(({ tool, pattern, filter, section, owners, endsInheritance, evidence }): Said => {
      const at = lineOf(evidence);
      const rule = { tool, pattern, filter, section, owners: owners.map(refOf), endsInheritance, evidence: at };
      return { line: at.line, mentions: owners, rule };
    }),
  ];
}

const lineOf = ({ repository = '', path = '', line = 1 }: Statements['statements'][number]['evidence']) => ({
  ...{ repository, path, line },
});

/** Reference to an entity in a relation, unambiguous among entities of the same name. */
const refOf = ({ type, name, repository }: Mention): string =>
  type === 'path' ? `path:${repository ?? ''}:${name}` : `${type}:${name}`;
