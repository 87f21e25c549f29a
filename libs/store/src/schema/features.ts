import { auditLog } from '../audit/audit-log.ts';
import { aliases } from '../graph/aliases.ts';
import { briefings } from '../memories/briefings.ts';
import { checkpoints } from '../memories/checkpoints.ts';
import { conversations } from '../items/conversations.ts';
import { embeddingStore } from '../indexes/embeddings.ts';
import { evidence } from '../memories/evidence.ts';
import { extractions } from '../memories/extractions.ts';
import { feedback } from '../memories/feedback.ts';
import { forgetting } from '../forgetting/forgetting.ts';
import { generations } from '../indexes/generations.ts';
import { histories } from '../memories/histories.ts';
import { itemScan } from '../indexes/item-scan.ts';
import { graphs } from '../graph/graph.ts';
import { graphTables } from '../graph/tables.ts';
import { graphCorrections } from '../graph/graph-corrections.ts';
import { reprocessing } from '../indexes/reprocessing.ts';
import { organisations } from '../organisations/organisations.ts';
import { organisationRemovalsOf } from '../forgetting/organisation-removal.ts';
import { knowledgeBases } from '../knowledge/knowledge-bases.ts';
import { indexStates } from '../indexes/index-states.ts';
import { itemLimits } from '../items/item-limits.ts';
import { items } from '../items/items.ts';
import { authentication } from '../access/authentication.ts';
import { keys } from '../access/keys.ts';
import { oauthGrants } from '../access/oauth-grants.ts';
import { notes } from '../notes/notes.ts';
import { outbox } from '../events/outbox.ts';
import { patterns } from '../knowledge/patterns.ts';
import { imports } from '../forgetting/imports.ts';
import { retention } from '../forgetting/retention.ts';
import { principals } from '../access/principals.ts';
import { proposals } from '../memories/proposals.ts';
import { rulings } from '../memories/rulings.ts';
import { settings } from '../access/settings.ts';
import { similarityScales } from '../memories/similarity-scales.ts';
import { signIns } from '../access/sign-ins.ts';
import { closedChannels } from '../access/closed-channels.ts';
import { invitations } from '../access/invitations.ts';
import { teams } from '../access/teams.ts';
import { textFeatureStore } from '../indexes/text-feature-store.ts';
import { maintenance } from '../indexes/maintenance.ts';
import { useCounts } from '../memories/use-counts.ts';
import { webhooks } from '../organisations/webhooks.ts';
import { feeds } from '../memories/feeds.ts';
import { digests } from '../memories/digests.ts';
import { agentCalls } from '../access/agent-calls.ts';
import { reviews } from '../memories/reviews.ts';
import { ruleStops } from '../memories/rule-stops.ts';
import { writing } from '../memories/writing.ts';
import { links } from '../memories/links.ts';
import { lifecycle } from '../memories/lifecycle.ts';
import type { Compilable } from 'kysely';
import type { Dialect } from '../kit/dialect.ts';
import type { TableDescription } from '../kit/ddl.ts';
import { removeRowsQueries } from '../kit/remove-rows.ts';
import { callsOf, type Feature } from '../kit/feature.ts';
import { CommandTable, type SqlStore, type TablesOfItems } from '../kit/module.ts';
import { coreTables } from '../kit/tables.ts';

export const organisationRemovals = organisationRemovalsOf(() => storeTables);

/** All features of the store. A new feature needs a file of its own and a line here. */
const features: readonly Feature[] = [
  agentCalls,
  aliases,
  auditLog,
  briefings,
  checkpoints,
  conversations,
  digests,
  feeds,
  embeddingStore,
  evidence,
  extractions,
  feedback,
  generations,
  graphs,
  graphCorrections,
  forgetting,
  histories,
  itemScan,
  imports,
  indexStates,
  invitations,
  itemLimits,
  items,
  authentication,
  keys,
  knowledgeBases,
  proposals,
  rulings,
  lifecycle,
  links,
  notes,
  oauthGrants,
  organisations,
  organisationRemovals,
  outbox,
  patterns,
  reprocessing,
  retention,
  reviews,
  ruleStops,
  principals,
  settings,
  signIns,
  similarityScales,
  teams,
  textFeatureStore,
  closedChannels,
  maintenance,
  useCounts,
  webhooks,
  writing,
];

/** All tables of the store. Each table comes after the tables that it references. */
export const storeTables: readonly TableDescription[] = [...coreTables, ...features.flatMap(({ tables }) => tables)];

export const tablesOfItems: TablesOfItems = {
  inCommit: storeTables.flatMap(({ name, itemColumns = [] }: TableDescription) =>
    itemColumns.map((column) => [name, column] as const),
  ),
  bySubscriber: graphTables.filter(({ columns }) => 'item_id' in columns).map(({ name }) => [name, 'item_id'] as const),
};

/** The commands of all features. The threads and pools that run commands look them up here. */
export const storeCommands = new CommandTable(features);

/**
 * Lists providers: the commands of each feature under its token. `principalsChanged` runs after a principal, key or
 * membership has changed.
 */
export const storeProviders = (store: SqlStore, principalsChanged: () => void) =>
  features.map((each) => ({ provide: each.token, useValue: callsOf(each, store, principalsChanged) }));

/** Builds statements that delete the features' rows about the given items; each comes with the name of its table. */
export const forgettingRows = (
  dialect: Dialect,
  items: { readonly orgId: string; readonly ids: readonly string[] },
): { readonly table: string; readonly removal: Compilable }[] =>
  tablesOfItems.inCommit.flatMap(([table, column]) =>
    removeRowsQueries(dialect, { table, column, ...items }).map((removal) => ({ table, removal })),
  );
