import type { Assertion } from './conflict/assertion.ts';
import { assertionsOf } from './conflict/assertion.ts';
import { conflictOf, haveEqualValues } from './conflict/conflict.ts';
import { relationOf, type PairRelation } from './pair.ts';
import { statementOf, type Statement } from './statement.ts';

/** A text as it is compared with others. */
export interface TextReading {
  readonly statement: Statement;
  readonly assertions: readonly Assertion[];
}

export const readText = (text: string): TextReading => ({
  statement: statementOf(text),
  assertions: assertionsOf(text),
});

/** The relation of two texts, and the words in which they differ, if these are few. */
export interface TextRelation {
  readonly relation: PairRelation;
  readonly between?: readonly [one: string, other: string];
  /** One says that something changed. */
  readonly replaces?: boolean;
}

/** The one rule for texts: the same words, the same but for a value or a "not", or statements that cannot both hold. */
export function textRelationOf(one: TextReading, other: TextReading): TextRelation | undefined {
  const relation = relationOf(one.statement, other.statement);
  if (relation === 'same') return { relation };
  const conflict = conflictOf(one.assertions, other.assertions);
  if (conflict || !relation || (isRead(one) && isRead(other))) return conflict;
  return haveEqualValues(one.assertions, other.assertions) ? undefined : { relation };
}

/** English that is short enough is read by its clauses to the end; of other texts the words are compared. */
const isRead = ({ statement: { isEnglish, words }, assertions }: TextReading): boolean =>
  isEnglish && words.length <= READ_WORDS_MAX && assertions.length > 0;
const READ_WORDS_MAX = 60;
