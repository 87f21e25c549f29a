import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { announceEvent, aliases, callsOf, embeddingStore, Identity, keys, settings } from '@cairn/store';
import { A_REQUEST, A_TRACE, AUDIT_ROWS, SettableClock, type AuditedRow } from '@cairn/testing';
import type { ItemId, OrgId, Subscription } from '@cairn/contracts';
import { Database } from '../sqlite/database.ts';
import { SqliteStore } from '../store/sqlite-store.ts';
import { SqliteThreads, type ThreadsOptions } from '../store/threads.ts';
import { SqliteTransaction } from '../store/sqlite-transaction.ts';
import { SqliteOutbox } from './sqlite-outbox.ts';
import { SqliteTruth } from './sqlite-truth.ts';

/** For tests: the embedded truth over a new folder, which is deleted on close. */
export async function embeddedWorld(options: Partial<ThreadsOptions> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'cairn-'));
  const world = await openWorld({ dataDir, readers: 1, ...options });
  let last = world;
  const restart = async (subscriptions: readonly Subscription[]) => {
    await last.close();
    last = await openWorld({ dataDir, readers: 1, subscriptions });
    return last;
  };
  const close = async () => {
    await last.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { ...world, dataDir, restart, close };
}

const inARequest = { trace: () => A_TRACE, request: () => A_REQUEST };

/** For tests: the embedded truth over an existing folder, which stays. */
export async function openWorld(options: ThreadsOptions) {
  const clock = new SettableClock();
  const threads = await SqliteThreads.open({ clock, ...options });
  const sql = new SqliteStore({ threads, clock, ...inARequest });
  const identity = new Identity({ store: sql, clock });
  return {
    clock,
    threads,
    truth: new SqliteTruth({ threads, clock, ...inARequest }),
    aliases: callsOf(aliases, sql),
    outbox: new SqliteOutbox({ threads, clock }),
    identity,
    keys: callsOf(keys, sql, () => identity.forgetPrincipals()),
    settings: callsOf(settings, sql, () => identity.forgetPrincipals()),
    sql,
    store: callsOf(embeddingStore, sql),
    audit: async () => auditIn(options.dataDir),
    tamper: async (statement: string) => {
      const db = new Database(join(options.dataDir, 'cairn.db'), 'writer');
      db.exec(statement);
      db.close();
    },
    announceFeedback: announcerIn(options.dataDir, () => clock.now(), options.subscriptions),
    close: () => threads.close(),
  };
}

/** Announces an event as a command of the writer would, on a connection of its own. */
export function announcerIn(dataDir: string, now: () => number, subscriptions?: readonly Subscription[]) {
  return async (orgId: OrgId, memoryId: ItemId): Promise<void> => {
    const db = new Database(join(dataDir, 'cairn.db'), 'writer', subscriptions);
    await announceEvent(new SqliteTransaction(db, { now: now() }), {
      event: 'memory.feedback',
      orgId,
      body: { memoryId },
    });
    db.close();
  };
}

function auditIn(dataDir: string): AuditedRow[] {
  const db = new Database(join(dataDir, 'cairn.db'), 'reader');
  const rows = db.statement(AUDIT_ROWS).all();
  db.close();
  return rows.map((row) => ({ ...row }) as unknown as AuditedRow);
}
