import { SqlFeedback, SqlLifecycle } from '@cairn/adapter-sql';
import { scopeOf } from '@cairn/contracts';
import { aChunk, aNewMemory, aNewMessage, aPrincipal, describeWith } from '@cairn/testing';
import { Client } from 'pg';
import { postgresWorld } from '../postgres-world.fixture.ts';

describeWith('POSTGRES_URL', 'Row-level security', (server) => {
  const [ada, eve] = [aPrincipal(), aPrincipal()];
  let world: Awaited<ReturnType<typeof postgresWorld>>;
  let client: Client;

  beforeAll(async () => {
    world = await postgresWorld(server);
    const message = aNewMessage({ content: "Ada's", speaker: 'Ada' });
    await world.truth.write(ada, [message], { key: 'k', requestHash: 'h' });
    await world.store.keep({ orgId: ada.orgId, kind: 'message', id: message.id }, 'm', 'h', [aChunk(1)]);
    const memory = aNewMemory();
    await world.truth.write(ada, [memory]);
    const feedback = new SqlFeedback(world.sql);
    await feedback.give(scopeOf(ada), memory.id, 'used');
    await feedback.weigh(ada.orgId, memory.id);
    const act = { scope: scopeOf(ada), author: ada, id: memory.id, ifVersion: 1 };
    await new SqlLifecycle(world.sql).supersede(act, aNewMemory({ content: 'the successor' }));
    await world.placements.placeOf(ada.orgId);
    const { orgId } = await world.identity.firstOrganisation();
    await world.identity.createKey({ orgId, name: 'Ada', kind: 'person', role: 'writer', peers: [] });
    await world.truth.write(eve, [aNewMessage({ content: "Eve's", speaker: 'Eve' })]);
    client = new Client({ connectionString: world.url });
    await client.connect();
  });
  afterEach(() => client.query('rollback'));
  afterAll(async () => {
    await client.end();
    await world.close();
  });

  /** As a query of ours that forgot its condition would run. */
  const asApp = async (orgId: string | undefined, query: string) => {
    await client.query('begin; set local role cairn_app');
    if (orgId) await client.query(`set local cairn.org_id = '${orgId}'`);
    return client.query(query);
  };
  const tables = [
    'item',
    'speaker',
    'index_state',
    'idempotency',
    'embedding',
    'item_embedding',
    'placement',
    'api_key',
    'feedback',
    'memory_strength',
    'revision',
    'succession',
  ];

  it("shows a query that forgot its condition nothing of another organisation's", async () => {
    const { rows } = await asApp(ada.orgId, "select * from item where kind = 'message'");

    expect(rows.map(({ content }) => content)).toEqual(["Ada's"]);
  });

  it.each(tables)('shows nothing of %s where no organisation is named', async (table) => {
    expect((await client.query(`select * from ${table}`)).rows).not.toEqual([]);
    expect((await asApp(undefined, `select * from ${table}`)).rows).toEqual([]);
    await client.query('rollback');

    expect((await asApp(undefined, `select * from ${table}`)).rows).toEqual([]);
  });

  it('covers every table with rows of organisations', async () => {
    const { rows } = await client.query(
      `select relname from pg_class join pg_attribute on attrelid = pg_class.oid
       where relkind = 'r' and attname = 'org_id' and not relrowsecurity`,
    );

    expect(rows).toEqual([]);
  });

  it("lets nothing be changed or put among another organisation's", async () => {
    const changed = await asApp(ada.orgId, "update item set content = 'changed'");
    await client.query('rollback');
    const added = asApp(ada.orgId, `insert into placement values ('${eve.orgId}', 'mine')`);

    expect(changed.rowCount).toBe(3);
    await expect(added).rejects.toThrow('row-level security');
  });

  it.each(['delete from item', "update audit set action = 'none'", 'delete from audit', 'select * from dead_letter'])(
    'does not let the role of the services do this: %s',
    async (query) => {
      await expect(asApp(ada.orgId, query)).rejects.toThrow('permission denied');
    },
  );

  it('does not carry an organisation into the next transaction of a connection', async () => {
    await asApp(ada.orgId, 'select 1');
    await client.query('commit');

    expect((await asApp(undefined, 'select * from item')).rows).toEqual([]);
  });
});
