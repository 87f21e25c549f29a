import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { HIT_SCORE_MIN } from '@cairn/contracts';
import { z } from 'zod';
import { ask, call, memoryOf, onSuiteServer, type SuiteServer } from './suites-http.ts';
import { Tally } from './suites-tally.ts';

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

const CHECK_INTERVAL_MS = 5;

/** Runs the cases of a file, and returns each failure, the counts of each family, and the sum. */
export const forgettingReport = (file: string): Promise<string[]> =>
  onSuiteServer(async (server) => {
    const tally = new Tally();
    for (const one of readForgettingCases(file)) {
      const failure = await runForgettingCase(server, one);
      tally.add(attackOf(one), failure === undefined ? 1 : 0, failure && `${one.id} failed: ${failure}`);
    }
    return tally.lines();
  });

/** Attack of an adversarial case, by its id: a case that a model wrote has its kind of change as the family. */
const attackOf = ({ id, family }: ForgettingCase): string => /^adv_(.+)_\d+$/u.exec(id)?.[1] ?? family;

/** Number of texts that a question may bring back. */
const TOP = 5;
/** Number of hits among which a release looks for the end of what its query is about. */
const RELEASE_TOP = 20;
/** Difference of two scores from which the hits after it are about something else. */
const GAP_MIN = 0.05;

/**
 * Runs a case in a channel of its own. A forbidden text must be out of reach of the question, and of a question made of
 * that text. Returns what failed.
 */
async function runForgettingCase(server: SuiteServer, one: ForgettingCase): Promise<string | undefined> {
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
const Found = z.object({
  hits: z.array(z.object({ memoryId: z.string(), content: z.string(), similarity: z.number() })),
});

function caseStore(server: SuiteServer, channel: string) {
  const recall = async (query: string, limit = TOP) => {
    const asked = { query, channel, limit, sources: 'without-messages', includeProposed: false };
    return Found.parse(await call(server, 'POST', '/v1/recall', asked)).hits;
  };
  const remember = (content: string) =>
    call(server, 'POST', '/v1/memories?wait=indexed&overwrite=true', [{ ...memoryOf(content), channel }]);
  /** Tells whether the query has an identifier and something stored names it. */
  async function forgetNamed(identifier: string): Promise<boolean> {
    const asked = { identifier, channel };
    const preview = Previewed.safeParse(await ask(server, '/v1/forgets', asked)).data?.preview;
    if (!preview?.memories) return false;
    const { id } = Begun.parse(await call(server, 'POST', '/v1/forgets', { ...asked, confirm: true }));
    const certificate = async () => Certificate.parse(await call(server, 'GET', `/v1/forgets/${id}`)).forgottenAt;
    while ((await certificate()) === null) await sleep(CHECK_INTERVAL_MS);
    return true;
  }
  const forget = ({ memoryId }: { readonly memoryId: string }) =>
    call(server, 'DELETE', `/v1/memories/${memoryId}?channel=${channel}`);
  return {
    recall,
    remember,
    async supersede(query: string, content: string) {
      const [best] = await recall(query);
      const path = `/v1/memories/${best?.memoryId}/supersede?overwrite=true&channel=${channel}`;
      await (best ? call(server, 'POST', path, memoryOf(content)) : remember(content));
    },
    async release(query: string) {
      const hits = await recall(query, RELEASE_TOP);
      const released = hits.slice(0, clusterOf(hits.map(({ similarity }) => similarity)));
      for (const { memoryId } of released)
        await call(server, 'POST', `/v1/memories/${memoryId}/archive?channel=${channel}`, {});
    },
    /** Forgets what names the identifier of the query; for a query without one, the best hit. */
    async purge(query: string) {
      if (await forgetNamed(query)) return;
      for (const hit of (await recall(query)).slice(0, 1)) await forget(hit);
    },
  };
}

/** Number of hits before the widest gap of their scores; hits without a gap count if they are nearly as near as the best. */
function clusterOf(scores: readonly number[]): number {
  const falling = scores.toSorted((one, other) => other - one);
  // Hits below the least score of an answer are left out of it, so that the last hit is followed by a gap, too.
  const gaps = falling.map((score, at) => score - (falling[at + 1] ?? HIT_SCORE_MIN));
  const widest = Math.max(0, ...gaps);
  if (widest >= GAP_MIN) return gaps.indexOf(widest) + 1;
  return falling.filter((score) => score >= 0.95 * falling[0]!).length;
}
