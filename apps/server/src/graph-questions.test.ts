import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { embeddedBackend, embeddedEvents } from '@cairn/backends';
import type { MemoryInput } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { loadConfig, startService, type RunningService } from '@cairn/platform';
import { ItemWriter } from '@cairn/ports';
import { aColleagueOf, aNewMemory, aNewMessage, until } from '@cairn/testing';
import { GraphModule } from '@cairn/service-graph';
import { aliases, type Aliases, Identity, keys, type Keys } from '@cairn/store';

let dataDir: string;
let service: RunningService;
let key: string;
let ada: Principal;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'cairn-graph-'));
  const config = {
    ...loadConfig('all-in-one', { CAIRN_EMBEDDER: 'none', CAIRN_LOG_LEVEL: 'silent' }),
    port: 0,
    dataDir,
  };
  const backend = await embeddedBackend(config);
  service = await startService({ backend, modules: [GraphModule], config, transport: embeddedEvents });
  const identity = service.app.get(Identity);
  const keysOfAll = service.app.get<Keys>(keys.token);
  const { orgId } = await keysOfAll.firstOrganisation({});
  ({ key } = await keysOfAll.create({ orgId, name: 'Ada', kind: 'person', role: 'writer', peers: [] }));
  ada = (await identity.authenticate(key)) as Principal;
  await remember({
    relations: [
      owns('team:Payments', 'service:ledger'),
      { from: 'person:Ana Silva', type: 'leads', to: 'team:Payments' },
      { from: 'service:ledger', type: 'depends_on', to: 'service:vault' },
      { from: 'service:checkout', type: 'depends_on', to: 'service:vault' },
      { from: 'service:vault', type: 'depends_on', to: 'service:ledger' },
      owns('team:Lonely', 'service:island'),
      owns('team:Twin', 'service:twin'),
    ],
  });
});
afterAll(async () => {
  await service.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const owns = (from: string, to: string) => ({ from, type: 'owns', to });

async function remember(input: Partial<MemoryInput>, author = ada, visibility: 'org' | 'private' = 'org') {
  const memory = aNewMemory(input, { visibility });
  await service.app.get(ItemWriter).write(author, [memory]);
  const name = input.relations?.[0]?.from ?? '';
  if (author === ada) await until(async () => (await ask('owners', { entity: name })).named.resolution === 'found');
  return memory.id;
}

async function ask(question: string, payload: object, as = key) {
  const headers = { authorization: `Bearer ${as}` };
  const answer = await service.app.inject({ method: 'POST', url: `/v1/graph/${question}`, headers, payload });
  return answer.json();
}

it('says who owns it and who answers for them, with the memories that say so', async () => {
  const answer = await ask('owners', { entity: 'ledger' });

  expect(answer).toMatchObject({
    entity: 'ledger',
    named: { resolution: 'found', node: { label: 'ledger', nodeType: 'service', key: 'service:ledger' } },
    owners: [
      { label: 'Payments', nodeType: 'team', relationType: 'owns', confidence: 1, how: 'direct' },
      { label: 'Ana Silva', nodeType: 'person', relationType: 'leads', how: 'chain', via: 'Payments' },
    ],
    truncated: false,
  });
  expect(answer.owners[0].evidenceMemoryIds).toHaveLength(1);
  expect((await ask('owners', { entity: 'payments' })).ownedBy).toMatchObject([{ label: 'ledger' }]);
});

it('explains a connection by what both depend on, and tells apart what is not connected from what is unknown', async () => {
  const shared = await ask('connection', { entityA: 'checkout', entityB: 'Payments' });

  expect(shared).toMatchObject({
    outcome: 'connected',
    directRelations: [],
    supportingMemories: [{ store: 'semantic' }],
  });
  expect(shared.indirectPaths[0]).toMatchObject({
    type: 'A_to_X_to_Y_from_B',
    viaLabel: 'vault',
    viaNodeType: 'service',
    path: { first: { fromLabel: 'checkout', toLabel: 'vault', relationType: 'depends_on' } },
  });
  expect(await ask('connection', { entityA: 'ledger', entityB: 'island' })).toMatchObject({ outcome: 'not-connected' });
  expect(await ask('connection', { entityA: 'ledger', entityB: 'nobody knows' })).toMatchObject({
    outcome: 'unresolved',
    namedB: { resolution: 'unknown', elsewhere: { degraded: true } },
  });
});

it('follows dependencies either way, as a chain and as a tree, and tells of cycles', async () => {
  const down = await ask('dependencies', { entity: 'checkout' });
  const up = await ask('dependencies', { entity: 'ledger', direction: 'needed_by', maxDepth: 1 });

  expect(down.chain).toMatchObject([
    { label: 'vault', depth: 1, parent: 'service:checkout', relationType: 'depends_on' },
    {
      label: 'ledger',
      depth: 2,
      parent: 'service:vault',
      path: ['service:checkout', 'service:vault', 'service:ledger'],
    },
  ]);
  expect(down).toMatchObject({ tree: [{ label: 'vault', children: [{ label: 'ledger' }] }], totalNodes: 2 });
  expect(down.cycles).toHaveLength(1);
  expect(up).toMatchObject({ chain: [{ label: 'vault' }], truncated: true, leftOut: { reason: 'depth', atLeast: 1 } });
});

it('explores what stands around an entity, and pages through entities by name', async () => {
  const around = await ask('explore', { entity: 'ledger', depth: 1 });
  const pageOf = async (query: string) => {
    const headers = { authorization: `Bearer ${key}` };
    return (await service.app.inject({ url: `/v1/graph/entities?${query}`, headers })).json();
  };
  const first = await pageOf('type=service&limit=2');
  const second = await pageOf(`type=service&limit=2&cursor=${first.next}`);

  expect(around.nodes.map(({ label }: { label: string }) => label).sort()).toEqual(['Payments', 'ledger', 'vault']);
  expect(around.relations).toHaveLength(3);
  expect(around.nodes).toContainEqual(
    expect.objectContaining({ label: 'ledger', nodeType: 'service', depth: 0, degree: 3 }),
  );
  expect(first.entities).toMatchObject([{ label: 'checkout' }, { label: 'island' }]);
  expect(second.entities).toMatchObject([{ label: 'ledger' }, { label: 'twin' }]);
  expect((await pageOf('search=SILVA')).entities).toMatchObject([{ label: 'Ana Silva' }]);
  expect(await pageOf('cursor=x')).toMatchObject({ error: { code: 'request/invalid' } });
});

it('names the candidates of an ambiguous name, and finds a person by the alias of a speaker', async () => {
  await service.app
    .get<Aliases>(aliases.token)
    .declare({ author: ada, declaration: { key: 'nana', alias: 'Nana', speakers: ['Ana Silva'] } });

  expect(await ask('owners', { entity: 'twin' })).toMatchObject({
    named: { resolution: 'ambiguous', candidates: [{ key: 'service:twin' }, { key: 'team:twin' }] },
    owners: [],
  });
  expect(await ask('owners', { entity: 'Nana' })).toMatchObject({ named: { node: { label: 'Ana Silva' } } });
});

it('does not know for one what only the private memory of another says', async () => {
  const grace = aColleagueOf(ada);
  await remember({ relations: [owns('person:Secret', 'service:ledger')] }, grace, 'private');
  await remember({ relations: [owns('team:Later', 'service:later')] });

  expect((await ask('owners', { entity: 'ledger' })).owners).toHaveLength(2);
  expect(await ask('owners', { entity: 'Secret' })).toMatchObject({ named: { resolution: 'unknown', near: [] } });
});

it('refuses what cannot be asked, and who has no key', async () => {
  expect(await ask('dependencies', { entity: 'x', maxDepth: 6 })).toMatchObject({
    error: { code: 'request/invalid', issues: [{ field: 'maxDepth' }] },
  });
  expect(await ask('owners', { entity: 'x' }, 'cairn_none')).toMatchObject({ error: { code: 'auth/missing' } });
});

describe('an answer by the kind that is asked for', () => {
  beforeAll(async () => {
    await remember({
      relations: [
        { from: 'person:Kim Oda', type: 'approves', to: 'service:atlas' },
        { from: 'person:Lee Roth', type: 'on_call_for', to: 'service:atlas' },
        { from: 'person:Lee Roth', type: 'maintains', to: 'service:atlas' },
        { from: 'service:atlas', type: 'depends_on', to: 'service:vault' },
      ],
    });
  });
  const askOf = async (payload: object) => {
    const { owners, answered } = await ask('owners', payload);
    return { who: owners.map(({ label }: { label: string }) => label), answered };
  };

  it('names those who stand in the relation', async () => {
    expect(await askOf({ entity: 'atlas', relation: 'approves' })).toEqual({
      who: ['Kim Oda'],
      answered: { asked: 'approves', by: ['approves'] },
    });
    expect(await askOf({ entity: 'atlas', relation: 'depends_on' })).toMatchObject({ who: ['vault'] });
  });

  it('says which relation answers where nobody stands in the one that was asked for', async () => {
    expect(await askOf({ entity: 'atlas', relation: 'owns' })).toEqual({
      who: ['Lee Roth'],
      answered: { asked: 'owns', by: ['maintains'] },
    });
    expect(await askOf({ entity: 'atlas', relation: 'authored' })).toEqual({
      who: [],
      answered: { asked: 'authored', by: [] },
    });
  });

  it('asks for owners of any kind where a question is not understood, and names one thing', async () => {
    expect(await askOf({ entity: 'Is it atlas that somebody should look at?' })).toEqual({
      who: ['Kim Oda', 'Lee Roth'],
      answered: undefined,
    });
    expect(await askOf({ entity: 'Is it atlas or vault that somebody should look at?' })).toMatchObject({ who: [] });
    expect(await askOf({ entity: 'some old atlas of vaults' })).toMatchObject({ who: [] });
  });

  it('tells the sentence that names both the owner and the thing, or the title of a memory without one', async () => {
    const content = 'Noa Berg came in May. Since June Noa Berg owns the gong service. Noa Berg likes it.';
    const memory = aNewMemory({ content, title: 'Gong' }, { visibility: 'org' });
    await service.app.get(ItemWriter).write(ada, [memory]);
    await until(async () => (await ask('owners', { entity: 'gong' })).named.resolution === 'found');
    await remember({ title: 'Bell', content: 'See above.', relations: [owns('person:Noa Berg', 'service:bell')] });

    const { quotes } = await ask('owners', { entity: 'gong' });
    expect(quotes.map(({ text }: { text: string }) => text)).toEqual(['Since June Noa Berg owns the gong service.']);
    await until(async () => (await ask('owners', { entity: 'bell' })).owners.length > 0);
    expect((await ask('owners', { entity: 'bell' })).quotes).toMatchObject([{ text: 'Bell' }]);
  });

  it('reads the relation and the name from a question', async () => {
    expect(await askOf({ entity: 'Who is on call for the atlas service?' })).toEqual({
      who: ['Lee Roth'],
      answered: { asked: 'on_call_for', by: ['on_call_for'] },
    });
  });

  it('tells the sentence that says so, with its author and id', async () => {
    const memory = aNewMemory({ content: 'Noa Berg owns the zither service. It is old.' }, { visibility: 'org' });
    await service.app.get(ItemWriter).write(ada, [memory]);
    await until(async () => (await ask('owners', { entity: 'zither service' })).named.resolution === 'found');

    const { quotes } = await ask('owners', { entity: 'the zither service' });

    expect(quotes).toEqual([
      expect.objectContaining({ memoryId: memory.id, text: 'Noa Berg owns the zither service.' }),
    ]);
  });
});

describe('people who are stored under several names', () => {
  let manager: string;
  beforeAll(async () => {
    const { orgId } = ada;
    ({ key: manager } = await service.app
      .get<Keys>(keys.token)
      .create({ orgId, name: 'Mia', kind: 'person', role: 'manager', peers: [] }));
    await remember({ title: 'Berth', relations: [owns('person:Ines Duarte', 'service:berth')] });
    await remember({ title: 'Crane', relations: [owns('person:ines.duarte@example.org', 'service:crane')] });
    await service.app.get(ItemWriter).write(ada, [aNewMessage({ speaker: '@iduarte' }, { visibility: 'org' })]);
    await remember({
      relations: [owns('person:Kofi Mensah', 'service:dock'), owns('person:Kofi Boateng', 'service:quay')],
    });
  });
  const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object, as = manager) => {
    const headers = { authorization: `Bearer ${as}` };
    const answer = await service.app.inject({ method, url: `/v1/graph/${path}`, headers, ...(payload && { payload }) });
    return answer.json();
  };
  const offered = async () => {
    const { duplicates } = await call('GET', 'duplicates');
    return duplicates.map(({ entity, into, fit }: Record<string, { key: string }>) => [entity!.key, into!.key, fit]);
  };
  const address = ['person:ines.duarte@example.org', 'person:ines duarte', 'same-name'];
  const handle = ['person:@iduarte', 'person:ines duarte', 'initial-and-last-name'];

  it('are offered with what names them, and nobody is merged by that', async () => {
    const { duplicates, more, truncated } = await call('GET', 'duplicates');

    expect(await offered()).toEqual([address, handle]);
    expect(duplicates[0]).toMatchObject({
      entity: { memories: [{ title: 'Crane' }], speaks: false },
      into: { memories: [{ title: 'Berth' }] },
      ...{ written: 'ines.duarte@example.org', fits: 'Ines Duarte' },
    });
    expect(duplicates[1]).toMatchObject({ entity: { memories: [], speaks: true } });
    expect({ more, truncated }).toEqual({ more: 0, truncated: false });
    expect(await call('GET', 'duplicates?limit=1')).toMatchObject({ duplicates: [{}], more: 1 });
    expect((await ask('owners', { entity: 'Ines Duarte' })).ownedBy).toHaveLength(1);
    expect(await call('GET', 'duplicates', undefined, key)).toMatchObject({ error: { code: 'auth/forbidden' } });
  });

  it('are one once a manager says so, and two again once that is undone', async () => {
    const merged = await call('POST', 'merge', { entity: address[0], into: address[1] });
    const speaker = await call('POST', 'merge', { entity: handle[0], into: handle[1] });

    expect(await offered()).toEqual([]);
    expect((await ask('owners', { entity: '@iduarte' })).ownedBy).toHaveLength(2);
    for (const { id } of [merged, speaker]) await call('DELETE', `corrections/${id}`);
    expect(await offered()).toEqual([address, handle]);
  });

  it('are found by sentences too, and keep their type when one is merged into a name without one', async () => {
    const statements = ['Tomas Riva owns the slipway service.', 'The slipway service depends on Harbour Light.'];
    for (const content of statements)
      await service.app.get(ItemWriter).write(ada, [aNewMemory({ content }, { visibility: 'org' })]);
    await remember({ relations: [owns('person:@triva', 'service:pier'), owns('person:@hlight', 'service:mole')] });
    const pair = ['person:@triva', 'unknown:tomas riva', 'initial-and-last-name'];
    await until(async () => (await offered()).length === 3);

    expect(await offered()).toEqual([address, handle, pair]);
    const { id } = await call('POST', 'merge', { entity: pair[0], into: pair[1] });
    const { named, ownedBy } = await ask('owners', { entity: 'Tomas Riva' });
    expect([named.node.key, ownedBy.length]).toEqual(['person:tomas riva', 2]);
    expect(await offered()).toEqual([address, handle]);
    await call('DELETE', `corrections/${id}`);
    await call('POST', 'apart', { entity: pair[0], other: pair[1] });
    await remember({ relations: [owns('person:Tomas Riva', 'service:pier')] });
    expect(await offered()).toEqual([address, handle]);
  });

  it('are offered no more once a manager keeps them apart, until that is undone', async () => {
    const { id, action } = await call('POST', 'apart', { entity: handle[0], other: handle[1] });

    expect(action).toBe('apart');
    expect(await offered()).toEqual([address]);
    expect(await call('POST', 'apart', { entity: handle[1], other: handle[0] })).toMatchObject({
      error: { code: 'graph/correction' },
    });
    expect(await call('POST', 'apart', { entity: 'nobody here', other: handle[1] })).toMatchObject({
      error: { code: 'request/invalid', issues: [{ field: 'entity' }] },
    });
    await call('DELETE', `corrections/${id}`);
    expect(await offered()).toEqual([address, handle]);
  });
});
