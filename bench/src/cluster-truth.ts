import { clusterBackend, clusterQueues } from '@cairn/backends';
import { loadConfig } from '@cairn/platform';
import { QueueStatistics, Outbox } from '@cairn/ports';
import { NestFactory } from '@nestjs/core';
import type { INestApplicationContext } from '@nestjs/common';
import type { Stores } from './cluster-stores.ts';

/** Runs `work` with the store and queues of an installation, bypassing its services, so that observing costs them nothing. */
export async function withTruth<Result>(
  { settings }: Pick<Stores, 'settings'>,
  work: (ports: Pick<INestApplicationContext, 'get'>) => Promise<Result>,
): Promise<Result> {
  const config = loadConfig('ingest', settings);
  const backend = await clusterBackend(config, clusterQueues(config));
  const app = await NestFactory.createApplicationContext(backend, { logger: false });
  return work(app).finally(() => app.close());
}

/** Number of unfinished events; those that leave the outbox are in Redis already. Throws if one was abandoned. */
export async function unfinished(ports: Pick<INestApplicationContext, 'get'>): Promise<number> {
  const { waiting, dead } = await ports.get(Outbox).depth();
  if (dead > 0) throw new Error(`${dead} dead letters`);
  const queues = await ports.get(QueueStatistics).depths();
  return queues.reduce((sum, { waiting, active, delayed }) => sum + waiting + active + delayed, waiting);
}
