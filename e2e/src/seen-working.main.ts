// Tests the cluster with real data: it imports a folder by the command line, recalls answers through MCP from two recall
// replicas, kills the worker and a replica in between, and compares every index with the store.
//   --data <folder>      messages.jsonl.gz, memories.jsonl.gz and queries.jsonl of CONTRIBUTING.md's evaluation data
//   --questions <number> number of queries (default 200)
// Uses the servers that the environment names; the others are started here if installed.
import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { AppProcess, firstKeyOf, startFive, type Five } from '../../tools/cluster/five.ts';
import { freePorts } from '../../tools/cluster/free-ports.ts';
import { saveKey } from '../../tools/cluster/key-file.ts';
import { dropStores, privateStores, type ServerUrls } from '../../tools/cluster/private-stores.ts';
import { startRouter } from '../../tools/cluster/router.ts';
import { environmentOf, serversFolder, startServers, stopServers } from '../../tools/servers/servers.ts';
import { cli, startCli } from './cli.ts';
import { Client } from './client.ts';
import { soundBundle } from './kill/bundles.ts';
import { overHttp, type Caller } from './mcp-caller.ts';
import { Replicas } from './replicas.ts';
import { until } from './until.ts';

interface Question {
  readonly query: string;
  readonly target: string;
  readonly gold: readonly string[];
}

const { values } = parseArgs({
  options: { data: { type: 'string' }, questions: { type: 'string', default: '200' } },
});
const data = values.data;
if (data === undefined) throw new Error('--data <folder> says what to import.');

const SEEN = 10;
const DOWN_MS = 2_000;
/** Number of messages at which the worker is killed: early, so that much is left to embed. */
const KILL_AT_MESSAGES = 200;

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

soundBundle();
const folder = serversFolder('cairn-seen-');
const name = `seen_${randomBytes(4).toString('hex')}`;
const statuses = await startServers(join(folder, 'servers'));
const servers = environmentOf(statuses) as unknown as ServerUrls;
try {
  const env = {
    CAIRN_LOG_LEVEL: 'error',
    CAIRN_SERVICE_SECRET: randomBytes(32).toString('hex'),
    ...(await privateStores(servers, name)),
  };
  process.exitCode = (await see(env, data)) ? 0 : 1;
} finally {
  await dropStores(servers, name);
  await stopServers(statuses);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

async function see(env: Record<string, string>, data: string): Promise<boolean> {
  const ports = await freePorts();
  const five = await startFive({ ports, env });
  const second = new AppProcess('recall-api', { ports: await freePorts(), env });
  await second.start();
  const replicas = new Replicas([five.apps['recall-api'], second]);
  const balancer = await startRouter(0, () => replicas.next());
  const gateway = new AppProcess('mcp-gateway', {
    ports: { ...(await freePorts()), ingest: ports.ingest, 'recall-api': Number(new URL(balancer.url).port) },
    env,
  });
  await gateway.start();
  const { ingest, 'graph-service': graph } = five.apps;
  const urls = {
    ingest: ingest.url,
    'graph-service': graph.url,
    'recall-api': balancer.url,
    'mcp-gateway': gateway.url,
  };
  const router = await startRouter(0, (service) => urls[service]);
  const key = (await firstKeyOf(env))!;
  saveKey(folder, { url: router.url, key });
  try {
    const imported = await importWhileTheWorkerDies(five, new Client(router.url, key), data);
    const caller = await overHttp(router.url, key, 'auto');
    const found = await askWhileAReplicaDies(caller, replicas, questionsOf(data));
    await caller.close();
    const verified = await cli(['verify', '--json', '--data-dir', folder]);
    console.log(
      ['seen working', `imported=${imported.json.imported}`, `import_failed=${imported.json.failed}`]
        .concat(Object.entries(found).map(([what, value]) => `${what}=${value}`))
        .concat(`asked_of_replicas=${replicas.asked.join('/')}`, `verify_exit=${verified.code}`)
        .join(' '),
    );
    console.log(JSON.stringify(verified.json));
    return imported.code === 0 && verified.code === 0 && found.unanswered === 0 && Math.min(...replicas.asked) > 0;
  } finally {
    await Promise.all([router.close(), balancer.close()]);
    await Promise.all([five.stop(), second.stop(), gateway.stop()]);
  }
}

async function importWhileTheWorkerDies({ apps }: Five, client: Client, data: string) {
  const worker = apps['embedding-worker'];
  const importing = startCli(['import', 'jsonl', data, '--wait', '--json', '--data-dir', folder]);
  await until(async () => (await client.get('/v1/recall/stats')).body.messages?.total >= KILL_AT_MESSAGES);
  await worker.kill();
  await delay(DOWN_MS);
  await worker.start();
  return importing.ended;
}

/** Asks all questions twice: with both replicas, of which one dies in the middle, and again when it is back. */
async function askWhileAReplicaDies(caller: Caller, replicas: Replicas, questions: readonly Question[]) {
  const middle = Math.floor(questions.length / 2);
  const before = await askAll(caller, questions.slice(0, middle));
  await replicas.kill(1);
  const without = await askAll(caller, questions.slice(middle));
  await replicas.restart(1);
  const again = await askAll(caller, questions);
  const first = [...before, ...without];
  return {
    questions: questions.length,
    hit_at_10: shareOf(first, (ids, at) => questions[at]!.gold.some((id) => ids?.includes(id))),
    hit_at_10_again: shareOf(again, (ids, at) => questions[at]!.gold.some((id) => ids?.includes(id))),
    same_answer: shareOf(first, (ids, at) => String(ids) === String(again[at])),
    unanswered: [...first, ...again].filter((ids) => ids === undefined).length,
  };
}

type Answered = readonly string[] | undefined;

async function askAll(caller: Caller, questions: readonly Question[]): Promise<Answered[]> {
  const answers: Answered[] = [];
  for (const { query } of questions) answers.push(await ask(caller, query));
  return answers;
}

async function ask(caller: Caller, query: string): Promise<Answered> {
  const answer = await caller.callTool({ name: 'crystal_search_messages', arguments: { query, limit: SEEN } });
  if (answer.isError) return undefined;
  return answer.structuredContent.results.map(({ externalId }: { externalId: string }) => externalId);
}

function shareOf(answers: readonly Answered[], holds: (ids: Answered, at: number) => boolean): string {
  return (answers.filter(holds).length / answers.length).toFixed(3);
}

function questionsOf(data: string): Question[] {
  const lines = readFileSync(join(data, 'queries.jsonl'), 'utf8').trim().split('\n');
  const questions = lines.map((line) => JSON.parse(line) as Question).filter(({ target }) => target === 'messages');
  return questions.slice(0, Number(values.questions));
}
