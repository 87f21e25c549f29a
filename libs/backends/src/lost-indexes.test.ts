import { randomBytes } from 'node:crypto';
import { ElasticsearchTextIndex } from '@cairn/adapter-elasticsearch';
import {
  PostgresLosses,
  PostgresPlacements,
  PostgresPool,
  PostgresStore,
  PostgresTruth,
} from '@cairn/adapter-postgres';
import { itemScan, callsOf, generations } from '@cairn/store';
import { scopeOf } from '@cairn/domain';
import { SystemClock } from '@cairn/ports';
import { aNewMessage, aPrincipal, describeWith, until } from '@cairn/testing';
import { analyserOf, newestAnalyser } from '@cairn/text';
import { Client } from 'pg';
import { placesOf } from './lost-indexes.ts';

const english = analyserOf(newestAnalyser('english'));

const clock = new SystemClock();

describeWith('POSTGRES_URL', 'what is known of a lost index', (server) => {
  const database = `cairn_test_${randomBytes(6).toString('hex')}`;
  let pool: PostgresPool;

  beforeAll(async () => {
    await onServer(`create database ${database} template template0`);
    pool = await PostgresPool.open({ url: Object.assign(new URL(server), { pathname: `/${database}` }).href });
    await callsOf(generations, new PostgresStore({ pool, clock })).ensureFirst({
      target: 'words',
      builtBy: 'a1',
      dims: null,
    });
  });
  afterAll(async () => {
    await pool.close();
    await onServer(`drop database ${database} with (force)`);
  });

  async function onServer(statement: string): Promise<void> {
    const client = new Client({ connectionString: server });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  }

  describeWith('ELASTICSEARCH_URL', 'where words are', (node) => {
    const prefix = `test-${randomBytes(4).toString('hex')}`;

    /** The losses, places and index of one process. */
    const aProcess = () => {
      const losses = new PostgresLosses({ pool, clock });
      const places = placesOf(new PostgresPlacements({ pool }), losses);
      return {
        losses,
        places,
        index: new ElasticsearchTextIndex({ node, prefix, generation: 1, places }),
      };
    };

    it('is not that it never had anything, nor that it is there again, while everything is sent again', async () => {
      const [reader, one, other] = [aProcess(), aProcess(), aProcess()];
      const ada = aPrincipal();
      const truth = new PostgresTruth({ pool, clock });
      const [zebra, giraffe] = [aNewMessage({ content: 'zebra' }), aNewMessage({ content: 'giraffe' })];
      const pointers = [zebra, giraffe].map(({ id }) => ({ orgId: ada.orgId, kind: 'message', id }) as const);
      await truth.write(ada, [zebra, giraffe]);
      const items = await Promise.all(pointers.map((pointer) => truth.load(pointer)));
      const put = (index: ElasticsearchTextIndex, at: number) => index.upsert(items[at] as never);
      for (const at of [0, 1]) await put(one.index, at);
      for (const pointer of pointers) await truth.markIndexed(pointer, 'words', 1);
      const find = () =>
        reader.index.search(scopeOf(ada), english.query('zebra'), { kind: 'message' }, 5, { k1: 1, b: 0.5 });
      expect(await find()).toHaveLength(1);

      await aProcess().index.drop();
      const done: string[] = [];
      const made = one.index.makeMissing().then(() => done.push('made again once every reader knows'));
      await until(async () => (await aProcess().losses.current()).length > 0);
      await callsOf(itemScan, new PostgresStore({ pool, clock })).announce({ pointers, target: 'words' });
      await expect(find()).rejects.toMatchObject({ code: 'index/unavailable' });
      await Promise.all([made, put(other.index, 1).then(() => done.push('written by another'))]);

      expect(done).toEqual(['made again once every reader knows', 'written by another']);
      await expect(find()).rejects.toMatchObject({ code: 'index/unavailable' });
      await one.index.drop();
    });
  });
});
