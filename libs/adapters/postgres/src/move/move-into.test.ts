import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { FolderRows } from '@cairn/adapter-embedded';
import { reasonByTableNotCopied, movedTables } from '@cairn/store';
import type { ItemId } from '@cairn/contracts';
import type { Filter, Scope } from '@cairn/domain';
import type { Truth } from '@cairn/ports';
import { aNewMessage, describeWith, SettableClock, someFilters } from '@cairn/testing';
import { newDatabase, newEmptyWorld, onServer, openWorld } from '../postgres-world.fixture.ts';
import { aFullFolder, FIRST_ANSWER, MODEL, openFolder } from './folder.fixture.ts';
import { moveInto, type MoveOptions } from './move-into.ts';

describeWith('POSTGRES_URL', 'A move', (server) => {
  let folder: Awaited<ReturnType<typeof aFullFolder>>;
  let database: Awaited<ReturnType<typeof newEmptyWorld>>;
  const open: { close(): Promise<void> }[] = [];

  beforeAll(async () => {
    folder = await aFullFolder();
  });
  beforeEach(async () => {
    database = await newEmptyWorld(server);
  });
  afterEach(async () => {
    for (const world of open.splice(0)) await world.close();
    await database.drop();
  });
  afterAll(() => folder.remove());

  const withoutSchema = async () => {
    await database.drop();
    database = await newDatabase(server);
  };
  const opened = <World extends { close(): Promise<void> }>(world: World) => {
    open.push(world);
    return world;
  };
  const theFolder = async () => opened(await openFolder(folder.dataDir));
  const theDatabase = async () => opened(await openWorld({ url: database.url }));
  const ask = (query: string) => onServer(database.url, query);

  async function move(options: Partial<MoveOptions> = {}, dataDir = folder.dataDir) {
    const source = FolderRows.open(dataDir);
    try {
      return await moveInto(source, { url: database.url, clock: new SettableClock(), ...options });
    } finally {
      source.close();
    }
  }

  /** Stops a move after a number of batches, like a process that dies. */
  async function moveUntil(batches: number) {
    const stopped = new AbortController();
    let seen = 0;
    const onProgress = () => void ((seen += 1) >= batches && stopped.abort());
    return move({ signal: stopped.signal, onProgress });
  }

  it('carries every row of every table, and proves it', async () => {
    await withoutSchema();
    const report = await move();

    expect(report).toMatchObject({ ended: 'moved', proof: { isEqual: true } });
    expect(report.copied).toBe(Object.values(report.rows).reduce((sum, rows) => sum + rows));
    expect(Object.entries(report.rows).filter(([, rows]) => rows === 0)).toEqual([]);
    expect(report.proof?.items).toContainEqual(
      expect.objectContaining({ what: 'deleted memory', from: 1, to: 1, isEqual: true }),
    );
  });

  it('leaves nothing out: no table and no column but those that are named', async () => {
    await move();
    const file = new DatabaseSync(join(folder.dataDir, 'cairn.db'), { readOnly: true });
    const columnsOf = (table: string) =>
      file
        .prepare(`select name from pragma_table_info(?)`)
        .all(table)
        .map(({ name }) => `${table}.${String(name)}`);
    const inFile = movedTables.flatMap(({ name }) => columnsOf(name));
    file.close();

    const rows = await ask(
      "select table_name as t, column_name as c from information_schema.columns where table_schema = 'public'",
    );
    const inDatabase = rows.map(({ t, c }) => `${String(t)}.${String(c)}`);
    const tables = [...new Set(rows.map(({ t }) => String(t)))];
    const known = [...movedTables.map(({ name }) => name as string), ...Object.keys(reasonByTableNotCopied)];

    expect(tables.filter((table) => !known.includes(table)).sort()).toEqual(['index_loss', 'move']);
    expect(inFile.filter((column) => !inDatabase.includes(column)).sort()).toEqual([
      'embedding.seq',
      'item_embedding.first_seq',
      'speaker.messages',
    ]);
  });

  it('gives the same answers as the folder, to everyone', async () => {
    await move();
    const both = [await theFolder(), await theDatabase()];
    const asks = folder.scopes.flatMap((scope) => someFilters().map((filter) => ({ scope, filter })));
    const some = asks.filter((_, at) => at % 7 === 0);

    const answers = await Promise.all(both.map(({ truth }) => everyRead(truth, some, folder.memories)));

    expect(answers[1]).toEqual(answers[0]);
    expect(answers[1]!.flatMap(({ items }) => items).length).toBeGreaterThan(100);
  });

  it('knows the same speakers, and sums up the same', async () => {
    await move();
    const both = [await theFolder(), await theDatabase()];

    for (const scope of folder.scopes) {
      const [before, after] = await Promise.all(
        both.map(async ({ truth }) => {
          const { memories, messages, strongest } = await truth.stats(scope);
          const meanStrength = memories.meanStrength.toFixed(9);
          return {
            memories: { ...memories, meanStrength },
            messages,
            strongest,
            speakers: (await truth.speakers(scope)).toSorted(),
          };
        }),
      );
      expect(after).toEqual(before);
    }
  });

  it('carries keys, idempotency, embeddings and dead letters', async () => {
    await move();
    const { truth, identity, keys, store, outbox } = await theDatabase();
    const { ada, kept, revoked, embedded } = folder;

    expect(await identity.authenticate(kept.key)).toEqual(ada);
    expect(await identity.authenticate(revoked.key)).toBeUndefined();
    expect(await keys.firstOrganisation({ peerPrefixes: ['coach'] })).toEqual({ orgId: ada.orgId, created: false });
    const [again] = await truth.write(ada, [aNewMessage({ content: 'said once' })], FIRST_ANSWER);
    expect(await truth.load({ orgId: ada.orgId, kind: 'message', id: again!.id as never })).toMatchObject({
      content: 'said once',
    });
    const source = await theFolder();
    expect(await store.find({ orgId: ada.orgId, modelId: MODEL, contentHash: 'hash' })).toEqual(
      await source.store.find({ orgId: ada.orgId, modelId: MODEL, contentHash: 'hash' }),
    );
    expect(await store.find({ orgId: ada.orgId, modelId: MODEL, contentHash: 'hash' })).toHaveLength(2);
    await truth.forget(folder.scopes[0]!, ada, 'message', embedded.id);
    expect(await store.find({ orgId: ada.orgId, modelId: MODEL, contentHash: 'hash' })).toBeUndefined();
    expect(await outbox.replayDead(ada)).toBe(1);
  });

  it('has all that is left sent to its indexes, and goes on where the folder ended', async () => {
    await move();
    const { truth, outbox, clock } = await theDatabase();
    const { ada, gone } = folder;
    const [{ last }] = (await ask('select max(seq) as last from item')) as [{ last: string }];
    const present = await ask(
      "select count(*)::int as items, count(*) filter (where kind = 'memory')::int as memories, count(*) filter (where kind = 'message')::int as messages from item where state <> 'deleted'",
    );

    clock.advance(60_000);
    expect((await outbox.depth()).waiting).toBe(0);
    // Pending index states: words and vectors of every item, graph and links of memories, aliases in messages.
    const { items, memories, messages } = present[0] as Record<'items' | 'memories' | 'messages', number>;
    expect(await truth.requeueLagging(30_000, 1000)).toBe(2 * items + 2 * memories + messages);
    expect(await truth.indexStates([{ orgId: ada.orgId, kind: 'memory', id: gone.id }])).toEqual([
      { words: 'indexed', vectors: 'indexed' },
    ]);
    await truth.write(ada, [aNewMessage({ sessionKey: 's0' })]);
    expect(await ask(`select seq, turn from item where seq > ${last}`)).toEqual([
      { seq: String(Number(last) + 1), turn: expect.any(Number) },
    ]);
  });

  it('that was interrupted anywhere is carried on, with no gap and nothing twice', async () => {
    const batches: number[] = [];
    await move({ onProgress: ({ done, step }) => step === 'copying' && batches.push(done) });
    for (let stop = 1; stop < batches.length; stop += 5) {
      await database.drop();
      database = await newEmptyWorld(server);

      const first = await moveUntil(stop);
      const second = await move();

      expect(first).toMatchObject({ ended: 'interrupted' });
      expect(first.copied).toBeLessThan(batches.at(-1)!);
      expect(second).toMatchObject({ ended: 'moved', proof: { isEqual: true } });
      expect(second.copied).toBeLessThanOrEqual(batches.at(-1)! - first.copied + 200);
    }
  }, 120_000);

  it('that is done is only proven again', async () => {
    await move();

    expect(await move()).toMatchObject({ ended: 'moved-before', copied: 0, proof: { isEqual: true } });
  });

  it.each([
    ["update item set content = content || '.' where id = (select min(id::text)::uuid from item)", 'item'],
    ['delete from audit where seq = 3', 'audit'],
    ['update embedding set vector = set_byte(vector, 5, (get_byte(vector, 5) + 1) % 256) where chunk = 0', 'embedding'],
    ["update api_key set role = 'admin'", 'api_key'],
  ])('is not proven when %s', async (change, table) => {
    await move();
    await ask(change);

    const { proof } = await move();

    expect(proof?.isEqual).toBe(false);
    expect([...new Set(proof?.tables.filter(({ isEqual }) => !isEqual).map(({ what }) => what))]).toEqual([table]);
  });

  it('of items that are gone afterwards is not proven', async () => {
    await move();
    await ask("update item set state = 'deleted' where state = 'archived'");

    const { proof } = await move();

    expect(proof?.items.filter(({ isEqual }) => !isEqual).map(({ what }) => what)).toContain('archived memory');
  });

  it('changes nothing when it is only tried', async () => {
    await withoutSchema();
    const report = await move({ dryRun: true });

    expect(report).toMatchObject({ ended: 'would-move', copied: 0 });
    expect(report.rows['item']).toBeGreaterThan(90);
    expect(await ask("select * from pg_tables where schemaname = 'public'")).toEqual([]);
  });

  it('into a database that somebody uses is refused', async () => {
    await (await theDatabase()).keys.firstOrganisation({ peerPrefixes: ['coach'] });

    await expect(move()).rejects.toMatchObject({ code: 'config/invalid' });
    await expect(move({ dryRun: true })).rejects.toMatchObject({ code: 'config/invalid' });
    expect(await ask('select * from item')).toEqual([]);
  });

  it('that was begun from another folder, or before it was written again, is refused', async () => {
    const other = await aFullFolder();
    await moveUntil(6);

    await expect(move({}, other.dataDir)).rejects.toMatchObject({ code: 'config/invalid' });
    await other.remove();
  });
});

interface Ask {
  readonly scope: Scope;
  readonly filter: Filter;
}

/** The newest messages that each principal may see, and data of those and of some memories. */
async function everyRead(truth: Truth, asks: readonly Ask[], memories: readonly ItemId[]) {
  const answers = [];
  for (const { scope, filter } of asks) {
    const newest = filter.kind === 'message' ? await truth.recent(scope, { ...filter, kind: 'message' }, 50) : [];
    const ids = [...memories, ...newest.map(({ id }) => id)];
    const [items, features, links, number] = await Promise.all([
      truth.hydrate(scope, filter, ids),
      truth.candidateFeatures(scope, filter.kind, ids),
      truth.sourceLinks(scope, filter.kind, ids),
      truth.count(scope, filter, 1000),
    ]);
    answers.push({ newest, items: byId(items), features: byId(features), links: byId(links), number });
  }
  return answers;
}

const byId = <Row extends { id: string }>(rows: readonly Row[]) =>
  rows.toSorted((one, other) => (one.id < other.id ? -1 : 1));
