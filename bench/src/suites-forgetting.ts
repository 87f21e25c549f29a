import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { startBenchServer } from './bench-server.ts';

const Mutation = z.union([
  z.tuple([z.literal('supersede'), z.string(), z.string()]),
  z.tuple([z.enum(['release', 'purge']), z.string()]),
]);

/** A case in the form of ForgetEval: facts, changes of them by a query, and a question with texts that it must have and must not have. */
const ForgettingCase = z.object({
  id: z.string(),
  family: z.string().default('other'),
  setup_facts: z.array(z.string()),
  mutations: z.array(Mutation),
  final_query: z.string(),
  must_contain: z.array(z.string()).default([]),
  must_not_contain: z.array(z.string()).default([]),
  /** Whether the texts that it must not have are asked for by themselves, too; not if they stand and are beside the question. */
  probed: z.boolean().default(true),
});
type ForgettingCase = z.infer<typeof ForgettingCase>;

const Files = z.union([
  z.array(ForgettingCase),
  z.object({ admitted_cases: z.array(ForgettingCase) }).transform(({ admitted_cases: cases }) => cases),
]);

const readForgettingCases = (file: string): ForgettingCase[] => Files.parse(JSON.parse(readFileSync(file, 'utf8')));

interface Server {
  readonly url: string;
  readonly key: string;
}

const CHECK_INTERVAL_MS = 5;

/** Runs the cases of a file, and returns each failure, the counts of each family, and the sum. */
export async function forgettingReport(file: string): Promise<string[]> {
  const cases = readForgettingCases(file);
  const server = await startBenchServer({ remember: 'documents' });
  const failures: string[] = [];
  const failed = new Set<ForgettingCase>();
  try {
    for (const one of cases) {
      const failure = await runForgettingCase({ url: server.service.url, key: server.key }, one);
      if (failure === undefined) continue;
      failures.push(`${one.id} failed: ${failure}`);
      failed.add(one);
    }
  } finally {
    await server.close();
  }
  const countOf = (ones: readonly ForgettingCase[]) =>
    `${ones.filter((one) => !failed.has(one)).length} of ${ones.length}`;
  const families = Map.groupBy(cases, ({ family }) => family);
  return [...failures, ...[...families].map(([family, ones]) => `${family}: ${countOf(ones)}`), countOf(cases)];
}

/** Number of texts that a question may bring back. */
const TOP = 5;
/** Share of the best hit's score from which a hit is released with it. */
const RELEASED_SHARE = 0.8;

/**
 * Runs a case in a channel of its own. A forbidden text must be out of reach of the question, and of a question made of
 * that text. Returns what failed.
 */
async function runForgettingCase(server: Server, one: ForgettingCase): Promise<string | undefined> {
  const store = caseStore(server, `case-${randomUUID()}`);
  for (const fact of one.setup_facts) await store.remember(fact);
  for (const [act, query, text] of one.mutations) {
    if (act === 'supersede') await store.supersede(query, text!);
    else await (act === 'release' ? store.release(query) : store.purge(query));
  }
  const answer = await textsOf(store, one.final_query);
  const missing = one.must_contain.find((text) => !answer.includes(text.toLowerCase()));
  if (missing !== undefined) return `lacks ${JSON.stringify(missing)}`;
  const probed = one.probed ? one.must_not_contain : [];
  const probes = await Promise.all(probed.map((text) => textsOf(store, text)));
  const reachable = [answer, ...probes].join('\n');
  const left = one.must_not_contain.find((text) => reachable.includes(text.toLowerCase()));
  return left === undefined ? undefined : `still has ${JSON.stringify(left)}`;
}

type CaseStore = ReturnType<typeof caseStore>;

const textsOf = async (store: CaseStore, query: string): Promise<string> =>
  (await store.recall(query)).map(({ content }) => content.toLowerCase()).join('\n');

const Previewed = z.object({ preview: z.object({ memories: z.number() }) });
const Begun = z.object({ id: z.string() });
const Certificate = z.object({ forgottenAt: z.number().nullable() });
const Found = z.object({ hits: z.array(z.object({ memoryId: z.string(), content: z.string(), score: z.number() })) });

function caseStore({ url, key }: Server, channel: string) {
  async function request(method: string, path: string, body?: object): Promise<Response> {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    return fetch(`${url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  }
  /** The answer of a request that may be refused. */
  const ask = async (method: string, path: string, body?: object): Promise<unknown> =>
    (await request(method, path, body)).json();
  async function call(method: string, path: string, body?: object): Promise<unknown> {
    const response = await request(method, path, body);
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  }
  const memory = (content: string) => ({
    ...{ title: content.slice(0, 80), content },
    ...{ store: 'semantic', category: 'fact' },
  });
  const recall = async (query: string) => {
    const asked = { query, channel, limit: TOP, sources: 'without-messages', includeProposed: false };
    return Found.parse(await call('POST', '/v1/recall', asked)).hits;
  };
  const remember = (content: string) =>
    call('POST', '/v1/memories?wait=indexed&overwrite=true', [{ ...memory(content), channel }]);
  /** Tells whether the query has an identifier and something stored names it. */
  async function forgetNamed(identifier: string): Promise<boolean> {
    const asked = { identifier, channel };
    const preview = Previewed.safeParse(await ask('POST', '/v1/forgets', asked)).data?.preview;
    if (!preview?.memories) return false;
    const { id } = Begun.parse(await call('POST', '/v1/forgets', { ...asked, confirm: true }));
    const certificate = async () => Certificate.parse(await call('GET', `/v1/forgets/${id}`)).forgottenAt;
    while ((await certificate()) === null) await sleep(CHECK_INTERVAL_MS);
    return true;
  }
  const forget = ({ memoryId }: { readonly memoryId: string }) =>
    call('DELETE', `/v1/memories/${memoryId}?channel=${channel}`);
  return {
    recall,
    remember,
    async supersede(query: string, content: string) {
      const [best] = await recall(query);
      const path = `/v1/memories/${best?.memoryId}/supersede?overwrite=true&channel=${channel}`;
      await (best ? call('POST', path, memory(content)) : remember(content));
    },
    async release(query: string) {
      const hits = await recall(query);
      const released = hits.filter(({ score }) => score >= RELEASED_SHARE * hits[0]!.score);
      for (const { memoryId } of released)
        await call('POST', `/v1/memories/${memoryId}/archive?channel=${channel}`, {});
    },
    /** Forgets what names the identifier of the query; for a query without one, the best hit. */
    async purge(query: string) {
      if (await forgetNamed(query)) return;
      for (const hit of (await recall(query)).slice(0, 1)) await forget(hit);
    },
  };
}
