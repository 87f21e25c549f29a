import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { transfersOf } from '@cairn/store';
import { Database } from '../sqlite/database.ts';
import { readOnce } from './group-commit.ts';
import { readerCommands } from './reader-commands.ts';
import { toWire, type Call, type FromThread, type ThreadStart, type ToThread } from '../sqlite/wire.ts';

/** This thread reads the file on a separate connection, independently of the writer. */
const port = parentPort as MessagePort;

function openReader({ path, subscriptions }: ThreadStart): void {
  const db = new Database(path, 'reader', subscriptions);
  let last = Promise.resolve();
  port.on('message', (message: ToThread) => {
    const calls = message.type === 'calls' ? message.calls : [];
    for (const call of calls) last = last.then(() => answerCall(db, call));
    if (message.type === 'close') last = last.then(() => closeDatabase(db));
  });
  sendToMainThread({ type: 'ready' });
}

async function answerCall(db: Database, call: Call): Promise<void> {
  const answered = await readOnce(db, readerCommands, call);
  sendToMainThread(
    { type: 'answers', answers: [answered], notices: [] },
    'result' in answered ? transfersOf(answered.result) : [],
  );
}

function closeDatabase(db: Database): void {
  db.close();
  port.close();
}

function sendToMainThread(message: FromThread, transfers: readonly ArrayBuffer[] = []): void {
  port.postMessage(message, transfers);
}

port.once('message', () => {
  try {
    openReader(workerData as ThreadStart);
  } catch (error) {
    sendToMainThread({ type: 'failed', error: toWire(error) });
  }
});
