import { setTimeout as delay } from 'node:timers/promises';
import type { MemoryInput, MessageInput, Receipt } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { ModuleRef } from '@nestjs/core';
import { readNeutralJsonl } from '@cairn/importers';
import { QueueStatistics, Outbox, RouteCaller } from '@cairn/ports';
import type { DataSet } from './data-set.ts';
import type { BenchServer } from './bench-server.ts';
import { timed } from './speed-statistics.ts';

const BATCH = 200;
/** Pause as a multiple of the last poll's duration, which counts the backlog. */
const PAUSE = { looks: 9, leastMs: 100 };

/** Ids of the data set by item id. */
export type ExternalIds = ReadonlyMap<string, string>;

/** Stores a whole part in the order of its files, and waits until every index has it. */
export async function load(
  { service, principal }: BenchServer,
  { folder, memories: rows }: Pick<DataSet, 'folder' | 'memories'>,
  onProgress: (done: number) => void,
): Promise<ExternalIds> {
  const api = service.app.get(RouteCaller);
  let messages: MessageInput[] = [];
  let memories: MemoryInput[] = [];
  const externalIds = new Map<string, string>();
  const flush = async () => {
    if (messages.length > 0)
      note(externalIds, messages, (await api.call('addMessages', principal, { body: messages })).items);
    if (memories.length > 0)
      note(externalIds, memories, (await api.call('addMemories', principal, { body: memories })).items);
    messages = [];
    memories = [];
    onProgress(externalIds.size);
  };
  for await (const parsed of readNeutralJsonl(folder)) {
    if (parsed.type === 'failed') throw new Error(`${parsed.place.file}:${parsed.place.line}: ${parsed.reason}`);
    if (parsed.type === 'message') messages.push(parsed.input);
    if (parsed.type === 'memory') memories.push(withTriggers(parsed.input, rows));
    if (messages.length + memories.length >= BATCH) await flush();
  }
  await flush();
  await untilIndexed(api, principal);
  await untilInGraph(api, principal);
  await untilHandled(service);
  return externalIds;
}

/** Adds the set's `triggers`, which are no field of the files that the product imports. */
function withTriggers(input: MemoryInput, rows: DataSet['memories']): MemoryInput {
  const { triggers = [] } = rows.get(input.externalId ?? '') ?? {};
  return triggers.length > 0 ? { ...input, actionTriggers: triggers } : input;
}

/** Records item ids; receipts are in the order of their inputs. */
function note(
  externalIds: Map<string, string>,
  inputs: readonly { readonly externalId?: string | null | undefined }[],
  receipts: readonly Receipt[],
): void {
  receipts.forEach(({ id }, at) => externalIds.set(id, inputs[at]?.externalId ?? ''));
}

/** Waits until nothing is pending; a dead letter ends the run, since its figures would be wrong. */
export async function untilIndexed(api: RouteCaller, principal: Principal): Promise<void> {
  for (;;) {
    const { ms, result } = await timed(() => api.call('stats', principal, {}));
    const { index } = result;
    if (index.dead.words + index.dead.vectors > 0) throw new Error(`dead letters: ${JSON.stringify(index.dead)}`);
    if (index.pending.words + index.pending.vectors === 0) return;
    await delay(Math.max(PAUSE.leastMs, PAUSE.looks * ms));
  }
}

/** Waits until every subscriber has handled every event, including subscribers without an index. */
export async function untilHandled({ app }: BenchServer['service']): Promise<void> {
  for (;;) {
    const { waiting, dead } = await app.get(Outbox).depth();
    if (dead > 0) throw new Error(`${dead} dead letters`);
    const taken = (await queueStatisticsOf(app)?.depths()) ?? [];
    if (waiting === 0 && taken.every((queue) => queue.waiting + queue.active + queue.delayed === 0)) return;
    await delay(PAUSE.leastMs);
  }
}

/** Queue statistics of a cluster; the embedded backend has none, and Nest's application would log that. */
const queueStatisticsOf = (app: BenchServer['service']['app']): QueueStatistics | null => {
  try {
    return app.get(ModuleRef).get(QueueStatistics, { strict: false });
  } catch {
    return null;
  }
};

async function untilInGraph(api: RouteCaller, principal: Principal): Promise<void> {
  for (;;) {
    const { ms, result } = await timed(() => api.call('graphProgress', principal, {}));
    if (result.remaining === 0) return;
    await delay(Math.max(PAUSE.leastMs, PAUSE.looks * ms));
  }
}
