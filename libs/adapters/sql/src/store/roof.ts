import { Aliases, Conversations, Feedback, Lifecycle, Rulings, Upkeep } from '@cairn/ports';
import { aliasStore, SqlAliases } from '../features/aliases.ts';
import { conversationStore, SqlConversations } from '../features/conversations.ts';
import { feedbackStore, SqlFeedback } from '../features/feedback.ts';
import { keyStore } from '../features/keys.ts';
import { rulingsStore, SqlRulings } from '../features/rulings.ts';
import { settingsStore } from '../features/settings.ts';
import { SqlUpkeep, upkeepStore } from '../features/upkeep.ts';
import { lifecycleStore, SqlLifecycle } from '../features/lifecycle.ts';
import { sql, type Compilable } from 'kysely';
import type { Dialect } from '../dialect.ts';
import { ddlOf, POSTGRES_TEXT, type DialectName, type TableDescription } from './ddl.ts';
import { payloadsStep } from './payloads-step.ts';
import { progressStep } from './progress-step.ts';
import { CommandTable, type SqlStore, type StoreModule } from './module.ts';

/** The store's features. A new one is its file and a line here; one with tables, a line in `schemaSteps` too. */
export const storeModules: readonly StoreModule[] = [
  aliasStore,
  conversationStore,
  feedbackStore,
  keyStore,
  rulingsStore,
  lifecycleStore,
  settingsStore,
  upkeepStore,
];

/** Their tables. */
export const storeTables = storeModules.flatMap(({ tables }) => tables);

/** Their commands, for the threads and pools that run them. */
export const storeCommands = new CommandTable(storeModules);

/** Ports that need nothing but the store, and what keeps their promises on either dialect. */
export const storePorts = (store: SqlStore) => [
  { provide: Aliases, useValue: new SqlAliases(store) },
  { provide: Conversations, useValue: new SqlConversations(store) },
  { provide: Feedback, useValue: new SqlFeedback(store) },
  { provide: Rulings, useValue: new SqlRulings(store) },
  { provide: Upkeep, useValue: new SqlUpkeep(store) },
  { provide: Lifecycle, useValue: new SqlLifecycle(store) },
];

/** A change of the schema in the words of each dialect; one that has no words for it goes without. */
interface SchemaStep {
  readonly name: string;
  readonly sqlite?: string;
  readonly postgres?: string;
}

const created = (name: string, ...tables: readonly TableDescription[]): SchemaStep => ({
  name,
  sqlite: tables.map((table) => ddlOf(table, 'sqlite')).join('\n'),
  postgres: tables.map((table) => ddlOf(table, 'postgres')).join('\n'),
});

/** Older code goes on beside it: it reads and writes columns by name. */
const triggersOf = (text: string) => `
  alter table item add column action_triggers ${text};
  create index item_with_triggers on item (org_id, seq) where action_triggers is not null;`;
const triggersStep: SchemaStep = {
  name: 'memories have action triggers',
  sqlite: triggersOf('text'),
  postgres: triggersOf(POSTGRES_TEXT),
};

/** Come after the dialects' own lists, in this order. One that was released never changes; a change is a new one at the end. */
const schemaSteps: readonly SchemaStep[] = [
  created('feedback', ...feedbackStore.tables),
  payloadsStep,
  progressStep,
  triggersStep,
  created('lifecycle', ...lifecycleStore.tables),
];

/** The steps that a dialect takes. */
export const stepsFor = (dialect: DialectName): { name: string; sql: string }[] =>
  schemaSteps.flatMap(({ name, [dialect]: sql }) => (sql === undefined ? [] : [{ name, sql }]));

/** What forgets the rows of features that name an item. */
export const forgettingRows = ({ queries }: Dialect, { orgId, id }: { orgId: string; id: string }): Compilable[] =>
  storeTables.flatMap(({ name, itemColumns = [] }) =>
    itemColumns.map((column) => {
      const removal = sql`delete from ${sql.table(name)} where org_id = ${orgId} and ${sql.ref(column)} = ${id}`;
      return { compile: () => removal.compile(queries) };
    }),
  );
