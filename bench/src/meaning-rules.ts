import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { embeddedBackend } from '@cairn/backends';
import type { MemoryInput } from '@cairn/contracts';
import { scopeOf, type Scope } from '@cairn/domain';
import { loadConfig, startService } from '@cairn/platform';
import { ItemWriter } from '@cairn/ports';
import { RecallModule } from '@cairn/service-recall';
import { aNewMemory, aPrincipal } from '@cairn/testing';
import {
  matchesAnyNorm,
  judgeAll,
  readAction,
  readStoredRule,
  wordsOfAction,
  type GivenNorm,
  type Rule,
} from '@cairn/text';
import { rulings, type Rulings } from '@cairn/store';
import { quiet } from './bench-server.ts';
import { HashedEmbedder } from './hashed-embedder.ts';
import { ActionTold, GivenTold, RuleTold } from './meaning-preflight.ts';
import { rowsOf, type MeaningRun } from './meaning-set.ts';
import { spreadOf } from './speed-statistics.ts';

const asked = { isBinding: true, isTrusted: true, likeness: 0 };
const SIZES = [400, 5_000];
const BATCH = 100;

/** Measures finding the norms that an action may match among many stored rules, and comparing it with them. */
export async function measureRules({ folder }: MeaningRun): Promise<void> {
  const rules = rowsOf(folder, 'rules').map((row) => RuleTold.parse(row));
  const given = new Map(rowsOf(folder, 'given').map((row) => [GivenTold.parse(row).id, GivenTold.parse(row)]));
  const actions = rowsOf(folder, 'actions').map((row) => ActionTold.parse(row).action);
  for (const size of SIZES) {
    const memories = Array.from({ length: size }, (_, at) => {
      const rule = rules[at % rules.length]!;
      return renamed(rule, given.get(rule.id), Math.floor(at / rules.length));
    });
    const { p50, p99 } = spreadOf(await timesWith(memories, actions));
    console.log(`preflight, norms of ${size} stored rules: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`);
  }
}

/** Copies a rule with other names: the last word of each name is changed, so that it forbids something else. */
function renamed({ category, title, content }: RuleTold, given: GivenTold | undefined, copy: number) {
  const others = (texts: readonly string[] | undefined) =>
    texts?.map((text) => text.replace(/\w+(?=\W*$)/u, (word) => (copy === 0 ? word : `q${copy}${word}`)));
  const norm = (one: GivenNorm) => ({ ...one, names: others(one.names), words: others(one.words) });
  const forbids = given?.forbids.map(norm) as MemoryInput['forbids'];
  const text = { category: category as MemoryInput['category'], title, content: `${content} (${copy})` };
  return aNewMemory({ ...text, ...(forbids && { forbids, instead: given?.instead }) });
}

async function timesWith(
  memories: readonly ReturnType<typeof renamed>[],
  actions: readonly string[],
): Promise<number[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cairn-rules-'));
  const config = { ...loadConfig('all-in-one'), dataDir, ...quiet };
  const backend = await embeddedBackend(config, [new HashedEmbedder()]);
  const service = await startService({ backend, modules: [RecallModule], config });
  try {
    const ada = aPrincipal();
    const writer = service.app.get(ItemWriter);
    for (let at = 0; at < memories.length; at += BATCH) await writer.write(ada, memories.slice(at, at + BATCH));
    return await timesOf(actions, checkWith(service.app.get<Rulings>(rulings.token), scopeOf(ada)));
  } finally {
    await service.close();
    rmSync(dataDir, { recursive: true });
  }
}

function checkWith(rulings: Rulings, scope: Scope): (text: string) => Promise<unknown> {
  const known = new Map<string, Rule>();
  return async (text) => {
    const action = readAction(text);
    const found = await rulings.matching({ scope, words: [...wordsOfAction(action)] });
    const unknown = found.flatMap(({ id }) => (known.has(id) ? [] : [id]));
    const stored = unknown.length > 0 ? await rulings.rules({ scope, ids: unknown }) : [];
    for (const { id, rule } of stored) known.set(id, readStoredRule(rule));
    const met = found.filter(({ id }) => matchesAnyNorm(known.get(id)!.norms, action));
    return judgeAll(
      action,
      met.map(({ id, triggers }) => ({ ...asked, triggers, rule: known.get(id)! })),
    );
  };
}

/** Measures the second run of each action, when caches are warm. */
async function timesOf(actions: readonly string[], check: (action: string) => Promise<unknown>): Promise<number[]> {
  for (const action of actions) await check(action);
  const times: number[] = [];
  for (const action of actions) {
    const begun = performance.now();
    await check(action);
    times.push(performance.now() - begun);
  }
  return times;
}
