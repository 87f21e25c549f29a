import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StatementSync } from 'node:sqlite';
import { fieldsOf, SqlNotes, type SqlStore } from '@cairn/adapter-sql';
import { scopeOf } from '@cairn/contracts';
import { aNewMemory, aNewMessage, aNewNote, aPrincipal } from '@cairn/testing';
import { v7 as uuidv7 } from 'uuid';
import { Database } from '../sqlite/database.ts';
import { claim } from '../truth/outbox-commands.ts';
import { migrate } from './migrations.ts';
import { readStore, writeStore } from './sqlite-session.ts';

/** How SQLite answers each query of the hot commands. `UPDATE_PLANS=1` writes it anew. */
const FILE = new URL('query-plans.txt', import.meta.url);

const asked = new Set<string>();

/** A database that records the queries it receives. */
class NotingDatabase extends Database {
  override statement(sql: string): StatementSync {
    asked.add(sql);
    return super.statement(sql);
  }
}

/** All items, or all of an organisation or of a kind of it. */
const isThroughAll = (line: string) => /SCAN item\b|SEARCH item .*\(org_id=\?( AND kind=\?)?\)/.test(line);

/** Read in their order up to a limit, and an index that is empty but for what an interrupted writer left. */
const bounded = ['item_by_time', 'item_unsettled'];

describe('The plans of hot queries', () => {
  let dataDir: string;
  let db: NotingDatabase;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'cairn-plans-'));
    db = new NotingDatabase(join(dataDir, 'cairn.db'), 'writer');
    migrate(db, 1);
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
    const scope = scopeOf(ada);
    const call = (command: string, input: unknown) => ({ command, input, occasion: { now: 9 } });
    const store: SqlStore = {
      read: (command, _reach, input) => readStore(db, call(command, input)),
      write: (command, _reach, input) => writeStore(db, call(command, input)),
    };
    const notes = new SqlNotes(store);

    const write = (...items: object[]) =>
      store.write('writing.write', ada.orgId, {
        author: ada,
        closedChannels: '',
        items,
        idempotency: { key: uuidv7(), requestHash: 'h' },
      });
    const put = (text: string) => notes.put(scope, ada, { workspace: { name: 'team' }, note: aNewNote('a.md', text) });
    const message = aNewMessage({ sessionKey: 's', externalId: 'one' });
    const long = Array.from({ length: 201 }, (_, at) => `# ${at}`).join('\n\n');
    const filter = { kind: 'message' as const };
    const commands: Record<string, () => Promise<unknown>> = {
      'a message in a session': () => write(message),
      'a memory': () => write(aNewMemory({ subject: 'a', attribute: 'b' })),
      'a note': () => put('# one'),
      'a long note': () => put(long),
      'a long note made short': () => put('short'),
      'a message is forgotten': () =>
        store.write('items.forget', ada.orgId, {
          scope: fieldsOf(scope),
          author: ada,
          kind: 'message',
          id: message.id,
        }),
      'newest messages': () => store.read('items.recent', ada.orgId, { scope: fieldsOf(scope), filter, limit: 9 }),
      'a claim': async () =>
        claim(db, { event: 'message.written', subscriber: 'vectors', after: '', limit: 9, until: 10, now: 9 } as never),
      'a sweep': () => store.write('index-states.requeueLagging', 'all', { olderThanMs: 1, limit: 9 }),
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
  });
});
