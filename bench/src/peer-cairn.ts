import { setTimeout as delay } from 'node:timers/promises';
import { toolCaller } from './answers-client.ts';
import { SHARED_MODEL, type Peer, type PeerContext, type PeerItem, type RunningPeer } from './peer.ts';
import { titleOf } from './speed-items.ts';
import { launchProduct } from './speed-process.ts';
import { timed } from './speed-statistics.ts';
import { z } from 'zod';

const Depth = z.object({ words: z.number(), vectors: z.number() });
const Stats = z.object({ index: z.object({ pending: Depth, dead: Depth }) });
const Recalled = z.object({
  hits: z.array(z.object({ externalId: z.string().nullish() })),
  injectionBlock: z.string(),
});
const Remembered = z.object({ memoryId: z.string() });
const Shown = z.object({ memories: z.array(z.object({ memoryId: z.string() })) });

const PAUSE_MS = 50;
/** Rests between two looks at the indexes, as a multiple of what a look took: it counts all items, which would be measured with them. */
const RESTS = 20;

/** HTTP calls with the key of a client. */
interface Client {
  post(path: string, body: object): Promise<unknown>;
  get(path: string): Promise<unknown>;
}

type Interface = Pick<RunningPeer, 'add' | 'ask'> & { readonly close?: () => Promise<void> };

const own = { needs: undefined, vectors: 'own' } as const;

export const cairnOverMcp: Peer = {
  ...own,
  name: 'Cairn, MCP',
  batch: 1,
  note: 'Each text is a memory, by `crystal_remember`; asked by `crystal_recall`. Its vectors are made while it is filled.',
  start: (context) =>
    startCairn(context, {}, async ({ url, key }) => {
      const { call, close } = await toolCaller(url, key);
      const itemIds = new Map<string, string>();
      return {
        async add(items) {
          for (const { id, text, message } of items) {
            const time = message.timestamp === undefined ? {} : { timestamp: message.timestamp };
            const args = { ...sort, ...time, title: titleOf(text), content: text };
            itemIds.set(Remembered.parse((await call('crystal_remember', args)).fields).memoryId, id);
          }
        },
        async ask(query, limit) {
          const { fields, parts } = await call('crystal_recall', { query, limit });
          const ids = Shown.parse(fields).memories.map(({ memoryId }) => itemIds.get(memoryId) ?? memoryId);
          return { ids, text: parts.join('\n') };
        },
        close,
      };
    }),
};

export const cairnOverHttp: Peer = {
  ...own,
  name: 'Cairn, HTTP',
  batch: 100,
  note: 'The same memories, by `POST /v1/memories`; the text of an answer is its `injectionBlock`.',
  start: (context) => startCairn(context, {}, ({ client }) => overHttp(client, '/v1/memories', memoryOf)),
};

export const cairnMessages: Peer = {
  ...own,
  name: 'Cairn, HTTP, as messages',
  batch: 100,
  note: 'The same items with speaker, time and conversation in their fields, which the interfaces of the others do not have.',
  start: (context) =>
    startCairn(context, {}, ({ client }) => overHttp(client, '/v1/messages', ({ message }) => message)),
};

export const cairnOnSharedModel: Peer = {
  ...cairnOverHttp,
  name: 'Cairn, HTTP, shared model',
  vectors: 'shared',
  note: 'The same with vectors from the endpoint that the others use, which gives no vectors of single words.',
  start: (context) =>
    startCairn(
      context,
      {
        CAIRN_EMBEDDER: 'openai',
        CAIRN_EMBEDDER_URL: context.modelUrl,
        CAIRN_EMBEDDER_MODEL: SHARED_MODEL.name,
        CAIRN_EMBEDDER_DIMS: String(SHARED_MODEL.dims),
      },
      ({ client }) => overHttp(client, '/v1/memories', memoryOf),
    ),
};

const sort = { store: 'episodic', category: 'conversation' } as const;

const memoryOf = ({ id, text, message: { timestamp } }: PeerItem): object => ({
  ...sort,
  ...(timestamp !== undefined && { timestamp }),
  title: titleOf(text),
  content: text,
  externalId: id,
});

const overHttp = (client: Client, path: string, bodyOf: (item: PeerItem) => object): Promise<Interface> =>
  Promise.resolve({
    add: async (items) => void (await client.post(path, items.map(bodyOf))),
    async ask(query, limit) {
      const { hits, injectionBlock } = Recalled.parse(await client.post('/v1/recall', { query, limit }));
      return { ids: hits.map(({ externalId }) => externalId ?? ''), text: injectionBlock };
    },
  });

async function startCairn(
  { dataDir }: PeerContext,
  settings: Readonly<Record<string, string>>,
  connect: (server: { url: string; key: string; client: Client }) => Promise<Interface>,
): Promise<RunningPeer> {
  const product = await launchProduct(dataDir, settings);
  const client = clientOf(product);
  const { add, ask, close } = await connect({ ...product, client });
  return {
    pid: product.child.pid,
    add,
    ask,
    settle: () => untilSearchable(client),
    async close() {
      await close?.();
      await product.close();
    },
  };
}

function clientOf({ url, key }: { readonly url: string; readonly key: string }): Client {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const call = async (path: string, init: RequestInit) => {
    const answer = await fetch(`${url}${path}`, { ...init, headers });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  return {
    get: (path) => call(path, {}),
    post: (path, body) => call(path, { method: 'POST', body: JSON.stringify(body) }),
  };
}

/** Waits until words and vectors of everything are indexed; a dead letter ends the run, since its figures would be wrong. */
async function untilSearchable(client: Client): Promise<void> {
  for (;;) {
    const { ms, result } = await timed(() => client.get('/v1/recall/stats'));
    const { pending, dead } = Stats.parse(result).index;
    if (dead.words + dead.vectors > 0) throw new Error(`dead letters: ${JSON.stringify(dead)}`);
    if (pending.words + pending.vectors === 0) return;
    await delay(Math.max(PAUSE_MS, RESTS * ms));
  }
}
