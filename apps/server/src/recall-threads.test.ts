import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { embeddedBackend, embeddedEvents } from '@cairn/backends';
import { loadConfig, startService, type RunningService } from '@cairn/platform';
import { AdminModule } from '@cairn/service-admin';
import { GraphModule } from '@cairn/service-graph';
import { IndexingModule } from '@cairn/service-indexing';
import { IngestModule } from '@cairn/service-ingest';
import { Recall, RecallModule } from '@cairn/service-recall';
import { Identity, keys, type Keys } from '@cairn/store';
import { CairnError, HIT_SCORE_MIN, limits, RecallRequest, toolLimits, type RecallResponse } from '@cairn/contracts';
import { RouteCaller } from '@cairn/ports';
import { until } from '@cairn/testing';
import { recallThread } from './recall-thread.ts';
import { StampingEmbedder } from './stamping-embedder.fixture.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'cairn-recall-threads-'));
const workers: Worker[] = [];
const lines: { msg: string }[] = [];
let service: RunningService;

/** The threads that answered a message, by their number. */
let answered: number[] = [];

/** Names of the calls of threads to the main thread. */
const asked: string[] = [];

/** The threads that refused a message, by their number. */
let refused: number[] = [];

const start = (model: { readonly isWithoutModel: boolean }) => {
  const worker = recallThread({ dataDir, ...model });
  const number = workers.push(worker) - 1;
  worker.on('message', ({ type }) => type === 'result' && answered.push(number));
  worker.on('message', ({ type, name }) => type === 'call' && asked.push(name));
  worker.on('message', ({ type }) => type === 'error' && refused.push(number));
  return worker;
};

beforeAll(async () => {
  const config = { ...loadConfig('all-in-one', { CAIRN_LOG_LEVEL: 'warn' }), port: 0, dataDir, readers: 1 };
  service = await startService({
    backend: await embeddedBackend(config, [new StampingEmbedder('a', 0)]),
    modules: [
      AdminModule.forRoot(config),
      IngestModule.forRoot({ ownText: 'remove' }),
      IndexingModule.forRoot(config),
      RecallModule.onThreads({ count: 1, start }),
      GraphModule,
    ],
    config,
    transport: embeddedEvents,
    log: { write: (line: string) => void lines.push(JSON.parse(line)) },
  });
});

afterAll(async () => {
  await service.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function asker() {
  const allKeys = service.app.get<Keys>(keys.token);
  const { orgId } = await allKeys.firstOrganisation({});
  const { key } = await allKeys.create({ orgId, name: 'ops', kind: 'person', role: 'admin', peers: [] });
  return (await service.app.get(Identity).authenticate(key))!;
}

it('answers on a thread as the process itself does, with what was just written', async () => {
  const [principal, api] = [await asker(), service.app.get(RouteCaller)];
  const recall = (query: string) => api.call('recall', principal, { body: { query } });
  const remember = (title: string) =>
    api.call('addMemories', principal, {
      body: [{ title, content: `It is said that ${title}.`, store: 'semantic' }],
      query: { wait: 'indexed', waitMs: 30_000 },
    });
  await untilOnThread(recall);
  await remember('the ledger is one file');
  await api.call('addMessages', principal, {
    body: [{ role: 'user', content: 'Who keeps the ledger?', speaker: 'Grace', sessionKey: 's' }],
    query: { wait: 'indexed', waitMs: 30_000 },
  });
  answered = [];

  const questions = ['the ledger is one file', 'what did Grace say?', 'zzzz', 'the ledger\nis one file'];
  for (const query of questions) {
    const there = await recall(query);
    const request = RecallRequest.parse({ query, minScore: HIT_SCORE_MIN });
    const here = await service.app.get(Recall).answer(principal, request, toolLimits.recallLimit.default);

    expect(withoutMark(there)).toEqual(withoutMark(here));
    expect(there.degraded).toEqual([]);
  }
  expect(answered.length).toBeGreaterThanOrEqual(questions.length);
  expect(asked).toContain('lendVectors');
  expect(asked).not.toContain('search');
});

it('checks actions on a thread by the rules that were just written', async () => {
  const [principal, api] = [await asker(), service.app.get(RouteCaller)];
  const check = (action: string) => api.call('preflight', principal, { body: { action, waitMs: 2_000 } });
  await untilOnThread(check);
  const rule = { title: 'No force push', content: 'Never run git push --force.', category: 'rule' } as const;
  const written = await api.call('addMemories', principal, {
    body: [{ ...rule, store: 'procedural', actionTriggers: ['git push --force'] }],
    query: {},
  });
  answered = [];

  // A busy machine may not check everything in time, and says so.
  const checks: Awaited<ReturnType<typeof check>>[] = [];
  await until(async () => {
    checks.push(await check('git push --force origin main'));
    return checks.at(-1)!.verdict === 'stop';
  });

  expect(answered).toHaveLength(checks.length);
  expect(checks.at(-1)).toMatchObject({ items: [{ id: written.items[0]!.id, severity: 'stop' }] });
});

it('refuses on a thread as the process itself does: with the code and the field', async () => {
  const [principal, api] = [await asker(), service.app.get(RouteCaller)];
  const check = (action: string) => api.call('preflight', principal, { body: { action } });
  await untilOnThread(check);
  refused = [];
  const { max } = limits.actionSteps;

  const refusal = await check(Array.from({ length: max + 1 }, (_, at) => `rm file${at}`).join('; ')).catch(
    (error: unknown) => error,
  );

  expect(refusal).toBeInstanceOf(CairnError);
  expect(refusal).toMatchObject({ code: 'request/invalid', issues: [{ field: 'action' }] });
  expect(refused).toHaveLength(1);
});

it('answers what a thread leaves when it ends, says so once, and starts another', async () => {
  const [principal, api] = [await asker(), service.app.get(RouteCaller)];
  const recall = (query: string) => api.call('recall', principal, { body: { query } });
  await untilOnThread(recall);
  const ending = workers.at(-1)!;

  const asked = Array.from({ length: 8 }, () => recall('the ledger is one file'));
  const [answers] = await Promise.all([Promise.all(asked), ending.terminate()]);
  await until(async () => {
    await recall('the ledger is one file');
    return workers.length > 1 && answered.includes(workers.length - 1);
  });

  expect(answers[0]!.hits).toContainEqual(expect.objectContaining({ title: 'the ledger is one file' }));
  expect(answers.map(({ hits }) => hits)).toEqual(answers.map(() => answers[0]!.hits));
  expect(lines.filter(({ msg }) => msg.includes('A thread of recalls ended'))).toHaveLength(1);
});

/** Leaves out the mark of an answer's block, which is random. */
const withoutMark = (answer: RecallResponse) => ({
  ...answer,
  injectionBlock: answer.injectionBlock.replaceAll(/\[\[cairn:\d+ end\]\]/g, ''),
});

/** Asks until a thread has answered: the first answer opens it, and the next answers a recall. */
async function untilOnThread(recall: (query: string) => Promise<unknown>): Promise<void> {
  answered = [];
  await until(async () => {
    await recall('Is anybody there?');
    return answered.length > 1;
  });
}
