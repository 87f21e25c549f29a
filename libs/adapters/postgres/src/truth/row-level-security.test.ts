import {
  callsOf,
  teams,
  closedChannels,
  principals,
  auditLog,
  checkpoints,
  feedback,
  similarityScales,
  ruleStops,
  useCounts,
  webhooks,
  knowledgeBases,
  lifecycle,
  links,
  graphCorrections,
  graphs,
  retention,
  continueForgetting,
  forgetting as forgettingFeature,
  notes,
  putNote,
  keepChunks,
  organisations,
} from '@cairn/store';
import { webhookEvents } from '@cairn/contracts';
import { scopeOf } from '@cairn/domain';
import { aChunk } from '@cairn/store/contract';
import {
  aCheckpoint,
  aColleagueOf,
  aMemoryId,
  aNewMemory,
  aNewMessage,
  aNewNote,
  aPrincipal,
  describeWith,
} from '@cairn/testing';
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
    await keepChunks(world.store, {
      pointer: { orgId: ada.orgId, kind: 'message', id: message.id },
      modelId: 'm',
      contentHash: 'h',
      chunks: [aChunk(1)],
    });
    const memory = aNewMemory({ entities: [{ name: 'pay', type: 'team' }] });
    await world.truth.write(ada, [memory]);
    const twice = aNewMemory({}, { mergeKey: 'twice' });
    await world.truth.write(ada, [twice]);
    const other = aNewMemory();
    await world.truth.write(ada, [other]);
    await callsOf(links, world.sql).relink({ orgId: ada.orgId, id: other.id, candidates: [twice.id] });
    await world.truth.write(aColleagueOf(ada), [{ ...twice, id: aMemoryId() }]);
    const [pay, ledger] = [
      { type: 'team', name: 'pay' },
      { type: 'service', name: 'ledger' },
    ] as const;
    const said = { confidence: 1, evidence: { memoryId: memory.id } };
    await callsOf(graphs, world.sql).keep({
      orgId: ada.orgId,
      kind: 'memory',
      id: memory.id,
      version: 1,
      said: {
        statements: [{ from: pay, type: 'owns', to: ledger, says: 'holds', saidAt: 0, ...said }],
        rules: [{ tool: 'codeowners', repository: 'acme/shop', pattern: '*', order: 1, owners: [pay], ...said }],
      },
    });
    const correction = { id: aMemoryId(), action: 'rename' as const, memoryIds: [] };
    const from = { ...pay, id: 'team:pay', aliases: [] };
    await callsOf(graphCorrections, world.sql).add({
      author: ada,
      correction: { ...correction, from, to: { type: 'team', name: 'money' } },
    });
    const given = callsOf(feedback, world.sql);
    await given.give({ scope: scopeOf(ada), memoryId: memory.id, kind: 'used' });
    await given.updateStrength({ orgId: ada.orgId, memoryId: memory.id });
    await callsOf(useCounts, world.sql).add({
      orgId: ada.orgId,
      uses: [{ memoryId: memory.id, kind: 'recall', times: 1 }],
    });
    const stopped = { memoryId: memory.id, principalId: ada.principalId, times: 1 };
    await callsOf(ruleStops, world.sql).add({ orgId: ada.orgId, stops: [stopped] });
    const hook = { url: 'https://chat.example', events: [...webhookEvents] };
    await callsOf(webhooks, world.sql).add({ author: ada, webhook: hook });
    const act = { scope: scopeOf(ada), author: ada, id: memory.id, ifVersion: 1 };
    await callsOf(lifecycle, world.sql).supersede({ ...act, successor: aNewMemory({ content: 'the successor' }) });
    const scale = { cosineNone: 0, cosineFull: 1, cosineSpread: 0.1 };
    await callsOf(similarityScales, world.sql).keep({ orgId: ada.orgId, generation: 1, scale });
    const named = [{ kind: 'wiki', target: 'B', line: 1, name: 'b' }] as const;
    const note = { workspace: { name: 'team' }, note: aNewNote('a.md', 'hers', { links: named }) };
    await putNote(callsOf(notes, world.sql), { scope: scopeOf(ada), author: ada, ...note });
    const forgetting = callsOf(forgettingFeature, world.sql);
    const id = aMemoryId();
    await callsOf(checkpoints, world.sql).create({ scope: scopeOf(ada), checkpoint: aCheckpoint({ id }) });
    await forgetting.begin({ scope: scopeOf(ada), role: ada.role, selection: { source: 'api', lineage: false }, id });
    await continueForgetting(forgetting, { orgId: ada.orgId, id });
    const retentions = callsOf(retention, world.sql);
    await retentions.set({
      author: ada,
      rule: { kind: 'message', channel: null, archiveAfterDays: null, forgetAfterDays: 900 },
    });
    await retentions.begin({ author: ada, id });
    await world.placements.placeOf(ada.orgId);
    const { orgId } = await world.keys.firstOrganisation({ peerPrefixes: ['coach'] });
    await world.keys.create({ orgId, name: 'Ada', kind: 'person', role: 'writer', peers: [] });
    const admin = aPrincipal({ orgId });
    const bo = { name: 'Bo', kind: 'person', role: 'writer', peers: [] } as const;
    const { principalId } = await callsOf(principals, world.sql).create({ author: admin, principal: bo });
    const operated = callsOf(organisations, world.sql);
    await operated.create({ name: 'Limited', limits: { storedItems: 10 } });
    await operated.remove(await operated.create({ name: 'Gone', limits: {} }));
    const base = { name: 'Docs', description: null, scope: null, sourceType: null, agentIds: [] };
    await callsOf(knowledgeBases, world.sql).create({ author: admin, base: { ...base, peerScopePolicy: 'strict' } });
    await callsOf(closedChannels, world.sql).close({
      author: admin,
      request: { channel: 'deals', principals: [principalId], teams: [] },
    });
    await callsOf(teams, world.sql).create({ author: admin, team: { name: 'Platform', members: [principalId] } });
    const account = { issuer: 'https://id.example', subject: 'cy', issuedAt: 1, name: 'Cy' };
    await world.identity.signIn({ ...account, firstRole: 'reader' });
    await world.truth.write(eve, [aNewMessage({ content: "Eve's", speaker: 'Eve' })]);
    await callsOf(auditLog, world.sql).seal({ limit: 1000 });
    client = new Client({ connectionString: world.url });
    await client.connect();
  });
  afterEach(() => client.query('rollback'));
  afterAll(async () => {
    await client.end();
    await world.close();
  });

  /** Runs a query as one of ours would run without its condition. */
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
    'memory_link',
    'memory_sender',
    'memory_strength',
    'memory_use',
    'revision',
    'succession',
    'graph_declared',
    'graph_statement',
    'graph_relation',
    'graph_mention',
    'graph_name',
    'graph_token',
    'graph_rule',
    'graph_correction',
    'similarity_scale',
    'workspace',
    'note',
    'note_link',
    'note_version',
    'audit',
    'audit_seal',
    'audit_head',
    'checkpoint',
    'checkpoint_memory',
    'forget_act',
    'forget_target',
    'forgotten_mark',
    'forget_secret',
    'principal',
    'sign_in',
    'team',
    'team_member',
    'closed_channel',
    'item_limit',
    'item_use',
    'knowledge_base',
    'retention_rule',
    'rule_stop',
    'webhook',
    'retention_run',
    'organisation_removal',
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

    expect(changed.rowCount).toBe(6);
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
