import { randomBytes } from 'node:crypto';
import { ElasticsearchTextIndex } from '@cairn/adapter-elasticsearch';
import { ownPlaces } from '@cairn/adapter-elasticsearch/places';
import { PostgresLosses, PostgresPool, PostgresStore, PostgresTruth } from '@cairn/adapter-postgres';
import { QdrantVectorIndex } from '@cairn/adapter-qdrant';
import type { IndexTarget, Item, OrgId } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { placeOfOrganisation, type GenerationIndex, type IndexLosses } from '@cairn/ports';
import { aMessage, aNewMessage, aPrincipal, describeWith, SettableClock } from '@cairn/testing';
import { generations, callsOf } from '@cairn/store';
import { Client } from 'pg';
import { Shortfalls } from './shortfalls.ts';

const clock = new SettableClock();
const DIMS = 4;
const MINUTE_MS = 60_000;

describeWith('POSTGRES_URL', 'what an index lacks', (server) => {
  const database = `cairn_test_${randomBytes(6).toString('hex')}`;
  const prefix = `test-${randomBytes(4).toString('hex')}`;
  let pool: PostgresPool;
  let losses: PostgresLosses;
  const url = Object.assign(new URL(server), { pathname: `/${database}` }).href;

  beforeAll(async () => {
    await onServer(`create database ${database} template template0`);
    pool = await PostgresPool.open({ url });
    losses = new PostgresLosses({ pool, clock, staleAfterMs: 20 });
    const rows = callsOf(generations, new PostgresStore({ pool, clock }));
    await rows.ensureFirst({ target: 'words', builtBy: 'cairn-text-2', dims: null });
    await rows.ensureFirst({ target: 'vectors', builtBy: 'm', dims: DIMS });
  });
  afterAll(async () => {
    await pool.close();
    await onServer(`drop database ${database} with (force)`);
  });

  const onServer = (statement: string) => run(server, statement);

  async function run(connectionString: string, statement: string): Promise<void> {
    const client = new Client({ connectionString });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  }

  /** Stores some messages, and notes that the index has them. */
  async function stored(
    principal: Principal,
    target: IndexTarget,
    put: (item: Item) => Promise<void>,
  ): Promise<Item[]> {
    const truth = new PostgresTruth({ pool, clock });
    const messages = Array.from({ length: 3 }, () => aNewMessage());
    await truth.write(principal, messages);
    const pointers = messages.map(({ id }) => ({ orgId: principal.orgId, kind: 'message', id }) as const);
    const items = await Promise.all(pointers.map((pointer) => truth.load(pointer) as Promise<Item>));
    for (const item of items) await put(item);
    for (const pointer of pointers) await truth.markIndexed(pointer, target, 1);
    return items;
  }

  interface UnderTest {
    readonly live: GenerationIndex<IndexTarget>;
    readonly put: (item: Item) => Promise<void>;
    readonly take: (item: Item) => Promise<unknown>;
  }

  /** One organisation loses an item of its index by the hand of somebody else; another none, though its counter is too high. */
  async function seesWhatWasTaken({ live, put, take }: UnderTest): Promise<void> {
    const { target } = live.generation;
    const [ada, bob] = [aPrincipal(), aPrincipal()];
    const [items] = [await stored(ada, target, put), await stored(bob, target, put)];
    await run(url, `update item_use set items = items + 1 where org_id = '${bob.orgId}'`);
    const shortfalls = new Shortfalls(losses);
    expect(await shortfalls.look(live)).toEqual([]);

    await take(items[1]!);

    expect(await shortfalls.look(live)).toEqual([ada.orgId]);
    expect((await losses.current()).filter((loss) => loss.target === target)).toEqual([
      { target, generation: 1, place: placeOfOrganisation(ada.orgId) },
    ]);
    expect(await losses.nextOrganisation({ target, generation: 1, place: placeOfOrganisation(ada.orgId) })).toBe(
      ada.orgId,
    );
    expect(await shortfalls.look(live)).toEqual([]);
  }

  /** An older copy has what was forgotten since in place of what was written since, or an item as it was before a change. */
  async function seesWhatIsOlder({ live, put, take }: UnderTest): Promise<void> {
    const { target } = live.generation;
    const [ada, bob, eve] = [aPrincipal(), aPrincipal(), aPrincipal()];
    for (const each of [ada, bob, eve]) await stored(each, target, put);
    clock.advance(30 * MINUTE_MS);
    const [missing, ofEve] = [await stored(ada, target, put), await stored(eve, target, put)];
    clock.advance(MINUTE_MS);
    await stored(ada, target, put);
    clock.advance(MINUTE_MS / 2);
    const shortfalls = new Shortfalls(losses);
    expect(await shortfalls.look(live)).toEqual([]);

    await Promise.all(missing.flatMap((item) => [take(item), put(aMessage({ orgId: ada.orgId }))]));
    const pointer = { orgId: eve.orgId, kind: 'message', id: ofEve.at(-1)!.id } as const;
    await new PostgresTruth({ pool, clock }).markIndexed(pointer, target, 2);

    expect((await shortfalls.look(live)).toSorted()).toEqual([ada.orgId, eve.orgId].toSorted());
    expect(await shortfalls.look(live)).toEqual([]);
  }

  describeWith('ELASTICSEARCH_URL', 'of words', (node) => {
    const index = new ElasticsearchTextIndex({ node, prefix, generation: 1, places: ownPlaces, refreshMs: 20 });
    const words: UnderTest = {
      live: { generation: { target: 'words', number: 1 }, index } as unknown as GenerationIndex<IndexTarget>,
      put: (item) => index.upsert(item),
      take: async ({ orgId, id }) => {
        const document = encodeURIComponent(`${orgId}/message/${id}`);
        const path = `${prefix}-words-g1-l2-a2-${orgId}/_doc/${document}?routing=${orgId}&refresh=true`;
        expect((await fetch(`${node}/${path}`, { method: 'DELETE' })).status).toBe(200);
      },
    };
    afterAll(async () => {
      await index.drop();
      await index.close();
    });

    it('is reported for the organisation that it lacks items of, once', () => seesWhatWasTaken(words));
    it('is reported where it is older and holds as many', () => seesWhatIsOlder(words));
  });

  describeWith('QDRANT_URL', 'of vectors', (url) => {
    const index = new QdrantVectorIndex({ url, prefix, generation: 1, modelId: 'm', dims: DIMS });
    const name = `${prefix}-vectors-g1-l2-m-${DIMS}`;
    const vectors: UnderTest = {
      live: { generation: { target: 'vectors', number: 1 }, index } as unknown as GenerationIndex<IndexTarget>,
      put: (item) => index.upsert(item, [Float32Array.from([1, 0, 0, 0])]),
      take: ({ id }) =>
        fetch(`${url}/collections/${name}/points/delete?wait=true`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ filter: { must: [{ key: 'item', match: { value: id } }] } }),
        }),
    };
    afterAll(() => index.drop());

    it('is reported for the organisation that it lacks items of, once', () => seesWhatWasTaken(vectors));
    it('is reported where it is older and holds as many', () => seesWhatIsOlder(vectors));
  });
});

describe('many organisations that lack items', () => {
  /** An index that is empty, of organisations with three items each, and how often it is asked. */
  function emptyIndexOf(orgIds: readonly OrgId[]) {
    const asked = { itemCounts: 0, missingItems: 0 };
    const index = {
      itemCounts: (some: readonly OrgId[]) =>
        Promise.resolve((asked.itemCounts++, new Map(some.map((orgId) => [orgId, 0])))),
      missingItems: () => Promise.resolve((asked.missingItems++, [])),
    };
    const reported: string[] = [];
    const losses = {
      owed: () => Promise.resolve(orgIds.map((orgId) => ({ orgId, items: 3 }))),
      indexed: () => Promise.resolve(3),
      lastIndexed: () => Promise.resolve([]),
      report: ({ place }: { place: string }) => Promise.resolve(void reported.push(place)),
    };
    const live = { generation: { target: 'words', number: 1 }, index } as unknown as GenerationIndex<IndexTarget>;
    return { asked, reported, live, shortfalls: new Shortfalls(losses as unknown as IndexLosses) };
  }

  it('are looked at again together, so that twenty cost the index as many questions as one', async () => {
    const orgIds = Array.from({ length: 20 }, () => aPrincipal().orgId);
    const one = emptyIndexOf(orgIds.slice(0, 1));
    const twenty = emptyIndexOf(orgIds);

    await one.shortfalls.look(one.live);
    expect(await twenty.shortfalls.look(twenty.live)).toEqual(orgIds);

    expect(twenty.asked).toEqual(one.asked);
    expect(twenty.reported).toEqual(orgIds.map(placeOfOrganisation));
  });
});
