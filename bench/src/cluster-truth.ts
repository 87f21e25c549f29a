import { clusterBackend, clusterQueues } from '@cairn/backends';
import { loadConfig } from '@cairn/platform';
import { QueueStatistics, Outbox } from '@cairn/ports';
import { NestFactory } from '@nestjs/core';
import type { INestApplicationContext } from '@nestjs/common';
import type { Stores } from './cluster-stores.ts';

/** Works with the truth and the queues of an installation, past its services: to look at them costs them nothing. */
export async function withTruth<Result>(
  { settings }: Pick<Stores, 'settings'>,
  work: (ports: Pick<INestApplicationContext, 'get'>) => Promise<Result>,
): Promise<Result> {
  const config = loadConfig('ingest', settings);
  const backend = await clusterBackend(config, clusterQueues(config));
  const app = await NestFactory.createApplicationContext(backend, { logger: false });
  return work(app).finally(() => app.close());
}

/** Events whose work has not ended; what leaves the outbox is in Redis already. Throws when one was given up. */
export async function unfinished(ports: Pick<INestApplicationContext, 'get'>): Promise<number> {
  const { waiting, dead } = await ports.get(Outbox).depth();
  if (dead > 0) throw new Error(`${dead} dead letters`);
  const queues = await ports.get(QueueStatistics).depths();
  return queues.reduce((sum, { waiting, active, delayed }) => sum + waiting + active + delayed, waiting);
}
