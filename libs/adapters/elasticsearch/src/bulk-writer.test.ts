import { aMessage, anOrgId, until } from '@cairn/testing';
import type { Timeouts } from './connection.ts';
import { ElasticsearchTextIndex } from './elasticsearch-text-index.ts';
import { FailingServer } from './failing-server.fixture.ts';
import type { Places } from './indexes.ts';
import { inPlaces, ownPlaces } from './places.fixture.ts';

describe('writes to an Elasticsearch in trouble', () => {
  const orgId = anOrgId();
  const some = (count: number) => Array.from({ length: count }, () => aMessage({ orgId }));
  let server: FailingServer;
  let index: ElasticsearchTextIndex;

  const open = (timeouts?: Partial<Timeouts>) =>
    new ElasticsearchTextIndex({ node: server.url, generation: 1, places: ownPlaces, timeouts });

  beforeEach(async () => {
    server = await FailingServer.open();
    index = open();
  });
  afterEach(async () => {
    await index.close();
    await server.close();
  });

  const put = (count: number) => Promise.allSettled(some(count).map((item) => index.upsert(item)));
  const codesOf = (results: readonly PromiseSettledResult<void>[]) =>
    results.map((result) => (result.status === 'fulfilled' ? 'done' : result.reason.code));

  it('sends what comes together in one request, and at most 500 in each', async () => {
    await put(1);
    server.bulks.length = 0;

    expect(codesOf(await put(1200)).every((code) => code === 'done')).toBe(true);

    expect(server.bulks.toSorted((a, b) => a - b)).toEqual([200, 500, 500]);
  });

  it('answers each write for itself; one that is overtaken is done', async () => {
    server.behaviour = () => [201, 409, 400];

    expect(codesOf(await put(3))).toEqual(['done', 'done', 'internal']);
  });

  it('sends again what the server was too busy for, and only that', async () => {
    server.behaviour = (documents) => (documents === 3 ? [201, 429, 500] : [201, 200]);

    expect(codesOf(await put(3))).toEqual(['done', 'done', 'done']);

    expect(server.bulks).toEqual([3, 2]);
  });

  it('lets organisations share an index where the cluster takes no more, and says why where it takes none', async () => {
    let place: string = orgId;
    let reported = 0;
    const places: Places = {
      ...inPlaces(() => place),
      hasIndexed: async () => true,
      reportMissing: async () => void reported++,
      share: async () => place !== (place = 'shared-1'),
    };
    server.isFull = (call) => !call.includes('shared');
    const packed = new ElasticsearchTextIndex({ node: server.url, generation: 1, places });

    await packed.upsert(aMessage({ orgId }));

    expect([place, server.made, reported]).toEqual(['shared-1', 1, 3]);
    server.isFull = () => true;
    const full = new ElasticsearchTextIndex({ node: server.url, generation: 2, places });
    await expect(full.upsert(aMessage({ orgId }))).rejects.toMatchObject({
      code: 'index/unavailable',
      message: expect.stringContaining('cluster.max_shards_per_node'),
    });
    await Promise.all([packed.close(), full.close()]);
  });

  it('leaves an index that is not ready alone for a moment, and goes on with the others', async () => {
    const other = anOrgId();
    const putOther = () => index.upsert(aMessage({ orgId: other }));
    await Promise.all([index.upsert(aMessage({ orgId })), putOther()]);
    server.behaviour = () => [503, 201];
    expect(codesOf(await Promise.allSettled([index.upsert(aMessage({ orgId })), putOther()]))).toEqual([
      'index/unavailable',
      'done',
    ]);
    server.behaviour = () => [201];
    server.bulks.length = 0;

    for (let failures = 0; failures < 10; failures++) expect(codesOf(await put(1))).toEqual(['index/unavailable']);
    await putOther();

    expect(server.bulks).toEqual([1]);
    await until(async () => codesOf(await put(1))[0] === 'done');
  });

  it('gives up on a server that stays too busy, so that the event comes back later', async () => {
    server.behaviour = () => [429];
    expect(codesOf(await put(1))).toEqual(['index/unavailable']);
    expect(server.bulks).toHaveLength(6);

    server.behaviour = () => ({ status: 429 });
    expect(codesOf(await put(1))).toEqual(['index/unavailable']);
    expect(server.bulks.length).toBeGreaterThan(7);
  });

  it('makes an index that went away again', async () => {
    server.behaviour = () => [404];
    expect(codesOf(await put(1))).toEqual(['index/unavailable']);
    expect(server.made).toBe(1);

    server.behaviour = () => [201];
    expect(codesOf(await put(1))).toEqual(['done']);
    expect(server.made).toBe(2);
  });

  it('waits for a silent server no longer than it may, then refuses for a moment without asking', async () => {
    await index.close();
    index = open({ writeMs: 200 });
    server.behaviour = () => 'silence';
    for (let failures = 0; failures < 5; failures++) expect(codesOf(await put(1))).toEqual(['index/unavailable']);
    const asked = server.bulks.length;

    expect(codesOf(await put(1))).toEqual(['index/unavailable']);

    expect(server.bulks).toHaveLength(asked);
  });

  it('ends the calls to a frozen server long before their time, and asks again once it answers', async () => {
    await put(1);
    server.isFrozen = true;

    expect(codesOf(await put(2))).toEqual(['index/unavailable', 'index/unavailable']);
    expect(codesOf(await put(1))).toEqual(['index/unavailable']);

    server.isFrozen = false;
    await until(async () => codesOf(await put(1))[0] === 'done');
  });

  it('says that a server which is not there is unavailable', async () => {
    await server.close();

    expect(codesOf(await put(1))).toEqual(['index/unavailable']);
    expect(await index.health()).toMatchObject({
      ready: false,
      problem: expect.stringMatching(/did not answer|has not answered/),
    });
  });
});
