import { readFile, writeFile } from 'node:fs/promises';
import type { BoundQuery } from '@cairn/store';
import { hotCommands, SentStatements } from '@cairn/store/contract';
import { aNewMemory, aNewMessage, aPrincipal, describeWith } from '@cairn/testing';
import { Client } from 'pg';
import { claimDeliveries } from '../outbox/claim.ts';
import { Session } from '../pool/session.ts';
import { escapeValue } from '../pool/stored-text.ts';
import { PostgresLosses } from '../postgres-losses.ts';
import { postgresWorld } from '../postgres-world.fixture.ts';

/** The indexes by which Postgres answers each query of the hot commands. `npm run plans` rewrites them. */
const FILE = new URL('query-plans.txt', import.meta.url);
/** The queries themselves. */
const STATEMENTS = new URL('statements/', import.meta.url);

/** Tables that grow with the items of an organisation; the test fills them, since plans for empty tables vary. */
const GROWING = ['item', 'origin', 'index_state', 'outbox', 'text_features'];
/** Indexes that are read in order up to a limit, or nearly always empty. */
const BOUNDED = ['item_by_time', 'item_unsettled'];

/** Time in ms to store some thousand items, on a machine that others use too. */
const FILL_TIMEOUT_MS = 300_000;

/** Plan nodes that read a table as a whole. */
const LAST_RESORTS = ['seqscan', 'hashjoin', 'mergejoin', 'material'];

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly Plan[];
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** The columns and expressions in a condition on an index. */
const columnsIn = (condition = ''): string[] => {
  const parts = condition === '' ? [] : condition.split(' AND ');
  const sides = parts.map((part) => part.split(/ (?:=|>|<|>=|<=|IS) /)[0]!.replaceAll(/::\w+|\b\w+\./g, ''));
  return [
    ...new Set(
      sides.map((side) =>
        side
          .replaceAll(/[()]+/g, ' ')
          .trim()
          .replace(/^md5 CASE.*/, 'audience'),
      ),
    ),
  ];
};

/** A line with the growing table, the index and the columns of a plan node. */
function lineOf({ 'Node Type': type, ...node }: Plan): string | undefined {
  const index = node['Index Name'];
  if (index === undefined)
    return type === 'Seq Scan' && isGrowing(node['Relation Name']) ? `all of ${node['Relation Name']}` : undefined;
  const isOurs = GROWING.some((table) => index.startsWith(`${table}_`)) && !index.startsWith('item_embedding');
  return isOurs ? `${index} (${columnsIn(node['Index Cond']).join(', ')})` : undefined;
}

const isGrowing = (table: string | undefined): boolean => table !== undefined && GROWING.includes(table);

/** Whether a plan reads all rows of a growing table, or all of an organisation or of a kind in it. */
function isThroughAll(line: string): boolean {
  const [, index, columns] = /^ {2}(\w+) \((.*)\)$/.exec(line) ?? [];
  if (index === undefined) return line.startsWith('  all of ');
  return !BOUNDED.includes(index) && columns!.split(', ').every((name) => ['', 'org_id', 'kind'].includes(name));
}

describeWith('POSTGRES_URL', 'Postgres', (url) => {
  describe('The plans of hot queries', () => {
    const ada = aPrincipal();
    const asked = new Map<string, BoundQuery>();
    const sent = new SentStatements();
    const { send } = Session.prototype;
    let world: Awaited<ReturnType<typeof postgresWorld>>;
    let client: Client;

    beforeAll(async () => {
      world = await postgresWorld(url);
      for (const author of [ada, aPrincipal(), aPrincipal()]) await fill(author);
      await world.tamper('analyze');
      client = new Client({ connectionString: world.url });
      await client.connect();
      Session.prototype.send = function (this: Session, query) {
        asked.set(query.sql, query);
        sent.add(query.sql);
        return send.call(this, query);
      };
    }, FILL_TIMEOUT_MS);
    afterAll(async () => {
      Session.prototype.send = send;
      await client.end();
      await world.close();
    });

    async function fill(author: typeof ada): Promise<void> {
      const many = Array.from({ length: 1_500 }, (_, at) => at);
      await world.truth.write(
        author,
        many.map((at) => aNewMessage({ content: `word ${at}`, sessionKey: `s${at % 20}`, speaker: `Ann ${at % 9}` })),
      );
      await world.truth.write(
        author,
        many.map((at) =>
          aNewMemory({ content: `word ${at}`, subject: `s ${at}`, attribute: 'a', sourceIds: [`${at}`] }),
        ),
      );
    }

    /** The plan of a query with full scans disabled where any index applies, so that the amount of data does not matter. */
    async function planOf({ sql, parameters }: BoundQuery): Promise<Plan> {
      await client.query(`begin; ${LAST_RESORTS.map((name) => `set local enable_${name} = off`).join('; ')}`);
      const { rows } = await client
        .query({ text: `explain (format json, costs off) ${sql}`, values: parameters.map(escapeValue) })
        .finally(() => client.query('rollback'));
      return rows[0]['QUERY PLAN'][0].Plan as Plan;
    }

    async function plansOf(work: () => Promise<unknown>): Promise<string[]> {
      asked.clear();
      await work();
      const queries = [...asked.values()].filter(({ sql }) => /^\s*(select|insert|update|delete|with)\b/i.test(sql));
      const lines = new Set<string>();
      for (const query of queries) for (const node of nodesOf(await planOf(query))) lines.add(lineOf(node) ?? '');
      lines.delete('');
      return [...lines].sort();
    }

    it('are those that are checked in, and none goes through all items of an organisation', async () => {
      const claimed = {
        event: 'message.written',
        subscriber: 'vectors',
        after: ada.orgId,
        limit: 9,
        until: 10,
        now: 9,
      };
      const losses = new PostgresLosses({ pool: world.pool, clock: world.clock });
      const commands = {
        ...hotCommands(sent.noting(world.sql), ada),
        'a claim': () => world.pool.write('all', (session) => claimDeliveries(session, claimed as never)),
        'a comparison of indexes with the truth': () => losses.lastIndexed('words', [ada.orgId], [0, 1_000]),
      };
      const plans: string[] = [];
      for (const [name, work] of Object.entries(commands))
        plans.push(`${name}\n${(await plansOf(work)).map((line) => `  ${line}\n`).join('')}`);
      const found = plans.join('\n');
      if (process.env['UPDATE_PLANS']) await writeFile(FILE, found);

      expect(found.split('\n').filter(isThroughAll)).toEqual([]);
      expect(found).toBe(await readFile(FILE, 'utf8'));
      await sent.expectIn(STATEMENTS);
    });
  });
});
