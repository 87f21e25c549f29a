import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { embeddedReads } from '@cairn/backends';
import { serveRecalls } from '@cairn/service-recall';
import type { RecallThreadStart } from './recall-thread.ts';

const { dataDir, isWithoutModel } = workerData as RecallThreadStart;
serveRecalls(parentPort as MessagePort, { isWithoutModel, open: () => embeddedReads(dataDir) });
