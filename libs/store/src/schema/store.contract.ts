import { auditLogContract } from '../audit/audit-log.contract.ts';
import { briefingsContract } from '../memories/briefings.contract.ts';
import { checkpointsContract } from '../memories/checkpoints.contract.ts';
import { closedChannelsContract } from '../access/closed-channels.contract.ts';
import { conversationsContract } from '../items/conversations.contract.ts';
import { evidenceContract } from '../memories/evidence.contract.ts';
import { extractionsContract } from '../memories/extractions.contract.ts';
import { feedbackContract } from '../memories/feedback.contract.ts';
import { forgettingContract } from '../forgetting/forgetting.contract.ts';
import { generationsContract } from '../indexes/generations.contract.ts';
import { graphsContract } from '../graph/graphs.contract.ts';
import { hiddenWritesContract } from '../access/hidden-writes.contract.ts';
import { historiesContract } from '../memories/histories.contract.ts';
import { itemScanContract } from '../indexes/item-scan.contract.ts';
import { importsContract } from '../forgetting/imports.contract.ts';
import { invitationsContract } from '../access/invitations.contract.ts';
import { knowledgeBasesContract } from '../knowledge/knowledge-bases.contract.ts';
import { lifecycleContract } from '../memories/lifecycle.contract.ts';
import { linksContract } from '../memories/links.contract.ts';
import { notesContract } from '../notes/notes.contract.ts';
import { notesLeftContract } from '../forgetting/notes-left.contract.ts';
import { oauthGrantsContract } from '../access/oauth-grants.contract.ts';
import { oauthGrants } from '../access/oauth-grants.ts';
import { organisationsContract } from '../organisations/organisations.contract.ts';
import { ownersContract } from '../access/owners.contract.ts';
import { patternsContract } from '../knowledge/patterns.contract.ts';
import { principalsContract } from '../access/principals.contract.ts';
import { retentionContract } from '../forgetting/retention.contract.ts';
import { reprocessingContract } from '../indexes/reprocessing.contract.ts';
import { proposalsContract } from '../memories/proposals.contract.ts';
import { restatedContract } from '../memories/restated.contract.ts';
import { rulingsContract } from '../memories/rulings.contract.ts';
import { signInsContract } from '../access/sign-ins.contract.ts';
import { similarityScalesContract } from '../memories/similarity-scales.contract.ts';
import { textFeaturesContract } from '../indexes/text-feature-store.contract.ts';
import { webhooksContract } from '../organisations/webhooks.contract.ts';
import { feedsContract } from '../memories/feeds.contract.ts';
import { feeds } from '../memories/feeds.ts';
import { digestsContract } from '../memories/digests.contract.ts';
import { digests } from '../memories/digests.ts';
import { agentCallsContract } from '../access/agent-calls.contract.ts';
import { agentCalls } from '../access/agent-calls.ts';
import { reviewsContract } from '../memories/reviews.contract.ts';
import { reviews } from '../memories/reviews.ts';
import { ruleStopsContract } from '../memories/rule-stops.contract.ts';
import { webhooks } from '../organisations/webhooks.ts';
import { ruleStops } from '../memories/rule-stops.ts';
import { teamsContract } from '../access/teams.contract.ts';
import { useCountsContract } from '../memories/use-counts.contract.ts';
import { Identity } from '../access/identity.ts';
import { imports } from '../forgetting/imports.ts';
import { invitations } from '../access/invitations.ts';
import { notes } from '../notes/notes.ts';
import { patterns } from '../knowledge/patterns.ts';
import { forgetting } from '../forgetting/forgetting.ts';
import { graphCorrections } from '../graph/graph-corrections.ts';
import { graphs } from '../graph/graph.ts';
import { retention } from '../forgetting/retention.ts';
import { teams } from '../access/teams.ts';
import type { DialectName } from '../kit/ddl.ts';
import { organisationRemovals } from './features.ts';
import { callsOf } from '../kit/feature.ts';
import type { SqlStore } from '../kit/module.ts';
import { closedChannels } from '../access/closed-channels.ts';
import { principals } from '../access/principals.ts';
import { auditLog } from '../audit/audit-log.ts';
import { checkpoints } from '../memories/checkpoints.ts';
import { conversations } from '../items/conversations.ts';
import { extractions } from '../memories/extractions.ts';
import { feedback } from '../memories/feedback.ts';
import { histories } from '../memories/histories.ts';
import { briefings } from '../memories/briefings.ts';
import { reprocessing } from '../indexes/reprocessing.ts';
import { proposals } from '../memories/proposals.ts';
import { rulings } from '../memories/rulings.ts';
import { similarityScales } from '../memories/similarity-scales.ts';
import { useCounts } from '../memories/use-counts.ts';
import { aliases } from '../graph/aliases.ts';
import { knowledgeBases } from '../knowledge/knowledge-bases.ts';
import { lifecycle } from '../memories/lifecycle.ts';
import { links } from '../memories/links.ts';
import { evidence } from '../memories/evidence.ts';
import { textFeatureStore } from '../indexes/text-feature-store.ts';
import { itemScan } from '../indexes/item-scan.ts';
import { generations } from '../indexes/generations.ts';
import type { Keys } from '../access/keys.ts';
import type { Settings } from '../access/settings.ts';
import { organisations } from '../organisations/organisations.ts';

export { aliasesContract } from '../graph/aliases.contract.ts';
export { identityContract } from '../access/identity.contract.ts';
export { maintenanceContract } from '../indexes/maintenance.contract.ts';
export { outboxContract } from '../events/outbox.contract.ts';
export { truthContract } from '../indexes/truth.contract.ts';
export { aChunk, embeddingStoreContract } from '../indexes/embedding-store.contract.ts';
export { hotCommands } from './hot-commands.fixture.ts';
export { SentStatements } from './sent-statements.fixture.ts';

/** The contract suites of all store features; each runs on either dialect. */
const suites = [
  agentCallsContract,
  auditLogContract,
  briefingsContract,
  checkpointsContract,
  closedChannelsContract,
  conversationsContract,
  digestsContract,
  feedsContract,
  evidenceContract,
  extractionsContract,
  feedbackContract,
  forgettingContract,
  generationsContract,
  graphsContract,
  hiddenWritesContract,
  historiesContract,
  importsContract,
  invitationsContract,
  itemScanContract,
  knowledgeBasesContract,
  lifecycleContract,
  linksContract,
  notesContract,
  notesLeftContract,
  oauthGrantsContract,
  organisationsContract,
  ownersContract,
  patternsContract,
  principalsContract,
  reprocessingContract,
  retentionContract,
  reviewsContract,
  ruleStopsContract,
  proposalsContract,
  restatedContract,
  rulingsContract,
  signInsContract,
  similarityScalesContract,
  textFeaturesContract,
  teamsContract,
  useCountsContract,
  webhooksContract,
];

type Intersected<Union> = (Union extends unknown ? (part: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
type WorldOfAll = Intersected<Awaited<ReturnType<Parameters<(typeof suites)[number]>[1]>>>;
/**
 * The parts that a dialect provides in addition to its store: ports that are no features, and access to the stored bytes.
 */
type World = Omit<WorldOfAll, keyof ReturnType<typeof featuresOf>> & Ground;
interface Ground extends Pick<WorldOfAll, 'clock'> {
  readonly identity: Identity;
  readonly keys: Keys;
  readonly settings: Settings;
  readonly sql: SqlStore;
  readonly dialect: DialectName;
}

const featuresOf = ({ sql, dialect, clock, identity }: Ground) => ({
  agentCalls: callsOf(agentCalls, sql),
  aliases: callsOf(aliases, sql),
  auditLog: callsOf(auditLog, sql),
  briefings: callsOf(briefings, sql),
  channels: callsOf(closedChannels, sql),
  checkpoints: callsOf(checkpoints, sql),
  conversations: callsOf(conversations, sql),
  corrections: callsOf(graphCorrections, sql),
  digests: callsOf(digests, sql),
  feeds: callsOf(feeds, sql),
  evidence: callsOf(evidence, sql),
  extractions: callsOf(extractions, sql),
  feedback: callsOf(feedback, sql),
  forgetting: callsOf(forgetting, sql),
  generations: callsOf(generations, sql),
  graphs: callsOf(graphs, sql),
  histories: callsOf(histories, sql),
  imports: callsOf(imports, sql),
  invitations: callsOf(invitations, sql),
  itemScan: callsOf(itemScan, sql),
  knowledgeBases: callsOf(knowledgeBases, sql),
  lifecycle: callsOf(lifecycle, sql),
  links: callsOf(links, sql),
  notes: callsOf(notes, sql),
  grants: callsOf(oauthGrants, sql, () => identity.forgetPrincipals()),
  organisations: callsOf(organisations, sql, () => identity.forgetPrincipals()),
  removals: callsOf(organisationRemovals, sql),
  patterns: callsOf(patterns, sql),
  principals: callsOf(principals, sql),
  reprocessing: callsOf(reprocessing, sql),
  retentions: callsOf(retention, sql),
  proposals: callsOf(proposals, sql),
  rulings: callsOf(rulings, sql),
  reviews: callsOf(reviews, sql),
  ruleStops: callsOf(ruleStops, sql),
  scales: callsOf(similarityScales, sql),
  textFeatures: callsOf(textFeatureStore, sql),
  ...signInsOf(sql, clock),
  teams: callsOf(teams, sql),
  uses: callsOf(useCounts, sql),
  webhooks: callsOf(webhooks, sql),
});

function signInsOf(sql: SqlStore, clock: Ground['clock']) {
  let changes = 0;
  return { signIns: new Identity({ store: sql, clock, changed: () => (changes += 1) }), changes: () => changes };
}

/** Runs the contract suites of all store features against one dialect; `open` returns an empty store. */
export function storeContract(adapter: string, open: () => Promise<World>): void {
  const make = async (): Promise<WorldOfAll> => {
    const world = await open();
    return { ...world, ...featuresOf(world) };
  };
  for (const suite of suites) suite(adapter, make);
}
