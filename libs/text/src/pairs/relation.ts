import type { Assertion } from './conflict/assertion.ts';
import { assertionsOf } from './conflict/assertion.ts';
import { conflictOf, haveEqualValues } from './conflict/conflict.ts';
import { relationOf, type PairRelation } from './pair.ts';
import { statementOf, type Statement } from './statement.ts';

/** A text, parsed for the comparison with others. Each part is parsed at its first use. */
export interface TextReading {
  readonly statement: Statement;
  readonly assertions: readonly Assertion[];
}

export function readText(text: string): TextReading {
  let statement: Statement | undefined;
  let assertions: readonly Assertion[] | undefined;
  return {
    get statement() {
      return (statement ??= statementOf(text));
    },
    get assertions() {
      return (assertions ??= assertionsOf(text));
    },
  };
}

/** The relation of two texts, and the words in which the texts differ, if these are few words. */
export interface TextRelation {
  readonly relation: PairRelation;
  readonly between?: readonly [one: string, other: string];
  /** Whether one of the two texts states a change, so that it replaces the earlier text. */
  readonly replaces?: boolean;
}

/**
 * Finds the relation of two texts: the same words, the same words except for a value, or statements that cannot both be
 * true.
 */
export function textRelationOf(one: TextReading, other: TextReading): TextRelation | undefined {
  const relation = relationOf(one.statement, other.statement);
  if (relation === 'same') return { relation };
  const conflict = conflictOf(one.assertions, other.assertions);
  if (conflict || !relation || (isRead(one) && isRead(other))) return conflict;
  return haveEqualValues(one.assertions, other.assertions) ? undefined : { relation };
}

/**
 * Whether the clauses of a text cover all of it, as in short English texts. Otherwise only the words of the text are
 * compared.
 */
const isRead = ({ statement: { isEnglish, words }, assertions }: TextReading): boolean =>
  isEnglish && words.length <= READ_WORDS_MAX && assertions.length > 0;
const READ_WORDS_MAX = 60;
