import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  EmbeddedTextIndex,
  EmbeddedVectorIndex,
  SqliteStore,
  SqliteThreads,
  SqliteTruth,
} from '@cairn/adapter-embedded';
import { Identity, embeddingStore, callsOf, keepChunks, organisations, organisationRemovals } from '@cairn/store';
import type { IndexTarget, Item, OrgId } from '@cairn/contracts';
import { scopeOf } from '@cairn/domain';
import { CONTINUE_RESULT, GenerationIndexes, SystemClock, type GenerationIndex, type IndexEntry } from '@cairn/ports';
import { aNewMemory, aNewMessage, until } from '@cairn/testing';
import { v7 as uuidv7 } from 'uuid';
import { OrganisationRemovalSubscriber } from './organisation-removal.controller.ts';

const MODEL = 'a-model';
const VECTOR = Float32Array.of(1, 0, 0, 0);
const clock = new SystemClock();

async function aWorld() {
  const dataDir = await mkdtemp(join(tmpdir(), 'cairn-removal-'));
  const threads = await SqliteThreads.open({ dataDir, readers: 1 });
  const store = new SqliteStore({ threads, clock });
  const identity = new Identity({ store, clock });
  const removals = callsOf(organisationRemovals, store);
  const truth = new SqliteTruth({ threads, clock });
  const words = new EmbeddedTextIndex(threads);
  const vectors = new EmbeddedVectorIndex({ threads, dataDir, modelId: MODEL, dims: 4 });
  const indexes = { words, vectors };
  const written = async <Target extends IndexTarget>(target: Target) =>
    [{ generation: { number: 1 }, index: indexes[target] }] as unknown as readonly GenerationIndex<Target>[];
  const generations = { staleMs: 0, written } as unknown as GenerationIndexes;
  return {
    ...{ dataDir, identity, removals, truth, vectors, indexes },
    organisations: callsOf(organisations, store, () => identity.forgetPrincipals()),
    embeddings: callsOf(embeddingStore, store),
    subscriber: new OrganisationRemovalSubscriber(removals, generations, truth),
    close: async () => {
      await vectors.close();
      await threads.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

let world: Awaited<ReturnType<typeof aWorld>>;
beforeEach(async () => {
  world = await aWorld();
});
afterEach(() => world.close());

/** An organisation with messages and a memory, in the indexes too. */
async function anOrganisation(word: string) {
  const { orgId, admin } = await world.organisations.create({ name: word, limits: {} });
  const author = (await world.identity.authenticate(admin.key))!;
  const said = { content: `They said ${word}.`, speaker: word, channel: word, sessionKey: word, externalId: word };
  const items = [aNewMessage(said), aNewMemory({ title: word, tags: [word] })];
  await world.truth.write(author, items);
  const stored: Item[] = [];
  for (const { kind, id } of items) {
    const item = (await world.truth.load({ orgId, kind, id })) as Item;
    await keepChunks(world.embeddings, {
      pointer: { orgId, kind, id },
      modelId: MODEL,
      contentHash: id,
      chunks: [{ from: 0, to: 1, vector: VECTOR }],
    });
    await world.vectors.upsert(item, [VECTOR]);
    stored.push(item);
  }
  return { orgId, author, stored };
}

const event = (orgId: OrgId) => ({ v: 1 as const, outboxId: uuidv7(), orgId });

async function removed(orgId: OrgId): Promise<void> {
  await world.organisations.remove({ orgId });
  while ((await world.subscriber.goOn(event(orgId))) === CONTINUE_RESULT);
}

async function indexed(orgId: OrgId): Promise<number> {
  const entries: IndexEntry[] = [];
  for (const index of Object.values(world.indexes))
    for await (const entry of index.entries(orgId)) if (!entry.isRemoved) entries.push(entry);
  return entries.length;
}

/** Files of the folder that hold a word. */
async function traces(word: string): Promise<string[]> {
  const names = await readdir(world.dataDir, { recursive: true });
  const found = names.map(async (name) => {
    if (!(await stat(join(world.dataDir, name))).isFile()) return [];
    return (await readFile(join(world.dataDir, name))).toString('latin1').toLowerCase().includes(word) ? [name] : [];
  });
  return (await Promise.all(found)).flat();
}

it('keeps no byte of an organisation and no entry of an index, certifies it, and leaves another as it was', async () => {
  const gone = await anOrganisation('zorblax');
  const stays = await anOrganisation('quintrell');
  expect([await indexed(gone.orgId), await indexed(stays.orgId)]).toEqual([4, 4]);
  expect(await traces('zorblax')).not.toEqual([]);

  await removed(gone.orgId);
  await world.subscriber.verify(event(gone.orgId));

  expect([await indexed(gone.orgId), await indexed(stays.orgId)]).toEqual([0, 4]);
  const certificate = await world.removals.find({ orgId: gone.orgId });
  expect(certificate).toMatchObject({ state: 'removed', verifiedAt: expect.any(Number) });
  expect(certificate!.verified).toEqual(
    expect.arrayContaining([
      { where: 'store: item', remaining: 0 },
      { where: 'words-1', remaining: 0 },
      { where: 'vectors-1', remaining: 0 },
    ]),
  );
  expect(JSON.stringify(certificate)).not.toContain('zorblax');
  await until(async () => (await traces('zorblax')).length === 0);
  expect(await traces('quintrell')).not.toEqual([]);
  const found = await world.truth.hydrate(
    scopeOf(stays.author, 'quintrell'),
    { kind: 'message' },
    stays.stored.map(({ id }) => id),
  );
  expect(found).toHaveLength(1);
});

it('takes out what somebody brought to an index who had read it before, and looks again', async () => {
  const { orgId, stored } = await anOrganisation('zorblax');
  await removed(orgId);
  const [message] = stored;
  await world.vectors.upsert({ ...message!, version: 9 }, [VECTOR]);

  await world.subscriber.verify(event(orgId));

  expect(await indexed(orgId)).toBe(0);
  expect(await world.removals.find({ orgId })).toMatchObject({ state: 'forgetting', verifiedAt: null });
  await removed(orgId);
  await world.subscriber.verify(event(orgId));
  expect(await world.removals.find({ orgId })).toMatchObject({ state: 'removed' });
});
