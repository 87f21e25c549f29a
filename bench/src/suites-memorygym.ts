import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { RecallAnswer, saysNothingFound } from './suites-abstention.ts';
import { call, memoryOf, onSuiteServer, type SuiteServer } from './suites-http.ts';
import { Tally } from './suites-tally.ts';

const Context = z.record(z.string(), z.string()).default({});
const Event = z.object({
  ...{ id: z.string(), type: z.string(), content: z.string(), day: z.number() },
  ...{ entity: z.string().optional(), key: z.string().optional(), tags: z.array(z.string()).default([]) },
  context: Context,
});
const Probe = z.object({
  ...{ id: z.string(), kind: z.string().default('recall'), query: z.string() },
  ...{ expected: z.array(z.string()), forbidden: z.array(z.string()).default([]) },
  ...{ answerKeywords: z.array(z.string()).default([]), topK: z.number().default(5) },
  abstainThreshold: z.number().default(0.4),
  context: Context,
});
type Probe = z.infer<typeof Probe>;
const Scenario = z.object({ id: z.string(), events: z.array(Event), probes: z.array(Probe) });
const Pack = z.object({ name: z.string(), scenarios: z.array(Scenario) });
type Pack = z.infer<typeof Pack>;

/** Reads the packs of a clone of MemoryGym that need no tools of one vendor. */
const readPacks = (folder: string): Pack[] =>
  readdirSync(join(folder, 'benchmarks'))
    .filter((name) => name.endsWith('.scenarios.json') && !name.startsWith('audrey-capabilities'))
    .sort()
    .map((name) => Pack.parse(JSON.parse(readFileSync(join(folder, 'benchmarks', name), 'utf8'))));

interface Recalled {
  readonly id: string;
  readonly content: string;
  readonly score: number;
}

interface ProbeResult {
  readonly id: string;
  readonly score: number;
  readonly returned: readonly string[];
}

/** Runs the packs. The score of a scenario is the mean of its probes, as MemoryGym has it. */
export const memoryGymReport = (folder: string): Promise<string[]> =>
  onSuiteServer(async (server) => {
    const tally = new Tally();
    for (const { name, scenarios } of readPacks(folder))
      for (const scenario of scenarios) {
        const probes = await runScenario(server, scenario);
        const low = probes.filter(({ score }) => score < 1);
        const told = low.map(({ id, score, returned }) => `${id} ${score.toFixed(2)} (${returned.join(', ')})`);
        const mean = probes.reduce((sum, { score }) => sum + score, 0) / probes.length;
        tally.add(name, mean, told.length > 0 ? `${scenario.id}: ${told.join('; ')}` : undefined);
      }
    return tally.lines();
  });

const DAY_MS = 86_400_000;
const STORES: Readonly<Record<string, string>> = { episodic: 'episodic', procedural: 'procedural' };

/** The channel of a context, such as a project: what is asked there is answered from there. */
const channelOf = (scenario: string, context: Readonly<Record<string, string>>): string =>
  [scenario, ...Object.values(context)].join('-');

/** Runs a scenario in channels of its own: its events are stored in order, with their days, and each probe is a recall. */
async function runScenario(server: SuiteServer, { events, probes }: Pack['scenarios'][number]): Promise<ProbeResult[]> {
  const scenario = `case-${randomUUID()}`;
  const idOf = new Map<string, string>();
  const lastDay = Math.max(...events.map(({ day }) => day));
  const current = new Map<string, string>();
  for (const { id, type, content, day, entity, key, tags, context } of events) {
    const channel = channelOf(scenario, context);
    const memory = { ...memoryOf(content), store: STORES[type] ?? 'semantic', tags, channel };
    const at = new Date(Date.now() - (lastDay - day) * DAY_MS).toISOString();
    const fact = entity !== undefined && key !== undefined ? { subject: entity, attribute: key } : {};
    const former = entity !== undefined && key !== undefined ? current.get(`${entity} ${key}`) : undefined;
    const memoryId = await store(server, { ...memory, ...fact, validFrom: at }, { former, channel });
    idOf.set(memoryId, id);
    if (entity !== undefined && key !== undefined) current.set(`${entity} ${key}`, memoryId);
  }
  const results: ProbeResult[] = [];
  for (const probe of probes) {
    const channel = channelOf(scenario, probe.context);
    const asked = { query: probe.query, channel, sources: 'without-messages', includeProposed: false };
    const answer = RecallAnswer.parse(await call(server, 'POST', '/v1/recall', asked));
    const isUnsure = saysNothingFound(answer);
    // An answer has as many hits as are clear; of a longer one the first count.
    const recalled = answer.hits.slice(0, probe.topK).map(({ memoryId, content, score }) => ({
      ...{ id: idOf.get(memoryId) ?? memoryId, content },
      score: isUnsure ? 0 : score,
    }));
    results.push({ id: probe.id, score: scoreOf(probe, recalled), returned: recalled.map(({ id }) => id) });
  }
  return results;
}

const Stored = z.object({ items: z.array(z.object({ id: z.string() })) });
const Superseding = z.object({ newMemoryId: z.string() });

/** Stores a memory; a new value of the same subject and attribute supersedes the former one. */
async function store(
  server: SuiteServer,
  memory: object,
  { former, channel }: { readonly former: string | undefined; readonly channel: string },
): Promise<string> {
  if (former === undefined) {
    const stored = await call(server, 'POST', '/v1/memories?wait=indexed&overwrite=true', [memory]);
    return Stored.parse(stored).items[0]!.id;
  }
  const { channel: _, ...successor } = memory as { channel: string };
  const path = `/v1/memories/${former}/supersede?overwrite=true&channel=${channel}`;
  return Superseding.parse(await call(server, 'POST', path, successor)).newMemoryId;
}

/** Weights of MemoryGym's score of a recall. */
const WEIGHTS = { hit: 0.28, recall: 0.22, precision: 0.16, rank: 0.16, gain: 0.1, answer: 0.08, forbidden: 0.28 };

/** Scores a probe as MemoryGym does, 0 to 1. */
function scoreOf(probe: Probe, recalled: readonly Recalled[]): number {
  const top = recalled.slice(0, probe.topK);
  return probe.kind === 'abstention' ? abstentionScore(probe, top) : recallScore(probe, top);
}

function abstentionScore({ forbidden, expected, abstainThreshold }: Probe, top: readonly Recalled[]): number {
  const confident = top.filter(({ score }) => score >= abstainThreshold);
  const wrong = confident.filter(({ id }) => forbidden.includes(id)).length;
  const isRight = expected.length === 0 ? confident.length === 0 : confident.some(({ id }) => expected.includes(id));
  const penalty = confident.length === 0 ? 0 : wrong / confident.length;
  return bounded((isRight && wrong === 0 ? 1 : 0) - penalty * 0.5);
}

function recallScore({ expected, forbidden, answerKeywords, topK }: Probe, top: readonly Recalled[]): number {
  const right = top.filter(({ id }) => expected.includes(id)).length;
  const wrong = top.filter(({ id }) => forbidden.includes(id)).length;
  const first = top.findIndex(({ id }) => expected.includes(id));
  const gainOf = (isGain: (at: number) => boolean, count: number) =>
    Array.from({ length: count }, (_, at) => (isGain(at) ? 1 / Math.log2(at + 2) : 0)).reduce(
      (sum, one) => sum + one,
      0,
    );
  const ideal = gainOf(() => true, Math.min(topK, expected.length));
  const text = tokensOf(top.map(({ content }) => content).join(' '));
  const told = answerKeywords.filter((word) => [...tokensOf(word)].every((token) => text.has(token))).length;
  const share = (part: number, whole: number, none: number) => (whole === 0 ? none : part / whole);
  return bounded(
    WEIGHTS.hit * (right > 0 ? 1 : 0) +
      WEIGHTS.recall * share(right, expected.length, 1) +
      WEIGHTS.precision * share(right, top.length, 0) +
      WEIGHTS.rank * (first < 0 ? 0 : 1 / (first + 1)) +
      WEIGHTS.gain *
        share(
          gainOf((at) => expected.includes(top[at]?.id ?? ''), top.length),
          ideal,
          1,
        ) +
      WEIGHTS.answer * share(told, answerKeywords.length, 1) -
      WEIGHTS.forbidden * share(wrong, Math.max(1, top.length), 0),
  );
}

const bounded = (value: number): number => Math.max(0, Math.min(1, value));

const tokensOf = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .toLowerCase()
      .split(/[^a-z0-9_:-]+/)
      .filter((token) => token.length > 1),
  );
