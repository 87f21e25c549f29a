import { CairnError, type GraphReader, type RouteName } from '@cairn/contracts';
import { buildGraph, GraphInMemory } from '@cairn/graph';
import { RouteCaller } from '@cairn/ports';
import { A_MONDAY, aMemoryId, aPrincipal } from '@cairn/testing';
import { MemoriesByName } from './naming-memories.ts';

const asked: { name: RouteName; body: object }[] = [];
beforeEach(() => asked.splice(0));

/** Recall finds these memories, or does not answer. */
const namingOf = (hits: readonly object[] | undefined) =>
  new MemoriesByName(
    new (class extends RouteCaller {
      call<Name extends RouteName>(name: Name, _: unknown, input: object): Promise<never> {
        asked.push({ name, ...(input as { body: object }) });
        if (!hits) return Promise.reject(new CairnError('service/unavailable', 'recall is away'));
        return Promise.resolve({ hits } as never);
      }
    })(),
  );

const hit = (content: string, more: object = {}) => ({
  ...{ kind: 'memory', memoryId: aMemoryId(), title: 'A note', content, author: 'Ana', timestamp: null },
  ...{ createdAt: A_MONDAY, ...more },
});

const mention = (type: 'person' | 'service', name: string) => ({ type, name });
const reader: GraphReader = new GraphInMemory(
  buildGraph({ statements: [], rules: [], mentions: [mention('person', 'yuki'), mention('service', 'Rate Store')] }),
);
const of = (name: string, hits: readonly object[] | undefined) => namingOf(hits).of(aPrincipal(), { name, reader });

it('quotes the sentence of each memory that names it, with the people in it', async () => {
  const text = 'On Friday yuki and Ines Duarte restarted ledgerd beside the Rate Store, as @kofi asked.';
  const found = hit(`It was late. ${text} Nobody noticed.`);

  const { count, isMore, quotes } = await of('ledgerd', [found, hit('Nothing about it.'), { kind: 'message' }]);

  expect({ count, isMore }).toEqual({ count: 1, isMore: false });
  expect(quotes).toEqual([
    {
      ...{ memoryId: found.memoryId, title: 'A note', text, at: A_MONDAY, by: 'Ana' },
      people: ['yuki', 'Ines Duarte', '@kofi'],
    },
  ]);
  expect(asked).toMatchObject([{ name: 'recall', body: { query: 'ledgerd', recipe: 'words' } }]);
});

it('counts those that name it by all its words but its kind, and quotes a few', async () => {
  const hits = Array.from({ length: 20 }, (_, at) => hit(`The export worker failed ${at} times.`));

  expect(await of('the export worker service', hits)).toMatchObject({ count: 20, isMore: true, quotes: { length: 5 } });
  expect(await of('the import worker', hits)).toMatchObject({ count: 0, quotes: [] });
  expect(await of('ledgerd', [hit('It is slow.', { title: 'Slow ledgerd' })])).toMatchObject({
    count: 1,
    quotes: [{ text: 'Slow ledgerd', people: [] }],
  });
  expect(await of('tunnel', [hit('Owns Postgres and the tunnel.', { title: 'Chen Wei' })])).toMatchObject({
    quotes: [{ people: ['Chen Wei'] }],
  });
});

it('says that recall did not answer', async () => {
  expect(await of('ledgerd', undefined)).toEqual({ count: 0, isMore: true, quotes: [], degraded: true });
});
