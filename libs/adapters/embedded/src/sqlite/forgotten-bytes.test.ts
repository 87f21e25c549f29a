import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { callsOf, continueForgetting, forgetting as forgettingFeature, embeddingStore, keepChunks } from '@cairn/store';
import { scopeOf } from '@cairn/domain';
import { SystemClock, type NewItem } from '@cairn/ports';
import { aNewMemory, aNewMessage, aPrincipal, until } from '@cairn/testing';
import { SqliteOutbox } from '../ports/sqlite-outbox.ts';
import { SqliteTruth } from '../ports/sqlite-truth.ts';
import { EmbeddedVectorIndex } from '../ports/embedded-vector-index.ts';
import { SqliteStore } from '../store/sqlite-store.ts';
import { SqliteThreads } from '../store/threads.ts';

const clock = new SystemClock();
const ada = aPrincipal();
const MODEL = 'a-model';
let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'cairn-forgotten-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** Distinct words, one for each text of an item. */
const canaries = 'zorblax quintrell mervok dastrin plovick grenthor wimsley tarquist xandrop'.split(' ') as string[];
const [content, title, tag, speaker, channel, subchannel, session, provenance, external] = canaries as string[];

const items: readonly NewItem[] = [
  aNewMessage({
    content: `They said ${content}.`,
    speaker: `${speaker}`,
    channel: `${channel}`,
    subchannel: `${subchannel}`,
    sessionKey: `${session}`,
    provenance: { from: `${provenance}` },
    externalId: `${external}`,
  }),
  aNewMemory({ title: `About ${title}`, content: `It is ${content}.`, tags: [`${tag}`], channel: `${channel}` }),
];

/** Files of the folder that contain a canary, with the canary. */
const traces = () =>
  (readdirSync(dataDir, { recursive: true }) as string[])
    .filter((name) => statSync(join(dataDir, name)).isFile())
    .flatMap((name) => {
      const bytes = readFileSync(join(dataDir, name)).toString('latin1').toLowerCase();
      return canaries.filter((word) => bytes.includes(word)).map((word) => `${name}: ${word}`);
    });

it('keeps no byte of what was forgotten, a second later, though a reader held the log meanwhile', async () => {
  const threads = await SqliteThreads.open({ dataDir, readers: 1 });
  const truth = new SqliteTruth({ threads, clock });
  const store = callsOf(embeddingStore, new SqliteStore({ threads, clock }));
  const outbox = new SqliteOutbox({ threads, clock });
  const vectors = new EmbeddedVectorIndex({ threads, dataDir, modelId: MODEL, dims: 4 });
  await truth.write(ada, items);
  const vector = Float32Array.of(1, 0, 0, 0);
  for (const { kind, id } of items) {
    const item = await truth.load({ orgId: ada.orgId, kind, id });
    await keepChunks(store, {
      pointer: { orgId: ada.orgId, kind, id },
      modelId: MODEL,
      contentHash: id,
      chunks: [{ from: 0, to: 1, vector }],
    });
    await vectors.upsert(item as never, [vector]);
  }
  const [delivery] = await outbox.claim(['message.written.vectors'], 1, 60_000);
  await outbox.deadLetter(delivery!.id, `the model refused ${content}`);
  const before = traces();
  const reader = new DatabaseSync(join(dataDir, 'cairn.db'), { readOnly: true });
  reader.exec('begin; select count(*) from item');

  for (const { kind, id } of items) {
    await truth.forget(scopeOf({ ...ada, role: 'admin' }, `${channel}`), ada, kind, id);
    await vectors.remove(ada.orgId, kind, id, 2);
  }
  await new Promise((resolve) => setTimeout(resolve, 500));
  await truth.write(ada, [aNewMessage({ content: 'Writes go on.' })]);
  reader.exec('commit');
  reader.close();
  await until(() => traces().length === 0).catch(() => undefined);
  const left = traces();
  const [next] = await truth.write(ada, [{ ...items[0]!, id: aNewMessage().id } as NewItem], undefined, 'all');
  const again = await truth.load({ orgId: ada.orgId, kind: 'message', id: next!.id as never });
  await vectors.close();
  await threads.close();

  expect(new Set(before.map((trace) => trace.split(': ')[1]))).toEqual(new Set(canaries));
  expect(left).toEqual([]);
  expect(again).toMatchObject({ turn: 1 });
});

it('keeps the names of a selection only until its items are noted', async () => {
  const threads = await SqliteThreads.open({ dataDir, readers: 1 });
  const forgetting = callsOf(forgettingFeature, new SqliteStore({ threads, clock }));
  const truth = new SqliteTruth({ threads, clock });
  await truth.write(ada, [aNewMessage({ speaker: `${speaker}`, sessionKey: `${session}` })]);
  const id = aNewMessage().id;
  const planNow = () => {
    const db = new DatabaseSync(join(dataDir, 'cairn.db'), { readOnly: true });
    const row = db.prepare('select state, plan from forget_act').get() as { state: string; plan: string };
    db.close();
    return row;
  };

  const selection = { speaker: `${speaker}`, sessionKey: `${session}`, lineage: true };
  await forgetting.begin({ scope: scopeOf(ada), role: 'admin', selection, id });
  const begun = planNow();
  await continueForgetting(forgetting, { orgId: ada.orgId, id });
  const noted = planNow();
  const states = [
    await continueForgetting(forgetting, { orgId: ada.orgId, id }),
    (await truth.speakers(scopeOf(ada))).length,
  ];
  await threads.close();

  expect(begun.plan).toContain(speaker);
  expect(noted.state).toBe('forgetting');
  expect(noted.plan).not.toMatch(new RegExp(`${speaker}|${session}`));
  expect(states).toEqual(['verifying', 0]);
});
