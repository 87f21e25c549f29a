import { SqlTextFeatures } from '@cairn/adapter-sql';
import { scopeOf } from '@cairn/contracts';
import { aNewMessage, aPrincipal, describeWith, saying } from '@cairn/testing';
import { TEXT_FEATURE_RULES } from '@cairn/text';
import { Client } from 'pg';
import { postgresWorld } from '../postgres-world.fixture.ts';

describeWith('POSTGRES_URL', 'Postgres', (url) => {
  it('has features of what older processes write beside newer ones, to be read anew', async () => {
    const world = await postgresWorld(url);
    const features = new SqlTextFeatures(world.sql);
    const ada = aPrincipal();
    const [changed, gone, copied] = [aNewMessage(), aNewMessage(), aNewMessage({}, { says: saying('rule') })];
    await world.truth.write(ada, [changed, gone, copied]);
    const client = new Client({ connectionString: world.url });
    await client.connect();
    const copy = aNewMessage().id;

    await client.query('update item set says_time = 1 where id = $1', [changed.id]);
    await client.query(`update item set state = 'deleted' where id = $1`, [gone.id]);
    await client.query(
      `insert into item select (jsonb_populate_record(i, jsonb_build_object('id', $2::uuid, 'seq', nextval('item_seq_seq')))).*
        from item as i where id = $1`,
      [copied.id, copy],
    );

    const outdated = await features.outdated(TEXT_FEATURE_RULES, 10);
    const read = await world.truth.traits(scopeOf(ada), 'message', [changed.id, copy]);
    const rows = await client.query('select 1 from text_features where item_id = $1', [gone.id]);
    await client.end();
    await world.close();
    expect(outdated.map(({ item }) => item.id).sort()).toEqual([changed.id, copy].sort());
    expect(new Map(read.map(({ id, says }) => [id, says]))).toEqual(
      new Map([
        [changed.id, saying('time')],
        [copy, saying('rule')],
      ]),
    );
    expect(rows.rowCount).toBe(0);
  });
});
