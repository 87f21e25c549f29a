import {
  auditLogContract,
  briefingsContract,
  checkpointsContract,
  closedChannelsContract,
  conversationsContract,
  evidenceContract,
  feedbackContract,
  forgettingContract,
  generationsContract,
  graphsContract,
  hiddenWritesContract,
  historiesContract,
  itemScanContract,
  knowledgeBasesContract,
  lifecycleContract,
  linksContract,
  notesContract,
  organisationsContract,
  patternsContract,
  principalsContract,
  retentionContract,
  rulingsContract,
  signInsContract,
  similarityScalesContract,
  textFeaturesContract,
  teamsContract,
} from '@cairn/testing';
import { SqlAliases } from '../features/aliases.ts';
import { SqlAuditLog } from '../features/audit.ts';
import { SqlBriefings } from '../features/briefings.ts';
import { SqlCheckpoints } from '../features/checkpoints.ts';
import { SqlClosedChannels } from '../features/closed-channels.ts';
import { SqlConversations } from '../features/conversations.ts';
import { SqlEvidence } from '../features/evidence.ts';
import { SqlFeedback } from '../features/feedback.ts';
import { SqlForgetting } from '../features/forgetting.ts';
import { SqlGenerations } from '../features/generations.ts';
import { SqlGraphCorrections } from '../features/graph-corrections.ts';
import { SqlGraphMaintenance } from '../features/graph-maintenance.ts';
import { SqlGraphs } from '../features/graph.ts';
import { SqlHistories } from '../features/histories.ts';
import { SqlItemScan } from '../features/item-scan.ts';
import type { SqlIdentity } from '../features/identity.ts';
import { SqlKnowledgeBases } from '../features/knowledge-bases.ts';
import { SqlLifecycle } from '../features/lifecycle.ts';
import { SqlLinks } from '../features/links.ts';
import { SqlNotes } from '../features/notes.ts';
import { SqlOrganisations } from '../features/organisations.ts';
import { SqlPatterns } from '../features/patterns.ts';
import { SqlPrincipals } from '../features/principals.ts';
import { SqlRetentions } from '../features/retention.ts';
import { SqlRulings } from '../features/rulings.ts';
import { SqlSignIns } from '../features/sign-ins.ts';
import { SqlSimilarityScales } from '../features/similarity-scales.ts';
import { SqlTeams } from '../features/teams.ts';
import { SqlTextFeatureStore } from '../features/text-features.ts';
import { tablesOfOrganisations } from './moved-tables.ts';
import type { DialectName } from '../dialect.ts';
import { tablesOfItems } from './roof.ts';
import type { SqlStore } from '../store/module.ts';

export { hotCommands } from './hot-commands.fixture.ts';

/** The contract suites of all store features; each runs on either dialect. */
const suites = [
  auditLogContract,
  briefingsContract,
  checkpointsContract,
  closedChannelsContract,
  conversationsContract,
  evidenceContract,
  feedbackContract,
  forgettingContract,
  generationsContract,
  graphsContract,
  hiddenWritesContract,
  historiesContract,
  itemScanContract,
  knowledgeBasesContract,
  lifecycleContract,
  linksContract,
  notesContract,
  organisationsContract,
  patternsContract,
  principalsContract,
  retentionContract,
  rulingsContract,
  signInsContract,
  similarityScalesContract,
  textFeaturesContract,
  teamsContract,
];

type Intersected<Union> = (Union extends unknown ? (part: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
type WorldOfAll = Intersected<Awaited<ReturnType<Parameters<(typeof suites)[number]>[1]>>>;
/** The parts that a dialect provides beside its store: ports outside the features, and access to its bytes. */
type World = Omit<WorldOfAll, keyof ReturnType<typeof featuresOf>> & Ground;
interface Ground extends Pick<WorldOfAll, 'clock'> {
  readonly identity: SqlIdentity;
  readonly sql: SqlStore;
  readonly dialect: DialectName;
}

const featuresOf = ({ sql, dialect, clock, identity }: Ground) => ({
  aliases: new SqlAliases(sql),
  auditLog: new SqlAuditLog(sql),
  briefings: new SqlBriefings(sql),
  channels: new SqlClosedChannels(sql),
  checkpoints: new SqlCheckpoints(sql),
  conversations: new SqlConversations(sql),
  corrections: new SqlGraphCorrections(sql),
  evidence: new SqlEvidence(sql),
  feedback: new SqlFeedback(sql),
  forgetting: new SqlForgetting(sql, tablesOfItems),
  generations: new SqlGenerations(sql),
  graphs: new SqlGraphs(sql),
  histories: new SqlHistories(sql),
  itemScan: new SqlItemScan(sql),
  knowledgeBases: new SqlKnowledgeBases(sql),
  lifecycle: new SqlLifecycle(sql),
  links: new SqlLinks(sql),
  notes: new SqlNotes(sql),
  organisations: new SqlOrganisations({
    store: sql,
    tables: tablesOfOrganisations(dialect),
    peerPrefixes: ['coach'],
    identity,
  }),
  patterns: new SqlPatterns(sql),
  principals: new SqlPrincipals(sql),
  retentions: new SqlRetentions(sql),
  rulings: new SqlRulings(sql),
  scales: new SqlSimilarityScales(sql),
  textFeatures: new SqlTextFeatureStore(sql),
  ...signInsOf(sql, clock),
  teams: new SqlTeams(sql),
  maintenance: new SqlGraphMaintenance(sql),
});

function signInsOf(sql: SqlStore, clock: Ground['clock']) {
  let changes = 0;
  return { signIns: new SqlSignIns(sql, clock, () => (changes += 1)), changes: () => changes };
}

/** Runs the contract suites of all store features against one dialect; `open` returns an empty store. */
export function storeContract(adapter: string, open: () => Promise<World>): void {
  const make = async (): Promise<WorldOfAll> => {
    const world = await open();
    return { ...world, ...featuresOf(world) };
  };
  for (const suite of suites) suite(adapter, make);
}
