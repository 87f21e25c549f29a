import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { MemoryInput, MessageInput, type Item } from '@cairn/contracts';
import { readNeutralJsonl, type Parsed } from '@cairn/importers';
import { chunk, embeddedText, type ChunkOptions } from '@cairn/text';
import { readDataSet } from './data-set.ts';

/** What the bench stores, and what it asks. */
export interface SpeedData {
  readonly memories: readonly MemoryInput[];
  /** How many of the memories have a text that no other has before them. */
  readonly distinct: number;
  /** One for every five memories, with the texts of those. */
  readonly messages: readonly MessageInput[];
  readonly queries: readonly string[];
  /** What is put to a preflight. */
  readonly actions: readonly string[];
}

interface Source {
  readonly data: string;
  readonly part: string;
  readonly items: number;
  readonly cut: ChunkOptions;
}

const TITLE_CHARACTERS = 60;

/**
 * So many memories, made from every set in turn. Each is one chunk as the product cuts texts, so that it costs one
 * vector, and one that a quality run has embedded before. When all texts are used up they come again under other ids.
 */
export async function speedData({ data, part, items, cut }: Source): Promise<SpeedData> {
  const sets = readdirSync(data).filter((name) => existsSync(join(data, name, part, 'queries.jsonl')));
  if (sets.length === 0) throw new Error(`no set with a part ${part} in ${data}`);
  const bySet = await Promise.all(sets.map((set) => memoriesOf(set, join(data, set, part), { cut, items })));
  const texts = firstOfEach(inTurn(bySet));
  const queries = await Promise.all(sets.map(async (set) => (await readDataSet(set, join(data, set, part))).queries));
  const memories = Array.from({ length: items }, (_, at) =>
    again(texts[at % texts.length]!, Math.floor(at / texts.length)),
  );
  return {
    memories,
    distinct: Math.min(items, texts.length),
    messages: memories.filter((_, at) => at % MEMORIES_OF_MESSAGE === 0).map(saidAgain),
    ...asked(inTurn(queries)),
  };
}

/** Actions are put to a preflight, all else to a recall; each text once. */
function asked(queries: readonly { readonly query: string; readonly target: string }[]) {
  const texts = (some: typeof queries) => [...new Set(some.map(({ query }) => query))];
  const { actions = [], rest = [] } = Object.groupBy(queries, ({ target }) =>
    target === 'preflight' ? 'actions' : 'rest',
  );
  return { queries: texts(rest), actions: texts(actions) };
}

const MEMORIES_OF_MESSAGE = 5;
const TURNS = 50;

const saidAgain = ({ content, channel, timestamp, externalId }: MemoryInput, at: number): MessageInput =>
  MessageInput.parse({
    role: at % 2 === 0 ? 'user' : 'assistant',
    sessionKey: `session ${Math.floor(at / TURNS)}`,
    source: 'speed',
    ...{ content, channel, timestamp, externalId },
  });

/** A set's own texts, as far as there can be a use for them. */
async function memoriesOf(
  set: string,
  folder: string,
  { cut, items }: Pick<Source, 'cut' | 'items'>,
): Promise<MemoryInput[]> {
  const memories: MemoryInput[] = [];
  for await (const parsed of readNeutralJsonl(folder)) {
    if (memories.length >= items) break;
    if (parsed.type === 'message' || parsed.type === 'memory') memories.push(...piecesOf(set, parsed, cut));
  }
  return memories;
}

/** An item as one memory a chunk. Its title opens its text, so that the embedded text is the chunk itself. */
function piecesOf(set: string, { type, input }: Extract<Parsed, { input: object }>, cut: ChunkOptions): MemoryInput[] {
  // Only the kind, title and content of an item are read, and an input has those.
  const text = embeddedText({ kind: type, ...input } as unknown as Item);
  const sort =
    type === 'memory'
      ? { store: input.store, category: input.category, tags: input.tags }
      : { store: 'episodic', category: 'conversation' };
  const { channel, timestamp, externalId } = input;
  return chunk(text, cut).map(({ from, to }) => {
    const content = text.slice(from, to);
    const id = `${set}/${type}/${externalId}/${from}`;
    return MemoryInput.parse({
      ...sort,
      channel,
      timestamp,
      content,
      title: titleOf(content),
      source: 'speed',
      externalId: id,
    });
  });
}

export const titleOf = (content: string): string => [...content].slice(0, TITLE_CHARACTERS).join('').trimEnd();

/** One of each list, then the second of each, and so on. */
export function inTurn<Value>(lists: readonly (readonly Value[])[]): Value[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) =>
    lists.flatMap((list) => (at < list.length ? [list[at]!] : [])),
  ).flat();
}

const firstOfEach = (memories: readonly MemoryInput[]): MemoryInput[] => {
  const byText = new Map<string, MemoryInput>();
  for (const memory of memories) if (!byText.has(memory.content)) byText.set(memory.content, memory);
  return [...byText.values()];
};

const again = (memory: MemoryInput, round: number): MemoryInput =>
  round === 0 ? memory : { ...memory, externalId: `${memory.externalId}#${round + 1}` };
