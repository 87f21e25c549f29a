import type { Memory } from '@cairn/contracts';
import { relationOf } from './pair.ts';
import { statementOf } from './statement.ts';

/** What two memories are to each other. */
export type MemoryLink = 'restates' | 'contradicts';

type Linked = Pick<Memory, 'id' | 'content' | 'subject' | 'attribute' | 'validFrom' | 'validTo'>;

/** A longer memory is about more than one thing, unless its subject says about what. */
export const LINKED_CHARS_MAX = 400;

/**
 * The one rule of what restates or contradicts what, the same for either order. Of one attribute of a subject only one memory can
 * be right, unless both say the same. Else the two are short, or of one subject, and are the same sentence: with the same
 * words, or with another value or a "not". What never holds at the same time does not contradict.
 */
export function memoryLinkOf(one: Linked, other: Linked): MemoryLink | undefined {
  if (one.id === other.id) return undefined;
  const areOfOneSubject = one.subject !== null && one.subject === other.subject;
  const isShort = [one, other].every(({ content }) => content.length <= LINKED_CHARS_MAX);
  if (!areOfOneSubject && !isShort) return undefined;
  const relation = relationOf(statementOf(one.content), statementOf(other.content));
  if (relation === 'same') return 'restates';
  const areOfOneFact = areOfOneSubject && one.attribute !== null && one.attribute === other.attribute;
  return (areOfOneFact || relation !== undefined) && overlap(one, other) ? 'contradicts' : undefined;
}

const overlap = (one: Linked, other: Linked): boolean =>
  (one.validFrom ?? -Infinity) < (other.validTo ?? Infinity) &&
  (other.validFrom ?? -Infinity) < (one.validTo ?? Infinity);
