import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { transfersOf } from '@cairn/store';
import { Database } from '../sqlite/database.ts';
import { readOnce } from './group-commit.ts';
import { readerCommands } from './reader-commands.ts';
import { toWire, type Call, type FromThread, type ThreadStart, type ToThread } from '../sqlite/wire.ts';

/** This thread reads the file on a separate connection, independently of the writer. */
const port = parentPort as MessagePort;

function open({ path, subscriptions }: ThreadStart): void {
  const db = new Database(path, 'reader', subscriptions);
  let last = Promise.resolve();
  port.on('message', (message: ToThread) => {
    last = last.then(() => (message.type === 'call' ? answer(db, message.call) : close(db)));
  });
  send({ type: 'ready' });
}

async function answer(db: Database, call: Call): Promise<void> {
  const answered = await readOnce(db, readerCommands, call);
  send({ type: 'answers', answers: [answered], notices: [] }, 'result' in answered ? transfersOf(answered.result) : []);
}

function close(db: Database): void {
  db.close();
  port.close();
}

function send(message: FromThread, transfers: readonly ArrayBuffer[] = []): void {
  port.postMessage(message, transfers);
}

port.once('message', () => {
  try {
    open(workerData as ThreadStart);
  } catch (error) {
    send({ type: 'failed', error: toWire(error) });
  }
});
