import type { Item, Memory } from '@cairn/contracts';
import { LRUCache } from 'lru-cache';
import { normLines } from '../meaning/understood.ts';
import { plantedSignals, type PlantedSignal } from './planted.ts';

/** Signs of an item at a version, with the title and content that were read, which are former ones in an answer about the past. */
interface ReadItem {
  readonly version: number;
  readonly text: string;
  readonly signals: readonly PlantedSignal[];
}

const CACHED_CHARS_MAX = 8_000_000;
const cached = new LRUCache<string, ReadItem>({
  maxSize: CACHED_CHARS_MAX,
  sizeCalculation: ({ text }) => text.length + 1,
});

/** Characters beside the content that are searched at once, and those that the next part has in common with it. */
const [PART_CHARS, SHARED_CHARS] = [9_000, 500];

/** A memory as far as an agent reads its words. */
type ReadMemory = Pick<Memory, 'title' | 'content'> &
  Partial<
    Pick<Memory, 'forbids' | 'instead' | 'actionTriggers' | 'decides' | 'subject' | 'attribute' | 'value' | 'tags'>
  >;

/**
 * Signs of planted instructions in an item. What a person stored by their own key or confirmed has none, since they stand
 * for it; what has some binds nobody. Caches them by version and text, since the same items answer many questions, and an answer
 * about the past has a former text under the version of today.
 */
export function plantedSignalsIn(item: Item): readonly PlantedSignal[] {
  if (item.writtenBy === 'person' || (item.kind === 'memory' && item.confirmedAt !== undefined)) return [];
  const text = textOf(item);
  const known = cached.get(item.id);
  if (known?.version === item.version && known.text === text) return known.signals;
  const signals = signalsIn(item.kind === 'memory' ? textsOf(item) : [text]);
  cached.set(item.id, { version: item.version, text, signals });
  return signals;
}

/** Signs of planted instructions in a memory, whoever wrote it: in its title and content, and in all that it means by fields. */
export const plantedSignalsOf = (memory: ReadMemory): readonly PlantedSignal[] => signalsIn(textsOf(memory));

const textOf = (item: Item): string => (item.kind === 'message' ? item.content : `${item.title}\n${item.content}`);

/** The texts of a memory that are searched, each whole: a search reads only the beginning of a long text. */
const textsOf = (memory: ReadMemory): string[] => [
  `${memory.title}\n${memory.content}`,
  ...partsOf([...normLines(memory), ...decisionLines(memory), factLine(memory), ...(memory.tags ?? [])].join('\n')),
];

function decisionLines({ decides }: Pick<ReadMemory, 'decides'>): string[] {
  const { reasons = [], alternatives = [], consequences = [], reverses } = decides ?? {};
  const rejected = alternatives.map(({ what, whyNot }) => [what, whyNot].filter(Boolean).join(': '));
  return [...reasons, ...rejected, ...consequences, reverses].filter((line) => line !== undefined);
}

const factLine = ({ subject, attribute, value }: Pick<ReadMemory, 'subject' | 'attribute' | 'value'>): string =>
  [subject, attribute, value].filter(Boolean).join(' ');

const partsOf = (text: string): string[] =>
  Array.from({ length: Math.ceil(text.length / PART_CHARS) }, (_, at) =>
    text.slice(at * PART_CHARS, (at + 1) * PART_CHARS + SHARED_CHARS),
  );

const signalsIn = (texts: readonly string[]): readonly PlantedSignal[] => [...new Set(texts.flatMap(plantedSignals))];
