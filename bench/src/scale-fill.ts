import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { MessageInput, OrgId } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { Outbox, RouteCaller } from '@cairn/ports';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import type { BenchServer } from './bench-server.ts';
import { untilIndexed } from './load.ts';
import type { ScaleCorpus } from './scale-corpus.ts';

const BATCH = 200;
/** Number of unhandled events at which the fill waits, so that a stopped fill has little to catch up. */
const WAITING_MAX = 20_000;
/** Number of messages between two reports of the progress. */
const STEP = 5_000;
const PAUSE_MS = 200;

const Organisations = z.record(z.string(), z.string());

/** Principals of the organisations of a store; their ids are kept in the store's folder. */
export function principalsOf(dataDir: string, names: readonly string[], known: Principal): Map<string, Principal> {
  const path = join(dataDir, 'scale.json');
  const ids = existsSync(path)
    ? Organisations.parse(JSON.parse(readFileSync(path, 'utf8')))
    : Object.fromEntries(names.map((name) => [name, uuidv7()]));
  writeFileSync(path, JSON.stringify(ids));
  return new Map(Object.entries(ids).map(([name, orgId]) => [name, { ...known, orgId: orgId as OrgId }]));
}

/**
 * Stores what a store lacks of a corpus, and waits until it is indexed. Messages are stored in order, so that a fill which
 * `onProgress` stops by false continues from the number of stored ones.
 */
export async function fillStore(
  { service, principal }: Pick<BenchServer, 'service' | 'principal'>,
  dataDir: string,
  corpus: ScaleCorpus,
  onProgress: (stored: number) => boolean,
): Promise<void> {
  const api = service.app.get(RouteCaller);
  const principals = principalsOf(dataDir, corpus.organisations, principal);
  let stored = 0;
  let reportAt = STEP;
  for (const [name, owner] of principals) {
    const { total } = (await api.call('stats', owner, {})).messages;
    let batch: MessageInput[] = [];
    let read = 0;
    const flush = async () => {
      await api.call('addMessages', owner, { headers: {}, body: batch });
      stored += batch.length;
      batch = [];
      if (stored < reportAt) return true;
      reportAt = stored + STEP;
      await untilFewWait(service);
      return onProgress(stored);
    };
    for await (const message of corpus.messages(name)) {
      if (++read <= total) continue;
      batch.push(message);
      if (batch.length === BATCH && !(await flush())) return;
    }
    if (batch.length > 0) await flush();
  }
  for (const owner of principals.values()) await untilIndexed(api, owner);
  onProgress(stored);
}

async function untilFewWait({ app }: BenchServer['service']): Promise<void> {
  const outbox = app.get(Outbox);
  while ((await outbox.depth()).waiting > WAITING_MAX) await delay(PAUSE_MS);
}
