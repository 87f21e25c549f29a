import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { CairnError } from '@cairn/contracts';
import { Database } from '../sqlite/database.ts';
import { toWire, type Answer, type Call, type FromThread, type ToThread } from '../sqlite/wire.ts';
import { VectorTable } from './vector-table.ts';
import type { VectorCall, VectorThreadStart } from './vector-thread.ts';
import { countEntries, readEntries } from './vectors-commands.ts';

/**
 * This thread keeps a generation's vectors in memory and searches them. While the thread loads the vectors, calls wait
 * at its port.
 */
const port = parentPort as MessagePort;

function loadVectorTable({ path, generation, dims }: VectorThreadStart): VectorTable {
  const table = new VectorTable(dims);
  const db = new Database(path, 'reader');
  for (const { orgId, kind, items } of countEntries(db, generation)) table.reserve(orgId, kind, items);
  for (const read of readEntries(db, generation)) {
    if ('entry' in read) table.upsert(read.entry);
    else table.remove(read.removal);
  }
  db.close();
  return table;
}

function answerCall(table: VectorTable, { number, name, args }: Call): Answer {
  try {
    return { number, result: runCommand(table, { name, args } as VectorCall) };
  } catch (cause) {
    const isNamed = cause instanceof CairnError;
    return {
      number,
      error: toWire(isNamed ? cause : new CairnError('internal', 'The vector index failed.', { cause })),
    };
  }
}

function runCommand(table: VectorTable, call: VectorCall): unknown {
  switch (call.name) {
    case 'search':
      return table.search(...call.args);
    case 'score':
      return table.score(...call.args);
    case 'upsert':
      return table.upsert(...call.args);
    case 'remove':
      return table.remove(...call.args);
    case 'forgetRemovals':
      return table.forgetRemovals(...call.args);
    case 'stats':
      return table.stats();
    case 'memory':
      return table.memory;
  }
}

const table = loadVectorTable(workerData as VectorThreadStart);
port.on('message', (message: ToThread) => {
  if (message.type === 'close') port.close();
  const calls = message.type === 'calls' ? message.calls : [];
  for (const call of calls) sendToMainThread({ type: 'answers', answers: [answerCall(table, call)], notices: [] });
});

function sendToMainThread(message: FromThread): void {
  port.postMessage(message);
}
