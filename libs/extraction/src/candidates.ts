import type { StatementReader } from '@cairn/graph';
import type { Statement as Relation } from '@cairn/contracts';
import { marksOf, type Mark } from './marks.ts';
import { certaintyOf, type Closeness } from './score.ts';
import { statementsOf, type Statement } from './spoken.ts';
import type { Voice } from './voices.ts';
import { extractedKinds } from './extracted.ts';

/** A statement of a voice with all that its score is computed from. */
export interface Candidate {
  readonly voice: Voice;
  readonly statement: Statement;
  /** Position among the statements of the message. */
  readonly at: number;
  readonly marks: ReadonlySet<Mark>;
  readonly relations: readonly Relation[];
  readonly closeness?: Closeness;
}

/** The least certainty of the likeliest kind before a statement is compared with prototypes. */
const CERTAINTY_MIN = 0.1;

/** Finds the statements of a voice that may be worth keeping. */
export function candidatesIn(voice: Voice, readRelations: StatementReader): Candidate[] {
  const { message } = voice;
  return statementsOf(message.content).flatMap((statement, at) => {
    const marks = marksOf(statement.text, statement);
    const relations = mayRelate(statement, marks)
      ? readRelations({ content: statement.text, evidence: { memoryId: message.id }, saidAt: message.timestamp ?? 0 })
      : [];
    const stated = relations.filter(({ type, says }) => says !== 'denies' && !otherRelations.has(type));
    if (stated.length > 0) marks.add('relation');
    return isLikely(marks) ? [{ voice, statement, at, marks, relations: stated }] : [];
  });
}

/** Relations that are neither an ownership nor a dependency. */
const otherRelations: ReadonlySet<string> = new Set(['located_in', 'decided', 'authored', 'replaces']);

/** Whether the statement names something, so that the reader of relations is worth its cost. */
const mayRelate = ({ asks, text }: Statement, marks: ReadonlySet<Mark>): boolean =>
  !asks && !marks.has('praise') && (marks.has('name') || marks.has('code') || /\p{Lu}|@/u.test(text));

const isLikely = (marks: ReadonlySet<Mark>): boolean =>
  extractedKinds.some((kind) => certaintyOf(kind, marks) >= CERTAINTY_MIN);
