import type { Memory } from '@cairn/contracts';
import { overlap } from '@cairn/domain';
import { stem } from '../languages/stem.ts';
import { isStopWord } from '../languages/stop-words.ts';
import { relationsContradict, type GivenRelation } from './given-relations.ts';
import { readText, textRelationOf, type TextReading, type TextRelation } from './relation.ts';
import { statementOf } from './statement.ts';
import { turningWords } from './word-lists.ts';

/** The link between two memories. */
export type MemoryLink = 'restates' | 'contradicts';

type Linked = Pick<Memory, 'id' | 'title' | 'content' | 'subject' | 'attribute' | 'value' | 'validFrom' | 'validTo'> & {
  /** The relations that it was given, where they are known. */
  readonly relations?: readonly GivenRelation[];
};

/** A longer memory is about more than one thing, unless its subject says about what. */
const LINKED_CHARS_MAX = 400;

/**
 * The one rule of what restates or contradicts what, the same for either order. Given values decide, whatever the texts say, then
 * given relations that cannot both hold. Of one attribute of a subject only one memory can be right, unless both say the same. Else
 * the two say the same in the same words, or say of one thing another value or the opposite. What never holds at the same time does
 * not contradict.
 */
export function memoryLinkOf(one: Linked, other: Linked): MemoryLink | undefined {
  if (one.id === other.id) return undefined;
  if (areOfOneFact(one, other) && one.value !== undefined && other.value !== undefined) return linkByValue(one, other);
  if (relationsContradict(one.relations ?? [], other.relations ?? []) && overlap(one, other)) return 'contradicts';
  const relation = memoryRelationOf(one, other)?.relation;
  if (relation === 'same') return 'restates';
  return (areOfOneFact(one, other) || relation !== undefined) && overlap(one, other) ? 'contradicts' : undefined;
}

function linkByValue(one: Linked, other: Linked): MemoryLink | undefined {
  if (folded(one.value) === folded(other.value)) return 'restates';
  return overlap(one, other) ? 'contradicts' : undefined;
}

const folded = (value = ''): string => value.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();

/** The relation of what two memories say, if they are of one subject, or short and nothing in their titles tells them apart. */
export function memoryRelationOf(one: Linked, other: Linked): TextRelation | undefined {
  const areComparable = areOfOneSubject(one, other) || ([one, other].every(isShort) && haveOneTitle(one, other));
  return areComparable ? textRelationOf(readingOf(one), readingOf(other)) : undefined;
}

/** Each hit of an answer is compared with each other one, and read once. */
const readings = new WeakMap<Linked, TextReading>();

function readingOf(memory: Linked): TextReading {
  const reading = readings.get(memory) ?? readText(memory.content);
  readings.set(memory, reading);
  return reading;
}

/** Which memories one can restate or contradict by its text, as a filter: any, those of its subject, or none. */
export function linkableTo(memory: Pick<Linked, 'content' | 'subject'>): { readonly subject?: string } | undefined {
  if (isShort(memory)) return {};
  return memory.subject === null ? undefined : { subject: memory.subject };
}

const areOfOneSubject = (one: Linked, other: Linked): boolean => one.subject !== null && one.subject === other.subject;

const areOfOneFact = (one: Linked, other: Linked): boolean =>
  areOfOneSubject(one, other) && one.attribute !== null && one.attribute === other.attribute;

const isShort = ({ content }: Pick<Linked, 'content'>): boolean => content.length <= LINKED_CHARS_MAX;

/** Whether each title says nothing beyond the other that its own text does not say too: the port of another service is another port. */
const haveOneTitle = (one: Linked, other: Linked): boolean => addsNothing(one, other) && addsNothing(other, one);

function addsNothing({ title, content }: Linked, { title: otherTitle }: Linked): boolean {
  const said = new Set([otherTitle, content].flatMap(tellingStems));
  return tellingStems(title).every((each) => said.has(each));
}

const tellingStems = (text: string): string[] =>
  statementOf(text)
    .words.filter(({ key, kind }) => kind !== 'plain' || turningWords.has(key) || !isStopWord(key))
    .map(({ key }) => stem(key.toLowerCase()));
