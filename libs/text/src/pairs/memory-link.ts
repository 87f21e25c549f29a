import type { Memory } from '@cairn/contracts';
import { validitiesOverlap } from '@cairn/domain';
import { LRUCache } from 'lru-cache';
import { stemWord } from '../languages/stem.ts';
import { isStopWord } from '../languages/stop-words.ts';
import { relationsContradict, type GivenRelation } from './given-relations.ts';
import { readText, textRelationOf, type TextReading, type TextRelation } from './relation.ts';
import { turningWords } from './word-lists.ts';

/** The link between two memories. */
export type MemoryLink = 'restates' | 'contradicts';

type LinkedMemory = Pick<
  Memory,
  'id' | 'title' | 'content' | 'subject' | 'attribute' | 'value' | 'validFrom' | 'validTo'
> & {
  /** The relations in the fields of the memory, if they are known. */
  readonly relations?: readonly GivenRelation[];
};

/**
 * The maximum length, in characters, of a memory without a subject that is compared. A longer memory is about several
 * things.
 */
const LINKED_CHARS_MAX = 400;

/**
 * Decides whether one of two memories restates or contradicts the other; the order does not matter. First, given values
 * of the same attribute decide, whatever the texts say. Then given relations decide if they cannot both be true.
 * Otherwise the texts decide: the same words restate; a different value for the same thing, or the opposite,
 * contradicts. Two memories of one attribute of a subject contradict unless they say the same. Memories that are never
 * valid at the same time do not contradict.
 */
export function memoryLinkOf(one: LinkedMemory, other: LinkedMemory): MemoryLink | undefined {
  if (one.id === other.id) return undefined;
  if (areOfOneFact(one, other) && one.value !== undefined && other.value !== undefined) return linkByValue(one, other);
  if (relationsContradict(one.relations ?? [], other.relations ?? []) && validitiesOverlap(one, other))
    return 'contradicts';
  const relation = memoryRelationOf(one, other)?.relation;
  if (relation === 'same') return 'restates';
  return (areOfOneFact(one, other) || relation !== undefined) && validitiesOverlap(one, other)
    ? 'contradicts'
    : undefined;
}

function linkByValue(one: LinkedMemory, other: LinkedMemory): MemoryLink | undefined {
  if (foldValue(one.value) === foldValue(other.value)) return 'restates';
  return validitiesOverlap(one, other) ? 'contradicts' : undefined;
}

const foldValue = (value = ''): string => value.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();

/**
 * The relation of two memories by their texts. Undefined unless they have the same subject, or both are short and their titles do not
 * distinguish them.
 */
export function memoryRelationOf(one: LinkedMemory, other: LinkedMemory): TextRelation | undefined {
  const areComparable = areOfOneSubject(one, other) || ([one, other].every(isShort) && haveOneTitle(one, other));
  return areComparable ? textRelationOf(readingOf(one.content), readingOf(other.content)) : undefined;
}

/**
 * Caches the readings of texts: each hit of an answer is compared with all other hits, and during an import a memory with
 * many later ones. The texts that are cached have at most this many characters together; each is dropped after a minute,
 * so that nothing of a forgotten memory stays longer.
 */
const readings = new LRUCache<string, TextReading>({
  maxSize: 400_000,
  sizeCalculation: (_reading, text) => text.length + 1,
  ttl: 60_000,
  ttlAutopurge: true,
});

function readingOf(text: string): TextReading {
  const known = readings.get(text);
  if (known) return known;
  const reading = readText(text);
  readings.set(text, reading);
  return reading;
}

/**
 * The filter for the memories that one memory can restate or contradict by its text: all memories (`{}`), those with
 * the same subject, or none (undefined).
 */
export function linkableTo(
  memory: Pick<LinkedMemory, 'content' | 'subject'>,
): { readonly subject?: string } | undefined {
  if (isShort(memory)) return {};
  return memory.subject === null ? undefined : { subject: memory.subject };
}

const areOfOneSubject = (one: LinkedMemory, other: LinkedMemory): boolean =>
  one.subject !== null && one.subject === other.subject;

const areOfOneFact = (one: LinkedMemory, other: LinkedMemory): boolean =>
  areOfOneSubject(one, other) && one.attribute !== null && one.attribute === other.attribute;

const isShort = ({ content }: Pick<LinkedMemory, 'content'>): boolean => content.length <= LINKED_CHARS_MAX;

/**
 * Whether the titles allow that the memories are about the same thing: neither title adds a word that is missing in
 * both the other title and its own text. The titles of the ports of two services, for example, add such words.
 */
const haveOneTitle = (one: LinkedMemory, other: LinkedMemory): boolean =>
  isCovered(one, other) && isCovered(other, one);

function isCovered({ title, content }: LinkedMemory, { title: otherTitle }: LinkedMemory): boolean {
  return [...contentStemsOf(title)].every(
    (each) => contentStemsOf(otherTitle).has(each) || contentStemsOf(content).has(each),
  );
}

const stemsByReading = new WeakMap<TextReading, ReadonlySet<string>>();

function contentStemsOf(text: string): ReadonlySet<string> {
  const reading = readingOf(text);
  const stems = stemsByReading.get(reading) ?? stemsIn(reading);
  stemsByReading.set(reading, stems);
  return stems;
}

const stemsIn = ({ statement: { words } }: TextReading): ReadonlySet<string> =>
  new Set(
    words
      .filter(({ key, kind }) => kind !== 'plain' || turningWords.has(key) || !isStopWord(key))
      .map(({ key }) => stemWord(key.toLowerCase())),
  );
