import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { Database } from '../sqlite/database.ts';
import { VectorTable } from './vector-table.ts';
import type { VectorAnswer, VectorCall, VectorThreadStart } from './vector-thread.ts';
import { readEntries } from './vectors-commands.ts';

/** The thread that holds a generation's vectors and searches them. Calls that come while it loads wait at its port. */
const port = parentPort as MessagePort;

function load({ path, generation, dims }: VectorThreadStart): VectorTable {
  const table = new VectorTable(dims);
  const db = new Database(path, 'reader');
  for (const read of readEntries(db, generation)) {
    if ('entry' in read) table.upsert(read.entry);
    else table.remove(read.removal);
  }
  db.close();
  return table;
}

function answer(table: VectorTable, call: VectorCall): VectorAnswer {
  try {
    return { number: call.number, result: run(table, call) };
  } catch (error) {
    return { number: call.number, error: String(error) };
  }
}

function run(table: VectorTable, call: VectorCall): unknown {
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
  }
}

const table = load(workerData as VectorThreadStart);
port.on('message', (call: VectorCall | 'close') => {
  if (call === 'close') port.close();
  else port.postMessage(answer(table, call));
});
