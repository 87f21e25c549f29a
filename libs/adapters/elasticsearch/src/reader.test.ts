import { scopeOf } from '@cairn/domain';
import { aMemory, aPrincipal } from '@cairn/testing';
import { ElasticsearchTextIndex } from './elasticsearch-text-index.ts';
import { FailingServer } from './failing-server.fixture.ts';
import { ownPlaces } from './places.fixture.ts';

const query = { terms: ['zebra'], parts: [], phrases: [] };

let server: FailingServer;
beforeAll(async () => {
  server = await FailingServer.open();
  server.isWithoutShards = true;
});
afterAll(() => server.close());

async function searched(hasIndexed: boolean) {
  const places = { ...ownPlaces, hasIndexed: async () => hasIndexed };
  const index = new ElasticsearchTextIndex({ node: server.url, generation: 1, places });
  const bm25 = { k1: 0.9, b: 0.4 };
  return index.search(scopeOf(aPrincipal()), query, { kind: 'memory' }, 5, bm25).finally(() => index.close());
}

it('finds nothing in an index that is being made for the first item of an organisation', async () => {
  expect(await searched(false)).toEqual([]);
});

it('is unavailable where an index that held something cannot be searched', async () => {
  await expect(searched(true)).rejects.toMatchObject({ code: 'index/unavailable' });
});

it('counts for all kinds together, and looks up their documents and groups by one search', async () => {
  const places = { ...ownPlaces, hasIndexed: async () => false };
  const index = new ElasticsearchTextIndex({ node: server.url, generation: 1, places });
  const [question, scope, bm25] = [index.forQuestion(), scopeOf(aPrincipal()), { k1: 0.9, b: 0.4 }];
  const kinds = ['message', 'memory'] as const;
  server.searches.length = 0;

  await Promise.all(kinds.map((kind) => question.search(scope, query, { kind }, 5, bm25)));
  await Promise.all(
    kinds.flatMap((kind) => [
      question.score(scope, query, kind, [aMemory().id], bm25),
      question.coverage(scope, query, kind, ['a session']),
    ]),
  );
  await index.close();

  expect(server.searches).toEqual([4, 1]);
});
