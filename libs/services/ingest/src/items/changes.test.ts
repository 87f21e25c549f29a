import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteStore, SqliteThreads, SqliteTruth } from '@cairn/adapter-embedded';
import { principals, callsOf, auditLog, histories, rulings, lifecycle, newMemory } from '@cairn/store';
import { SupersedeRequest, type MemoryId, type MemoryInput, type ParsedInput } from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import { maskInput } from '@cairn/platform';
import { SystemClock } from '@cairn/ports';
import { aColleagueOf, aMemoryInput, aPrincipal } from '@cairn/testing';
import { ChangesController } from './changes.controller.ts';
import { PrivateReach } from './private-reach.ts';
import { ReadBack } from './read-back.ts';

let dataDir: string;
let threads: SqliteThreads;
let truth: SqliteTruth;
let changes: ChangesController;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cairn-changes-'));
  threads = await SqliteThreads.open({ dataDir, readers: 1 });
  const clock = new SystemClock();
  truth = new SqliteTruth({ threads, clock });
  const store = new SqliteStore({ threads, clock });
  const reach = new PrivateReach(callsOf(principals, store), callsOf(auditLog, store));
  changes = new ChangesController(
    truth,
    callsOf(lifecycle, store),
    reach,
    new ReadBack(callsOf(histories, store), callsOf(rulings, store)),
    clock,
  );
});
afterAll(async () => {
  await threads.close();
  await rm(dataDir, { recursive: true, force: true });
});

const send = async (author: Principal, input: Partial<MemoryInput>) =>
  (await truth.write(author, [newMemory(author, aMemoryInput(input), '')]))[0]!;

async function stored(input: Partial<MemoryInput> = {}) {
  const ada = aPrincipal();
  return { ada, id: (await send(ada, input)).id as MemoryId };
}

type Body = ParsedInput<'updateMemory'>['body'];
const update = async (who: Principal, id: MemoryId, body: Body, headers: { 'If-Match'?: string } = {}) =>
  changes.updateMemory(who, await maskInput('updateMemory', who, { params: { id }, query: {}, headers, body }));
const found = async (who: Principal, id: string) => truth.find(scopeOf(who), 'memory', id as MemoryId);

// Behaviour 22
it('takes the version from If-Match too, and refuses one that the body contradicts', async () => {
  const { ada, id } = await stored({ title: 'Port', content: 'It is 5432.' });

  expect(await update(ada, id, { content: 'It is 5433.' }, { 'If-Match': '"1"' })).toMatchObject({ version: 2 });
  const stale = update(ada, id, { content: 'It is 5434.' }, { 'If-Match': '1' });
  await expect(stale).rejects.toMatchObject({ code: 'item/stale-version', message: expect.stringContaining('2') });
  const both = update(ada, id, { content: 'It is 5434.', expectedVersion: 2 }, { 'If-Match': '1' });
  await expect(both).rejects.toMatchObject({ code: 'request/invalid' });
});

it('makes each of 40 changes at once that name no version, and one of those that name it', async () => {
  const { ada, id } = await stored();
  const at = Array.from({ length: 40 }, (_, number) => number);

  const blind = await Promise.all(at.map((number) => update(ada, id, { content: `text ${number}` })));
  const named = await Promise.allSettled(
    at.map((number) => update(ada, id, { content: `named ${number}`, expectedVersion: 41 })),
  );

  expect(blind.map(({ version }) => version).toSorted((one, other) => one - other)).toEqual(at.map((one) => one + 2));
  expect(named.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

it('refuses a change that names another channel than that of the memory', async () => {
  const { ada, id } = await stored({ channel: 'a' });
  const supersede = (channel?: string) =>
    changes.supersedeMemory(ada, {
      params: { id },
      query: { ...(channel !== undefined && { channel }) },
      body: { title: 'New', content: 'It is 5433.' },
    } as ParsedInput<'supersedeMemory'>);

  await expect(supersede('b')).rejects.toMatchObject({
    code: 'request/invalid',
    issues: [{ field: 'channel', value: 'b', allowed: 'a' }],
  });
  expect(await found(ada, (await supersede('a')).newMemoryId)).toMatchObject({ channel: 'a' });
});

it('lets nobody take a memory out of its import, or say what kind of import it was', async () => {
  const { ada, id } = await stored({ provenance: { importId: 'i1' } });

  for (const metadata of [{ importId: '' }, { importId: 'i2' }, { importKind: 'rules' }])
    await expect(update(ada, id, { metadata })).rejects.toMatchObject({ code: 'request/invalid' });
  await update(ada, id, { metadata: { path: 'a.md' } });
  expect(await found(ada, id)).toMatchObject({ provenance: { importId: 'i1', path: 'a.md' } });
});

it('joins metadata with where it came from, masked and within its bound, and takes out what is empty', async () => {
  const { ada, id } = await stored({ provenance: { path: 'a.md', lines: '1-2' } });
  const metadata = { path: 'b.md', lines: '', note: 'the key is AKIAIOSFODNN7EXAMPLE' };

  expect(await update(ada, id, { metadata })).toMatchObject({ version: 2 });

  const present = (await found(ada, id))!;
  expect(present.provenance).toEqual({ path: 'b.md', note: expect.not.stringContaining('AKIA') });
  const { revisions } = await changes.revisions(ada, { params: { id }, query: { limit: 5 } });
  expect(revisions).toMatchObject([{ version: 1, metadata: { path: 'a.md', lines: '1-2' } }]);
  const many = Object.fromEntries(Array.from({ length: 19 }, (_, at) => [`n${at}`, 'x']));
  await expect(update(ada, id, { metadata: many })).rejects.toMatchObject({
    issues: [{ field: 'metadata', value: 21 }],
  });
});

it('changes what is named, takes away what is null, and keeps what it said before', async () => {
  const { ada, id } = await stored({ title: 'Port', content: 'It is 5432.', subject: 'db', tags: ['db'] });

  const changed = await update(ada, id, { content: 'It is 5433.', subject: null, reason: 'moved' });

  expect(changed).toMatchObject({ id, version: 2, state: 'active' });
  expect(await found(ada, id)).toMatchObject({ title: 'Port', content: 'It is 5433.', subject: null, tags: ['db'] });
  const { version, revisions } = await changes.revisions(ada, { params: { id }, query: { limit: 5 } });
  expect(version).toBe(2);
  expect(revisions).toMatchObject([{ version: 1, content: 'It is 5432.', subject: 'db', reason: 'moved' }]);
});

it('puts triggers in place of those it had, and takes them away', async () => {
  const { ada, id } = await stored({ actionTriggers: ['git push*'] });

  await update(ada, id, { actionTriggers: ['npm publish*', 'git tag*'] });
  expect(await found(ada, id)).toMatchObject({ actionTriggers: ['npm publish*', 'git tag*'] });
  await update(ada, id, { actionTriggers: [] });
  expect(await found(ada, id)).not.toHaveProperty('actionTriggers');
});

it('keeps a meaning that an importer read until another is given, and says by whom it was read', async () => {
  const forbids = [{ names: ['git push --force'], strength: 'must' as const }];
  const { ada, id } = await stored({
    forbids,
    instead: ['git revert'],
    provenance: { a: 'b', meaningReadBy: 'importer' },
  });
  const supersede = async (body: object) =>
    changes.supersedeMemory(ada, { params: { id }, query: {}, body: { title: 'New', content: 'n', ...body } } as never);

  await update(ada, id, { content: 'other' });
  expect(await found(ada, id)).toMatchObject({ forbids, provenance: { a: 'b', meaningReadBy: 'importer' } });
  const given = [{ names: ['git push -f'], strength: 'must' as const }];
  await update(ada, id, { forbids: given });
  expect(await found(ada, id)).toMatchObject({ forbids: given, provenance: { a: 'b' } });
  expect((await found(ada, id))?.provenance).not.toHaveProperty('meaningReadBy');
  await update(ada, id, { metadata: { meaningReadBy: 'importer' } });
  const { newMemoryId } = await supersede({});
  expect(await found(ada, newMemoryId)).toMatchObject({
    ...{ forbids: given, instead: ['git revert'], provenance: { meaningReadBy: 'importer' } },
  });
});

it('says what is understood after a change, and of a meaning that it was given for the former text', async () => {
  const ada = aPrincipal({ kind: 'person' });
  const forbids = [{ names: ['git push --force'], strength: 'must' as const }];
  const id = (await send(ada, { forbids, category: 'rule' })).id as MemoryId;

  const other = await update(ada, id, { content: 'Do not force.' });
  const given = await update(ada, id, { instead: ['git revert'], forbids });

  expect(other.understood).toEqual([
    expect.stringMatching(/^rule: forbids git push --force \| stops: .* \(given for the former text\)$/u),
  ]);
  expect(given.understood).toEqual([
    expect.stringMatching(/^rule: forbids git push --force \| instead git revert \| stops: .* \(given\)$/u),
  ]);
  expect(await update(ada, id, { tags: ['x'] })).not.toHaveProperty('understood');
});

it('takes no reasons and no value into a successor that does not give them', async () => {
  const meaning = { subject: 'db', attribute: 'port', value: '5432', decides: { reasons: ['free'] } };
  const { ada, id } = await stored({ ...meaning, instead: ['x y'] });

  const body = { title: 'New', content: 'It is 5433.' };
  const next = await changes.supersedeMemory(ada, { params: { id }, query: {}, body });

  const present = await found(ada, next.newMemoryId);
  expect(present).toMatchObject({ subject: 'db', attribute: 'port', instead: ['x y'] });
  expect(present).not.toHaveProperty('value');
  expect(present).not.toHaveProperty('decides');
});

it.each([
  [{ decides: { reasons: ['x'] }, category: 'rule' }, 'decides', 'category decision, or no decides'],
  [{ value: '5432', subject: 'db' }, 'value', 'subject and attribute beside it'],
] as const)('refuses a meaning that has no place: %j', async (body, field, allowed) => {
  const { ada, id } = await stored();

  await expect(update(ada, id, body as Body)).rejects.toMatchObject({
    code: 'request/invalid',
    issues: [{ field, allowed }],
  });
});

it('masks a secret in a new text', async () => {
  const { ada, id } = await stored();

  await update(ada, id, { content: 'The key is AKIAIOSFODNN7EXAMPLE, said Ada.' });

  expect((await found(ada, id))?.content).not.toContain('AKIAIOSFODNN7EXAMPLE');
});

it('refuses a version that is not the present one and names that; without one, the last of many wins', async () => {
  const { ada, id } = await stored();
  await update(ada, id, { content: 'two' });

  await expect(update(ada, id, { content: 'late', expectedVersion: 1 })).rejects.toMatchObject({
    code: 'item/stale-version',
    issues: [{ field: 'expectedVersion', value: 1, allowed: '2' }],
  });
  await Promise.all(['a', 'b', 'c'].map((content) => update(ada, id, { content })));
  expect(await found(ada, id)).toMatchObject({ version: 5 });
});

it('merges an equal text into a changed memory, and sends a file again without a conflict', async () => {
  const { ada, id } = await stored({ content: 'one', externalId: 'row-1' });
  await update(ada, id, { content: 'edited' });
  expect(await send(ada, { content: 'one', externalId: 'row-1' })).toMatchObject({ id, created: false });

  const plain = (await send(ada, { content: 'plain' })).id as MemoryId;
  await update(ada, plain, { content: 'plain and edited' });
  expect(await send(ada, { content: 'plain and edited' })).toMatchObject({ id: plain, created: false });
  expect(await send(ada, { content: 'plain' })).toMatchObject({ created: true });
});

it('supersedes for the same readers, and says who stands there when it is done again', async () => {
  const { ada, id } = await stored({ title: 'Owner', content: 'Ada owns it.', tags: ['own'], visibility: 'private' });
  const body = { title: 'Owner', content: 'Grace owns it.' };
  const supersede = (who: Principal) => changes.supersedeMemory(who, { params: { id }, query: {}, body });

  const { newMemoryId } = await supersede(ada);

  expect(await found(ada, newMemoryId)).toMatchObject({ content: 'Grace owns it.', tags: ['own'], state: 'active' });
  expect(await found(aColleagueOf(ada), newMemoryId)).toBeUndefined();
  expect(await found(ada, id)).toMatchObject({ state: 'superseded' });
  await expect(supersede(ada)).rejects.toMatchObject({
    code: 'item/superseded',
    message: expect.stringContaining(newMemoryId),
  });
  await expect(supersede(aColleagueOf(ada, { role: 'admin' }))).rejects.toMatchObject({ code: 'item/unknown' });
});

it('puts a stored memory in the place of one by its id, and refuses a text beside it', async () => {
  const { ada, id } = await stored({ content: 'It is 5432.' });
  const successor = (await send(ada, { content: 'It is 5433.' })).id as MemoryId;
  const supersede = (body: unknown) =>
    changes.supersedeMemory(ada, { params: { id }, query: {}, body: SupersedeRequest.parse(body) });

  expect(await supersede({ successor, reason: 'moved' })).toEqual({
    ...{ oldMemoryId: id, newMemoryId: successor, oldVersion: 2, version: 1 },
  });

  const revisions = (of: MemoryId) => changes.revisions(ada, { params: { id: of }, query: { limit: 5 } });
  expect(await revisions(id)).toMatchObject({ supersedes: [], supersededBy: successor });
  expect(await revisions(successor)).toMatchObject({ supersedes: [id], revisions: [] });
  const refused = (body: unknown) => SupersedeRequest.safeParse(body).error?.issues.map(({ path }) => path.join('.'));
  expect(refused({ successor, title: 'T', tags: [] })).toEqual(['title', 'tags']);
  expect(refused({ reason: 'moved' })).toEqual(['title', 'content']);
});

it('gives a successor the time when it begins to hold, and where that is not said or not yet, of now', async () => {
  const before = Date.now();
  const timeOf = async (body: object) => {
    const { ada, id } = await stored();
    const sent = { title: 'Deploys', content: 'Frozen.', ...body };
    const done = await changes.supersedeMemory(ada, { params: { id }, query: {}, body: sent } as never);
    return (await found(ada, done.newMemoryId))?.timestamp;
  };

  expect(await timeOf({ validFrom: Date.UTC(2026, 1, 3) })).toBe(Date.UTC(2026, 1, 3));
  expect(await timeOf({})).toBeGreaterThanOrEqual(before);
  expect(await timeOf({ validFrom: before + 86_400_000 })).toBeLessThan(before + 86_400_000);
});

it('gives a successor the sources and triggers of the old memory unless it names its own', async () => {
  const { ada, id } = await stored({ sourceIds: ['m1'], actionTriggers: ['deploy *'] });
  const supersede = async (old: MemoryId, body: Partial<ParsedInput<'supersedeMemory'>['body']>) => {
    const said = { title: 'Deploys', content: `Of ${old}.`, ...body };
    const done = await changes.supersedeMemory(ada, { params: { id: old }, query: {}, body: said });
    return done.newMemoryId;
  };

  const second = await supersede(id, {});
  const third = await supersede(second, { sourceIds: ['m2'], actionTriggers: [] });

  expect(await found(ada, second)).toMatchObject({ sourceIds: ['m1'], actionTriggers: ['deploy *'] });
  expect(await found(ada, third)).toMatchObject({ sourceIds: ['m2'] });
  expect(await found(ada, third)).not.toHaveProperty('actionTriggers');
});

it('keeps the project of a memory in its successor and among equal texts, and changes it when asked', async () => {
  const content = 'The port is 5432.';
  const { ada, id } = await stored({ content, project: 'acme/pay' });
  const elsewhere = (await send(ada, { content, project: 'acme/shop' })).id;
  const supersede = async (body: object) =>
    (await changes.supersedeMemory(ada, { params: { id }, query: {}, body } as never)).newMemoryId;

  await changes.archiveMemory(ada, { params: { id }, query: {}, body: {} });
  await changes.restoreMemory(ada, { params: { id }, query: {}, body: {} });
  const next = await supersede({ title: 'Port', content: 'The port is 5433.' });
  expect([elsewhere === id, (await found(ada, next))?.project]).toEqual([false, 'acme/pay']);

  await update(ada, next, { project: 'acme/shop' });
  expect((await found(ada, next))?.project).toBe('acme/shop');
  await update(ada, next, { project: null });
  expect(await found(ada, next)).not.toHaveProperty('project');
});

it('takes an archived memory out of answers and brings it back', async () => {
  const { ada, id } = await stored();
  const count = () => truth.count(scopeOf(ada), { kind: 'memory' }, 10);

  expect(await changes.archiveMemory(ada, { params: { id }, query: {}, body: {} })).toMatchObject({
    state: 'archived',
  });
  expect(await count()).toBe(0);
  expect(await changes.restoreMemory(ada, { params: { id }, query: {}, body: {} })).toMatchObject({ version: 3 });
  expect(await count()).toBe(1);
});
