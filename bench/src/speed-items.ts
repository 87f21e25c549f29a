import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { MemoryInput, MessageInput, type Item } from '@cairn/contracts';
import { readNeutralJsonl, type ParsedLine } from '@cairn/importers';
import { chunkText, textToEmbed, type ChunkOptions } from '@cairn/text';
import { readDataSet } from './data-set.ts';

/** Stored items and questions of the bench. */
export interface SpeedData {
  readonly memories: readonly MemoryInput[];
  /** Number of memories with distinct texts. */
  readonly distinct: number;
  /** Messages with the texts of every fifth memory. */
  readonly messages: readonly MessageInput[];
  readonly queries: readonly string[];
  /** Actions for preflights. */
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
 * Creates this many memories from all sets in turn. Each is one chunk of the product's size, so that it costs one vector,
 * which a quality run has already embedded. When all texts are used, they are repeated under other ids.
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

/** Splits queries into actions for preflights and queries for recalls, each text once. */
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

/** Memories from a set's own texts, no more than needed. */
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

/** Splits an item into one memory per chunk. The title begins its text, so that the embedded text is the chunk itself. */
function piecesOf(
  set: string,
  { type, input }: Extract<ParsedLine, { input: object }>,
  cut: ChunkOptions,
): MemoryInput[] {
  // Only kind, title and content of the item are read, which an input has.
  const text = textToEmbed({ kind: type, ...input } as unknown as Item);
  const sort =
    type === 'memory'
      ? { store: input.store, category: input.category, tags: input.tags }
      : { store: 'episodic', category: 'conversation' };
  const { channel, timestamp, externalId } = input;
  return chunkText(text, cut).map(({ from, to }) => {
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

/** Interleaves lists: the first of each, then the second of each, and so on. */
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
