import { SqlBriefings } from '@cairn/store';
import { scopeOf } from '@cairn/contracts';
import { aNewMessage, aPrincipal, describeWith, mentioning } from '@cairn/testing';
import { Client } from 'pg';
import { postgresWorld } from '../postgres-world.fixture.ts';

const read = 'question_share, says_time, says_number, says_name, says_rule, told_from, told_to';

/** All columns of an item that a statement may write. */
const WRITTEN = `
  select string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns from information_schema.columns
  where table_schema = current_schema() and table_name = 'item' and is_generated = 'NEVER'`;

/** Stores a message like the previous version: it writes text features to the item, from where they are copied. */
const storedByOlderCode = (columns: string) => `
  with given as (
    select (jsonb_populate_record(item, jsonb_build_object(
      'id', $2::uuid, 'seq', nextval('item_seq_seq'), 'question_share', 0.5, 'says_rule', 1))).* from item where id = $1
  ), written as (insert into item (${columns}) select ${columns} from given)
  insert into text_features (org_id, item_id, rules, ${read}) select org_id, id, 1, ${read} from given`;

describeWith('POSTGRES_URL', 'Postgres', (url) => {
  let world: Awaited<ReturnType<typeof postgresWorld>>;
  let client: Client;

  beforeEach(async () => {
    world = await postgresWorld(url);
    client = new Client({ connectionString: world.url });
    await client.connect();
  });
  afterEach(async () => {
    await client.end();
    await world.close();
  });

  it('shows the previous version the standing instructions that this one stores, and no other message', async () => {
    const [standing, other] = [
      aNewMessage({}, { mentions: mentioning('rule') }),
      aNewMessage({}, { mentions: mentioning('time') }),
    ];
    const byAssistant = aNewMessage({ role: 'assistant' }, { mentions: mentioning('rule') });

    await world.truth.write(aPrincipal(), [standing, other, byAssistant]);

    const { rows } = await client.query(
      `select id from item where kind = 'message' and says_rule = 1 and role = 'user'`,
    );
    expect(rows).toEqual([{ id: standing.id }]);
  });

  it('reads what the previous version stores, and finds its standing instructions', async () => {
    const ada = aPrincipal();
    const [known, stored] = [aNewMessage({ timestamp: 5 }), aNewMessage()];
    await world.truth.write(ada, [known]);

    const { rows } = await client.query<{ columns: string }>(WRITTEN);
    await client.query(storedByOlderCode(rows[0]!.columns), [known.id, stored.id]);

    const [features] = await world.truth.candidateFeatures(scopeOf(ada), 'message', [stored.id]);
    const standing = await new SqlBriefings(world.sql).standingInstructionIds(scopeOf(ada), { kind: 'message' }, 9);
    expect(features).toMatchObject({ questionShare: 0.5, mentions: mentioning('rule') });
    expect(standing).toEqual([stored.id]);
  });
});
