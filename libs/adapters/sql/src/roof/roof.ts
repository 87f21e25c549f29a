import { auditStore } from '../features/audit.ts';
import { aliasStore } from '../features/aliases.ts';
import { briefingStore } from '../features/briefings.ts';
import { checkpointStore } from '../features/checkpoints.ts';
import { conversationStore } from '../features/conversations.ts';
import { embeddingStore } from '../features/embeddings.ts';
import { evidenceStore, firstEvidenceTables } from '../features/evidence.ts';
import { feedbackStore } from '../features/feedback.ts';
import { forgettingStore } from '../features/forgetting.ts';
import { generationStore } from '../features/generations.ts';
import { historyStore } from '../features/histories.ts';
import { itemScanStore } from '../features/item-scan.ts';
import { graphStore } from '../features/graph.ts';
import { firstGraphTables, graphDeclared, graphTables } from '../graph/tables.ts';
import { generationStep } from '../graph/generation-step.ts';
import { graphCorrectionStore } from '../features/graph-corrections.ts';
import { graphMaintenanceStore } from '../features/graph-maintenance.ts';
import { organisationStore } from '../features/organisations.ts';
import { organisationRemovalStore } from '../features/organisation-removal.ts';
import { knowledgeBaseStore } from '../features/knowledge-bases.ts';
import { indexStateStore } from '../features/index-states.ts';
import { itemLimitStore } from '../features/item-limits.ts';
import { itemStore } from '../features/items.ts';
import { keyStore } from '../features/keys.ts';
import { noteLinksStep } from '../features/note-links.ts';
import { firstNoteTables } from '../features/note-queries.ts';
import { notesStore } from '../features/notes.ts';
import { outboxStore } from '../features/outbox.ts';
import { patternStore } from '../features/patterns.ts';
import { retentionStore } from '../features/retention.ts';
import { principalStore } from '../features/principals.ts';
import { rulingsStore } from '../features/rulings.ts';
import { settingsStore } from '../features/settings.ts';
import { similarityScaleStore } from '../features/similarity-scales.ts';
import { signInStore } from '../features/sign-ins.ts';
import { closedChannelStore } from '../features/closed-channels.ts';
import { teamStore } from '../features/teams.ts';
import { textFeatureStore } from '../features/text-features.ts';
import { maintenanceStore } from '../features/maintenance.ts';
import { writingStore } from '../features/writing.ts';
import { linkStore } from '../features/links.ts';
import { lifecycleStore } from '../features/lifecycle.ts';
import type { Compilable } from 'kysely';
import type { Dialect, DialectName } from '../dialect.ts';
import { ddlOf, POSTGRES_TEXT, type TableDescription } from '../store/ddl.ts';
import { removingRowsOf } from '../store/removing-rows-of.ts';
import { firstTextFeatures } from '../store/text-features.ts';
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
import { CommandTable, type SqlStore, type StoreModule, type TablesOfItems } from '../store/module.ts';

/** The store's features. A new one is its file and a line here; one with tables, a line in `schemaSteps` too. */
export const storeModules: readonly StoreModule[] = [
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
  teamStore,
  textFeatureStore,
  closedChannelStore,
  maintenanceStore,
  writingStore,
];

/** Their tables. */
export const storeTables = storeModules.flatMap(({ tables }) => tables);

export const tablesOfItems: TablesOfItems = {
  inCommit: storeTables.flatMap(({ name, itemColumns = [] }: TableDescription) =>
    itemColumns.map((column) => [name, column] as const),
  ),
  bySubscriber: graphTables.filter(({ columns }) => 'item_id' in columns).map(({ name }) => [name, 'item_id'] as const),
};

/** Their commands, for the threads and pools that run them. */
export const storeCommands = new CommandTable(storeModules);

/**
 * The ports that need nothing but the store, each with what keeps its promises on either dialect. `principalsChanged` is called when
 * what goes with a key is another.
 */
export const storePorts = (store: SqlStore, principalsChanged: () => void) =>
  storeModules.flatMap(({ port }) =>
    port ? [{ provide: port.promise, useValue: port.keptBy(store, { principalsChanged, tablesOfItems }) }] : [],
  );

/** A change of the schema in the words of each dialect; one that has no words for it goes without. */
interface SchemaStep {
  readonly name: string;
  readonly sqlite?: string;
  readonly postgres?: string;
  /** Set where Postgres loses what older code uses: the oldest step whose code can do without. */
  readonly leastCode?: string;
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

/** What a briefing looks for, found in a fixed number of rows however much is stored. */
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

/** How much is in a base, read from the index alone. */
const chunkIndex =
  'create index item_of_base on item (org_id, knowledge_base, state, length) where knowledge_base is not null;';
const chunksStep: SchemaStep = { name: 'chunks of knowledge bases', sqlite: chunkIndex, postgres: chunkIndex };

/**
 * SQLite takes the index of which most columns are given. With as few as the indexes of all messages have, those were taken,
 * and a briefing of somebody who never wrote went through every message.
 */
const narrowIndexes = `
  drop index item_standing;
  drop index item_by_writer;
  create index item_standing on item (org_id, kind, says_rule, role, effective_at, seq)
    where kind = 'message' and says_rule = 1 and role = 'user';
  create index item_by_writer on item (org_id, kind, principal_id, seq) where kind = 'message' and session_key is not null;`;
const narrowStep: SchemaStep = { name: 'narrow briefings', sqlite: narrowIndexes, postgres: narrowIndexes };

/**
 * SQLite goes through a whole organisation by the primary key of a table rather than take an index that begins with the organisation
 * too, unless that holds every column of the table: the links of a recall's items, and the deletion of one item, took longer with each link that was stored.
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

/** Whether a relation holds is read in the index by which it is found: reading it in the table took half of the time of a question. */
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

/** Older code goes on beside it: it reads and writes columns by name. */
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

/** A stored column on Postgres: under row-level security, no index of an expression is taken whose functions could leak. */
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

/** For comparing indexes with the truth: those beside SQLite cannot lose what they hold. */
const indexedStep: SchemaStep = {
  name: 'the last changes that are indexed',
  postgres: `create index index_state_indexed on index_state (org_id, target, behind_since, item_seq)
    where status = 'indexed' and target in ('words', 'vectors');`,
};

/** Come after the dialects' own lists, in this order. One that was released never changes; a change is a new one at the end. */
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
  created('teams', ...teamStore.tables),
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
];

/** The steps that a dialect takes. */
export const stepsFor = (dialect: DialectName) =>
  schemaSteps.flatMap(({ name, [dialect]: sql, leastCode }) => (sql === undefined ? [] : [{ name, sql, leastCode }]));

/** What forgets the rows of features that name one of some items, with the table that each is of. */
export const forgettingRows = (
  dialect: Dialect,
  items: { readonly orgId: string; readonly ids: readonly string[] },
): { readonly table: string; readonly removal: Compilable }[] =>
  tablesOfItems.inCommit.flatMap(([table, column]) =>
    removingRowsOf(dialect, { table, column, ...items }).map((removal) => ({ table, removal })),
  );
