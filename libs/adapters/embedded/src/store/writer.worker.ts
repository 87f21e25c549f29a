import { parentPort, receiveMessageOnPort, workerData, type MessagePort } from 'node:worker_threads';
import { Database } from '../sqlite/database.ts';
import { GroupCommit, type AnsweredGroup } from './group-commit.ts';
import { LogTruncation } from '../sqlite/log-cut.ts';
import { migrateDatabase } from './migrations.ts';
import { toWire, type Call, type FromThread, type ThreadStart, type ToThread } from '../sqlite/wire.ts';
import { isRepeatable } from './repeatable-command.ts';
import { prepareWriter, writerCommands } from './writer-commands.ts';

/** Only this thread writes to the file. */
const port = parentPort as MessagePort;
const IDLE_CHECKPOINT_MS = 1000;

function openWriter({ path, now, subscriptions }: ThreadStart): void {
  const db = new Database(path, 'writer', subscriptions);
  migrateDatabase(db, now);
  prepareWriter(db, now);
  // The log is cut, since a killed process may have left erased text in it.
  db.cutLog();
  serveCommands(db);
  sendToMainThread({ type: 'ready' });
}

function serveCommands(db: Database): void {
  const queue: Call[] = [];
  const log = new LogTruncation(db);
  const answer = (group: AnsweredGroup) => {
    sendGroup(group);
    if (group.notices.includes('erased')) log.ask();
  };
  const commits = new GroupCommit(db, writerCommands, answer, isRepeatable);
  const idle = setTimeout(() => checkpointLog(db), IDLE_CHECKPOINT_MS).unref();
  let isRunning = false;
  let isClosing = false;

  const receive = (message: ToThread) => {
    if (message.type === 'close') isClosing = true;
    if (message.type === 'calls') queue.push(...message.calls);
    if (!isRunning) workSoon();
    isRunning = true;
  };
  /**
   * Reads the port again before each group, so that calls that arrived during the last group are part of the next
   * group.
   */
  const work = async () => {
    for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port))
      receive(next.message as ToThread);
    if (queue.length > 0) await commits.run(queue);
    isRunning = queue.length > 0;
    if (isRunning) workSoon();
    else if (isClosing) closeDatabase(db, log, idle);
    else idle.refresh();
  };
  /** After a failure the thread ends and is replaced, since it is unknown what the file contains now. */
  const workSoon = () => setImmediate(() => void work());
  port.on('message', receive);
}

/**
 * Moves the log into the file while the writer is idle. A failing disk is ignored here, since the next commit will report it.
 */
function checkpointLog(db: Database): void {
  try {
    db.exec('pragma wal_checkpoint(passive)');
  } catch {
    return;
  }
}

function closeDatabase(db: Database, log: LogTruncation, idle: NodeJS.Timeout): void {
  clearTimeout(idle);
  log.stop();
  db.exec('pragma wal_checkpoint(truncate)');
  db.close();
  port.close();
}

function sendGroup({ answers, notices, transfers }: AnsweredGroup): void {
  sendToMainThread({ type: 'answers', answers, notices }, transfers);
}

function sendToMainThread(message: FromThread, transfers: readonly ArrayBuffer[] = []): void {
  port.postMessage(message, transfers);
}

port.once('message', () => {
  try {
    openWriter(workerData as ThreadStart);
  } catch (error) {
    sendToMainThread({ type: 'failed', error: toWire(error) });
  }
});
