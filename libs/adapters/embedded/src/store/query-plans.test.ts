import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SQLInputValue, StatementSync } from 'node:sqlite';
import type { SqlStore } from '@cairn/store';
import { hotCommands, SentStatements } from '@cairn/store/contract';
import { aPrincipal } from '@cairn/testing';
import { Database } from '../sqlite/database.ts';
import { claimDeliveries } from '../truth/outbox-commands.ts';
import { migrateDatabase } from './migrations.ts';
import { readStore, writeStore } from './sqlite-transaction.ts';

/** SQLite's plans of all queries of the hot commands, and the queries. `npm run plans` rewrites them. */
const FILE = new URL('query-plans.txt', import.meta.url);
const STATEMENTS = new URL('statements/', import.meta.url);

const asked = new Set<string>();
const sent = new SentStatements();

/** A database that records the queries it receives. */
class NotingDatabase extends Database {
  override statement(sql: string): StatementSync {
    asked.add(sql);
    sent.add(sql);
    return super.statement(sql);
  }

  override rows(sql: string, ...parameters: SQLInputValue[]): object[] {
    asked.add(sql);
    sent.add(sql);
    return super.rows(sql, ...parameters);
  }
}

/** Whether a plan scans all items, or all rows of an organisation in a table that grows with its items. */
const isThroughAll = (line: string) =>
  /SCAN item\b|SEARCH (item|origin|dead_letter|index_state|outbox|revision|alias_sighting|speaker|graph_statement|graph_mention|graph_rule|feedback|memory_link|memory_use|succession|note_link) .*\(org_id=\?( AND kind=\?)?\)/.test(
    line,
  );

/** Indexes that are read in order up to a limit, that are nearly always empty, or that hold the names of all speakers. */
const bounded = ['item_by_time', 'memory_use_most', 'item_unsettled', 'speaker_by_name'];

describe('The plans of hot queries', () => {
  let dataDir: string;
  let db: NotingDatabase;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'cairn-plans-'));
    db = new NotingDatabase(join(dataDir, 'cairn.db'), 'writer');
    migrateDatabase(db, 1);
    asked.clear();
  });
  afterAll(async () => {
    db.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const plansOf = async (work: () => Promise<unknown>): Promise<string[]> => {
    asked.clear();
    await work();
    const queries = [...asked].filter((sql) => /^\s*(select|insert|update|delete|with)\b/i.test(sql));
    const lines = queries.flatMap((sql) =>
      db
        .statement(`explain query plan ${sql}`)
        .all()
        .map(({ detail }) => String(detail)),
    );
    return [
      ...new Set(lines.filter((line) => /^(SCAN|SEARCH) \w+/.test(line) && !line.includes('VIRTUAL TABLE'))),
    ].sort();
  };

  it('are those that are checked in, and none goes through all items of an organisation', async () => {
    const ada = aPrincipal();
    const call = (command: string, input: unknown) => ({ command, input, context: { now: 9 } });
    const store: SqlStore = {
      read: (command, _reach, input) => readStore(db, call(command, input)),
      write: (command, _reach, input) => writeStore(db, call(command, input)),
    };
    const commands: Record<string, () => Promise<unknown>> = {
      ...hotCommands(sent.noting(store), ada),
      'a claim': async () =>
        claimDeliveries(db, {
          event: 'message.written',
          subscriber: 'vectors',
          after: '',
          limit: 9,
          until: 10,
          now: 9,
        } as never),
    };
    const plans: string[] = [];
    for (const [name, work] of Object.entries(commands))
      plans.push(`${name}\n${(await plansOf(work)).map((line) => `  ${line}\n`).join('')}`);
    const found = plans.join('\n');
    if (process.env['UPDATE_PLANS']) await writeFile(FILE, found);

    const through = found
      .split('\n')
      .filter((line) => isThroughAll(line) && !bounded.some((index) => line.includes(index)));
    expect(through).toEqual([]);
    expect(found).toBe(await readFile(FILE, 'utf8'));
    await sent.expectIn(STATEMENTS);
  });
});
