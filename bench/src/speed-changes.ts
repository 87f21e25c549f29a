import type { MemoryId } from '@cairn/contracts';
import { RouteCaller } from '@cairn/ports';
import type { BenchServer } from './bench-server.ts';
import { untilHandled, untilIndexed } from './load.ts';
import { atOnce, spreadOf, timed, type Spread } from './speed-statistics.ts';

/** Step between changed memories: every tenth expires, and another tenth is superseded. */
const STEP = 10;
/** Number of changes of a kind made one at a time; the rest is made by parallel writers. */
const ALONE = 200;
const WRITERS = 32;
/** Number of memories that get feedback. */
const FEEDBACKS = 2_000;

export interface ChangeFigures {
  /** Rates of acknowledged changes. */
  readonly rates: Readonly<Record<string, ChangeRate>>;
  /** Recall times for the same questions on the same store before and after, with cached vectors. */
  readonly recall: Readonly<Record<'before' | 'after', Spread>>;
}

interface ChangeRate {
  readonly items: number;
  readonly perSecond: number;
}

interface Stored {
  readonly id: MemoryId;
  readonly title: string;
  readonly content: string;
}

/** Changes a fifth of a full store, and measures recall before and after all indexes have followed. */
export async function measureChanges(server: BenchServer, queries: readonly string[]): Promise<ChangeFigures> {
  const memories = await allMemories(server);
  const everyTenth = (first: number) => memories.filter((_, at) => at % STEP === first);
  await untilHandled(server.service);
  const before = await asked(server, queries);
  const rates = {
    ...(await ratesOf('update', everyTenth(0), expiring(server))),
    ...(await ratesOf('supersede', everyTenth(1), superseding(server))),
    ...(await ratesOf('feedback', everyTenth(2).slice(0, FEEDBACKS), praising(server))),
  };
  await untilIndexed(server.service.app.get(RouteCaller), server.principal);
  await untilHandled(server.service);
  return { rates, recall: { before, after: await asked(server, queries) } };
}

const PAGE = 100;

async function allMemories({ service, principal }: BenchServer): Promise<Stored[]> {
  const api = service.app.get(RouteCaller);
  const memories: Stored[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const query = { order: 'stored', limit: PAGE, cursor } as const;
    const page = await api.call('listMemories', principal, { query });
    memories.push(...page.items);
    cursor = page.nextCursor;
  }
  return memories;
}

type Change = (memory: Stored) => Promise<unknown>;

const expiring = ({ service, principal }: BenchServer): Change => {
  const api = service.app.get(RouteCaller);
  return ({ id, content }) =>
    api.call('updateMemory', principal, {
      ...{ params: { id }, query: {}, headers: {} },
      body: { content: `${content} Until now.`, validTo: Date.now() },
    });
};

const superseding = ({ service, principal }: BenchServer): Change => {
  const api = service.app.get(RouteCaller);
  return ({ id, title, content }) =>
    api.call('supersedeMemory', principal, {
      ...{ params: { id }, query: {} },
      body: { title, content: `${content} From now on.` },
    });
};

const praising = ({ service, principal }: BenchServer): Change => {
  const api = service.app.get(RouteCaller);
  return ({ id: memoryId }) => api.call('giveFeedback', principal, { body: { memoryId, kind: 'helpful' } });
};

async function ratesOf(name: string, memories: readonly Stored[], change: Change): Promise<Record<string, ChangeRate>> {
  if (memories.length <= ALONE)
    throw new Error(`${memories.length} memories are too few for each ${name}: give more --items`);
  return {
    [`${name}, one at a time`]: await rateOf(1, memories.slice(0, ALONE), change),
    [`${name}, ${WRITERS} at once`]: await rateOf(WRITERS, memories.slice(ALONE), change),
  };
}

async function rateOf(width: number, memories: readonly Stored[], change: Change): Promise<ChangeRate> {
  const { ms } = await timed(() => atOnce(width, memories, change));
  return { items: memories.length, perSecond: (memories.length * 1000) / ms };
}

/** Asks each question twice; at the second time, its vector and its index lists are cached. */
async function asked({ service, principal }: BenchServer, queries: readonly string[]): Promise<Spread> {
  const api = service.app.get(RouteCaller);
  const ask = async (query: string) => (await timed(() => api.call('recall', principal, { body: { query } }))).ms;
  await atOnce(1, queries, ask);
  return spreadOf(await atOnce(1, queries, ask));
}
