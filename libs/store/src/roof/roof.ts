import { auditStore } from '../audit/audit-log.ts';
import { aliasStore } from '../graph/aliases.ts';
import { briefingStore } from '../memories/briefings.ts';
import { checkpointStore } from '../memories/checkpoints.ts';
import { conversationStore } from '../items/conversations.ts';
import { embeddingStore } from '../indexes/embeddings.ts';
import { evidenceStore, firstEvidenceTables } from '../memories/evidence.ts';
import { feedbackStore } from '../memories/feedback.ts';
import { forgettingStore } from '../forgetting/forgetting.ts';
import { generationStore } from '../indexes/generations.ts';
import { historyStore } from '../memories/histories.ts';
import { itemScanStore } from '../indexes/item-scan.ts';
import { graphStore } from '../graph/graph.ts';
import { firstGraphTables, graphDeclared, graphTables } from '../graph/tables.ts';
import { generationStep } from '../graph/generation-step.ts';
import { graphCorrectionStore } from '../graph/graph-corrections.ts';
import { graphMaintenanceStore } from '../graph/graph-maintenance.ts';
import { organisationStore } from '../organisations/organisations.ts';
import { organisationRemovalStore } from '../forgetting/organisation-removal.ts';
import { knowledgeBaseStore } from '../knowledge/knowledge-bases.ts';
import { indexStateStore } from '../indexes/index-states.ts';
import { itemLimitStore } from '../items/item-limits.ts';
import { itemStore } from '../items/items.ts';
import { keyStore } from '../access/keys.ts';
import { noteLinksStep } from '../notes/note-links.ts';
import { firstNoteTables } from '../notes/note-queries.ts';
import { notesStore } from '../notes/notes.ts';
import { outboxStore } from '../events/outbox.ts';
import { patternStore } from '../knowledge/patterns.ts';
import { retentionStore } from '../forgetting/retention.ts';
import { principalStore } from '../access/principals.ts';
import { rulingsStore } from '../memories/rulings.ts';
import { settingsStore } from '../access/settings.ts';
import { similarityScaleStore } from '../memories/similarity-scales.ts';
import { signInStore } from '../access/sign-ins.ts';
import { closedChannelStore } from '../access/closed-channels.ts';
import { teams } from '../access/teams.ts';
import { textFeatureStore } from '../indexes/text-features.ts';
import { maintenanceStore } from '../indexes/maintenance.ts';
import { useCountStore } from '../memories/use-counts.ts';
import { writingStore } from '../memories/writing.ts';
import { linkStore } from '../memories/links.ts';
import { lifecycleStore } from '../memories/lifecycle.ts';
import type { Compilable } from 'kysely';
import type { Dialect, DialectName } from '../kit/dialect.ts';
import { ddlOf, POSTGRES_TEXT, type TableDescription } from '../kit/ddl.ts';
import { removingRowsOf } from '../kit/removing-rows-of.ts';
import { firstTextFeatures, normWord } from '../kit/text-features.ts';
import { auditStep } from './audit-step.ts';
import { audiencesStep } from './audiences-step.ts';
import { channelWordsStep } from './channel-words-step.ts';
import { factsStep } from './facts-step.ts';
import { itemLimitsStep } from './item-limits-step.ts';
import { goneSourcesStep } from './gone-sources-step.ts';
import { layoutStep } from './layout-step.ts';
import { payloadsStep } from './payloads-step.ts';
import { organisationsGoStep, organisationsStep } from './organisations-step.ts';
import { principalsStep } from './principals-step.ts';
import { textFeaturesApartStep } from './text-features-apart-step.ts';
import { textFeaturesStep } from './text-features-step.ts';
import { retiredNamesStep } from './retired-names-step.ts';
import { sectionsStep } from './sections-step.ts';
import { teamReadersStep } from './team-readers-step.ts';
import { progressStep } from './progress-step.ts';
import { callsOf, type Feature } from '../kit/feature.ts';
import { CommandTable, type SqlStore, type StoreModule, type TablesOfItems } from '../kit/module.ts';

/** The features of the store. A new one is a file and a line here; one with tables also needs a line in `schemaSteps`. */
export const storeModules: readonly (StoreModule | Feature)[] = [
  aliasStore,
  auditStore,
  briefingStore,
  checkpointStore,
  conversationStore,
  embeddingStore,
  evidenceStore,
  feedbackStore,
  generationStore,
  graphStore,
  graphMaintenanceStore,
  graphCorrectionStore,
  forgettingStore,
  historyStore,
  itemScanStore,
  indexStateStore,
  itemLimitStore,
  itemStore,
  keyStore,
  knowledgeBaseStore,
  rulingsStore,
  lifecycleStore,
  linkStore,
  notesStore,
  organisationStore,
  organisationRemovalStore,
  outboxStore,
  patternStore,
  retentionStore,
  principalStore,
  settingsStore,
  signInStore,
  similarityScaleStore,
  teams,
  textFeatureStore,
  closedChannelStore,
  maintenanceStore,
  useCountStore,
  writingStore,
];

/** The tables of all features. */
export const storeTables = storeModules.flatMap(({ tables }) => tables);

export const tablesOfItems: TablesOfItems = {
  inCommit: storeTables.flatMap(({ name, itemColumns = [] }: TableDescription) =>
    itemColumns.map((column) => [name, column] as const),
  ),
  bySubscriber: graphTables.filter(({ columns }) => 'item_id' in columns).map(({ name }) => [name, 'item_id'] as const),
};

/** The commands of all features, for the threads and pools that run them. */
export const storeCommands = new CommandTable(storeModules);

interface StoreProvider {
  readonly provide: string | (abstract new () => object);
  readonly useValue: object;
}

/**
 * The commands of each feature by its token, and the ports that need only the store. `principalsChanged` is called when a principal,
 * key or membership has changed.
 */
export const storePorts = (store: SqlStore, principalsChanged: () => void): StoreProvider[] =>
  storeModules.flatMap((module): StoreProvider[] => {
    if ('token' in module) return [{ provide: module.token, useValue: callsOf(module, store, principalsChanged) }];
    const { port } = module;
    return port ? [{ provide: port.promise, useValue: port.keptBy(store, { principalsChanged, tablesOfItems }) }] : [];
  });

/** A change of the schema for each dialect; a dialect without SQL skips it. */
interface SchemaStep {
  readonly name: string;
  readonly sqlite?: string;
  readonly postgres?: string;
  /** Set when Postgres drops something that older code uses: the name of the oldest step whose code does not use it. */
  readonly leastCode?: string;
}

const created = (name: string, ...tables: readonly TableDescription[]): SchemaStep => ({
  name,
  sqlite: tables.map((table) => ddlOf(table, 'sqlite')).join('\n'),
  postgres: tables.map((table) => ddlOf(table, 'postgres')).join('\n'),
});

/** Older code may run beside this step: it uses columns by name. */
const triggersOf = (text: string) => `
  alter table item add column action_triggers ${text};
  create index item_with_triggers on item (org_id, seq) where action_triggers is not null;`;
const triggersStep: SchemaStep = {
  name: 'memories have action triggers',
  sqlite: triggersOf('text'),
  postgres: triggersOf(POSTGRES_TEXT),
};

/** Indexes for briefings, which read a fixed number of rows however much is stored. */
const briefingIndexes = `
  create index item_by_category on item (org_id, category, effective_at, seq) where kind = 'memory' and state = 'active';
  create index item_standing on item (org_id, effective_at, seq) where kind = 'message' and says_rule = 1 and role = 'user';
  create index item_by_writer on item (org_id, principal_id, seq) where kind = 'message' and session_key is not null;
  create index revision_by_time on revision (org_id, at);`;
const recallLimitStep: SchemaStep = {
  name: 'recall limit of an organisation',
  sqlite: 'alter table organisation add column recall_limit integer;',
  postgres: 'alter table organisation add column recall_limit integer;',
};
const briefingStep: SchemaStep = { name: 'briefings', sqlite: briefingIndexes, postgres: briefingIndexes };

/** Counts the chunks of a knowledge base from the index alone. */
const chunkIndex =
  'create index item_of_base on item (org_id, knowledge_base, state, length) where knowledge_base is not null;';
const chunksStep: SchemaStep = { name: 'chunks of knowledge bases', sqlite: chunkIndex, postgres: chunkIndex };

/**
 * SQLite prefers the index with the most columns in the condition. Indexes of all messages with few columns won, and a
 * briefing of a principal who had written nothing scanned every message.
 */
const narrowIndexes = `
  drop index item_standing;
  drop index item_by_writer;
  create index item_standing on item (org_id, kind, says_rule, role, effective_at, seq)
    where kind = 'message' and says_rule = 1 and role = 'user';
  create index item_by_writer on item (org_id, kind, principal_id, seq) where kind = 'message' and session_key is not null;`;
const narrowStep: SchemaStep = { name: 'narrow briefings', sqlite: narrowIndexes, postgres: narrowIndexes };

/**
 * SQLite scans a whole organisation by the primary key of a table rather than use an index that begins with the organisation too,
 * unless that index covers every column: recall links and the deletion of an item took longer with each stored link.
 */
const coveringStep: SchemaStep = {
  name: 'covering indexes',
  sqlite: `
    drop index memory_link_by_older;
    drop index succession_by_successor;
    drop index checkpoint_memory_by_memory;
    drop index graph_correction_by_item;
    create index memory_link_by_older on memory_link (org_id, older_id, kind);
    create index succession_by_successor on succession (org_id, new_id, at);
    create index checkpoint_memory_by_memory on checkpoint_memory (org_id, memory_id, version);
    create index graph_correction_by_item on graph_correction (item_id);`,
};

/** Includes the validity of a relation in the index that finds it: reading it from the table took half of the time of a query. */
const relationIndex = (name: string, columns: string) => `
  drop index ${name};
  create index ${name} on graph_relation (org_id, generation, ${columns}, holds_from, holds_to);`;
const relationIndexes = [
  relationIndex('graph_relation_out', 'from_id, reader, type, confidence desc, to_id'),
  relationIndex('graph_relation_in', 'to_id, reader, type, confidence desc, from_id'),
  relationIndex('graph_relation_out_any', 'from_id, reader, confidence desc, to_id, type'),
  relationIndex('graph_relation_in_any', 'to_id, reader, confidence desc, from_id, type'),
].join('');
const relationIndexesStep: SchemaStep = {
  name: 'times in the indexes of relations',
  sqlite: relationIndexes,
  postgres: relationIndexes,
};

const bornWithSchema = (now: string) => `
  update generation set started_at = ${now} where started_at = 0;
  update generation set filled_at = ${now} where filled_at = 0;`;
const generationTimesStep: SchemaStep = {
  name: 'the first words have a time',
  sqlite: bornWithSchema("cast(unixepoch('subsec') * 1000 as integer)"),
  postgres: bornWithSchema('(extract(epoch from now()) * 1000)::bigint'),
};

/** Older code may run beside this step: it uses columns by name. */
const meaningColumns = (text: string) => `
  alter table item add column forbids ${text};
  alter table item add column instead ${text};
  alter table item add column decides ${text};
  alter table item add column value ${text};
  create index item_with_norms on item (org_id, seq) where forbids is not null;`;
const meaningStep: SchemaStep = {
  name: 'memories have a given meaning',
  sqlite: meaningColumns('text'),
  postgres: meaningColumns(POSTGRES_TEXT),
};

const subjectIndex =
  'create index item_by_subject on item (org_id, subject, effective_at, seq) where subject is not null;';
const subjectIndexStep: SchemaStep = { name: 'memories by subject', sqlite: subjectIndex, postgres: subjectIndex };

const letterIndex = 'create index dead_letter_by_item on dead_letter (item_id);';
const letterIndexStep: SchemaStep = { name: 'dead letters by item', sqlite: letterIndex, postgres: letterIndex };

/** A stored column on Postgres: row-level security prevents the use of an expression index whose functions are not leakproof. */
const shortIdOf = (text: string, form: string) => `
  alter table item add column short_id ${text} generated always as (substr(cast(id as text), 28)) ${form};
  create index item_by_short_id on item (org_id, short_id);`;
const shortIdStep: SchemaStep = {
  name: 'short ids of items',
  sqlite: shortIdOf('text', 'virtual'),
  postgres: shortIdOf(POSTGRES_TEXT, 'stored'),
};

const sightingIndex = 'create index alias_sighting_by_speaker on alias_sighting (speaker, org_id);';
const sightingIndexStep: SchemaStep = { name: 'sightings by speaker', sqlite: sightingIndex, postgres: sightingIndex };

/** Supports the comparison of indexes with the truth: indexes inside SQLite commit with it and need none. */
const indexedStep: SchemaStep = {
  name: 'the last changes that are indexed',
  postgres: `create index index_state_indexed on index_state (org_id, target, behind_since, item_seq)
    where status = 'indexed' and target in ('words', 'vectors');`,
};

/** Until the sweeper has read the norms of older memories, every action is checked against all of them. */
const normColumn = (text: string) => `
  alter table text_features add column norms ${text};
  insert into norm_word (org_id, item_id, word, beside) select org_id, id, '*', '' from item
    where (forbids is not null or action_triggers is not null) and state <> 'deleted';
  drop index item_with_norms;
  drop index item_with_triggers;`;
const normsStep: SchemaStep = {
  name: 'norms of memories are read once',
  sqlite: `${ddlOf(normWord, 'sqlite')}${normColumn('text')}`,
  postgres: `${ddlOf(normWord, 'postgres')}${normColumn(POSTGRES_TEXT)}`,
};

/** Steps after those of each dialect, in this order. A released step never changes; a change is a new step at the end. */
const schemaSteps: readonly SchemaStep[] = [
  created('feedback', ...feedbackStore.tables),
  payloadsStep,
  progressStep,
  triggersStep,
  created('lifecycle', ...lifecycleStore.tables),
  created('graph', ...firstGraphTables),
  created('declarations of the graph', graphDeclared),
  created('similarity scales', ...similarityScaleStore.tables),
  created('notes', ...firstNoteTables),
  created('forgetting', ...forgettingStore.tables),
  layoutStep,
  briefingStep,
  recallLimitStep,
  factsStep,
  created('checkpoints', ...checkpointStore.tables),
  created('retention', ...retentionStore.tables),
  created('senders of equal text', ...firstEvidenceTables),
  principalsStep,
  generationStep,
  created('corrections of the graph', ...graphCorrectionStore.tables),
  auditStep,
  created('seals of the audit', ...auditStore.tables),
  created('teams', ...teams.tables),
  teamReadersStep,
  created('links of memories', ...linkStore.tables),
  organisationsStep,
  created('accounts of an identity provider', ...signInStore.tables),
  created('removals of organisations', ...organisationRemovalStore.tables),
  organisationsGoStep,
  created('knowledge bases', ...knowledgeBaseStore.tables),
  chunksStep,
  narrowStep,
  noteLinksStep,
  created('closed channels', ...closedChannelStore.tables),
  channelWordsStep,
  coveringStep,
  relationIndexesStep,
  created('limits of organisations', ...itemLimitStore.tables),
  itemLimitsStep,
  created('text features', firstTextFeatures),
  textFeaturesStep,
  textFeaturesApartStep,
  audiencesStep,
  sectionsStep,
  goneSourcesStep,
  generationTimesStep,
  retiredNamesStep,
  letterIndexStep,
  meaningStep,
  subjectIndexStep,
  shortIdStep,
  sightingIndexStep,
  indexedStep,
  normsStep,
  created('uses of memories', ...useCountStore.tables),
];

/** The steps that apply to a dialect. */
export const stepsFor = (dialect: DialectName) =>
  schemaSteps.flatMap(({ name, [dialect]: sql, leastCode }) => (sql === undefined ? [] : [{ name, sql, leastCode }]));

/** Statements that delete rows of features which name the given items, with the table of each. */
export const forgettingRows = (
  dialect: Dialect,
  items: { readonly orgId: string; readonly ids: readonly string[] },
): { readonly table: string; readonly removal: Compilable }[] =>
  tablesOfItems.inCommit.flatMap(([table, column]) =>
    removingRowsOf(dialect, { table, column, ...items }).map((removal) => ({ table, removal })),
  );
