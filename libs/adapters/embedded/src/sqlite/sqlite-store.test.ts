import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  SqlAuditLog,
  SqlCheckpoints,
  SqlConversations,
  SqlEvidence,
  SqlLinks,
  SqlFeedback,
  SqlGenerations,
  SqlHistories,
  SqlHoldings,
  SqlGraphCorrections,
  SqlGraphs,
  SqlGraphUpkeep,
  SqlLifecycle,
  SqlNotes,
  SqlPatterns,
  SqlPrincipals,
  SqlOrganisations,
  SqlSignIns,
  SqlKnowledgeBases,
  SqlTeams,
  SqlClosedChannels,
  SqlBriefings,
  SqlRetentions,
  SqlRulings,
  SqlSimilarityScales,
  SqlForgetting,
  tablesOfItems,
  tablesOfOrganisations,
} from '@cairn/adapter-sql';
import {
  auditLogContract,
  checkpointsContract,
  conversationsContract,
  evidenceContract,
  linksContract,
  feedbackContract,
  forgettingContract,
  generationsContract,
  graphsContract,
  historiesContract,
  holdingsContract,
  lifecycleContract,
  notesContract,
  patternsContract,
  principalsContract,
  organisationsContract,
  signInsContract,
  knowledgeBasesContract,
  teamsContract,
  closedChannelsContract,
  briefingsContract,
  retentionContract,
  rulingsContract,
  similarityScalesContract,
} from '@cairn/testing';
import { embeddedWorld } from '../truth/embedded-world.fixture.ts';

evidenceContract('SQLite', async () => {
  const world = await embeddedWorld();
  return {
    ...world,
    evidence: new SqlEvidence(world.sql),
    links: new SqlLinks(world.sql),
    lifecycle: new SqlLifecycle(world.sql),
  };
});

auditLogContract('SQLite', async () => {
  const world = await embeddedWorld();
  return { ...world, auditLog: new SqlAuditLog(world.sql) };
});

linksContract('SQLite', async () => {
  const world = await embeddedWorld();
  return { ...world, links: new SqlLinks(world.sql), lifecycle: new SqlLifecycle(world.sql) };
});

feedbackContract('SQLite', async () => {
  const world = await embeddedWorld();
  return { ...world, feedback: new SqlFeedback(world.sql) };
});

similarityScalesContract('SQLite', async () => {
  const world = await embeddedWorld();
  return { ...world, scales: new SqlSimilarityScales(world.sql) };
});

conversationsContract('SQLite', async () => {
  const world = await embeddedWorld();
  return { ...world, conversations: new SqlConversations(world.sql) };
});

rulingsContract('SQLite', async () => {
  const world = await embeddedWorld();
  return { ...world, rulings: new SqlRulings(world.sql) };
});

briefingsContract('SQLite', async () => {
  const world = await embeddedWorld();
  return { ...world, briefings: new SqlBriefings(world.sql), lifecycle: new SqlLifecycle(world.sql) };
});

lifecycleContract('SQLite', async () => {
  const world = await embeddedWorld();
  return { ...world, lifecycle: new SqlLifecycle(world.sql) };
});

graphsContract('SQLite', async () => {
  const world = await embeddedWorld();
  return {
    ...world,
    graphs: new SqlGraphs(world.sql),
    upkeep: new SqlGraphUpkeep(world.sql),
    corrections: new SqlGraphCorrections(world.sql),
    lifecycle: new SqlLifecycle(world.sql),
  };
});

patternsContract('SQLite', async () => {
  const world = await embeddedWorld();
  return { ...world, patterns: new SqlPatterns(world.sql) };
});

notesContract('SQLite', async () => {
  const world = await embeddedWorld();
  return { ...world, notes: new SqlNotes(world.sql) };
});

checkpointsContract('SQLite', async () => {
  const world = await embeddedWorld();
  return { ...world, checkpoints: new SqlCheckpoints(world.sql), lifecycle: new SqlLifecycle(world.sql) };
});

forgettingContract('SQLite', async () => {
  const world = await embeddedWorld();
  const forgetting = new SqlForgetting(world.sql, tablesOfItems);
  return { ...world, forgetting, lifecycle: new SqlLifecycle(world.sql) };
});

historiesContract('SQLite', async () => {
  const world = await embeddedWorld();
  return { ...world, histories: new SqlHistories(world.sql), lifecycle: new SqlLifecycle(world.sql) };
});

retentionContract('SQLite', async () => {
  const world = await embeddedWorld();
  const forgetting = new SqlForgetting(world.sql, tablesOfItems);
  const lifecycle = new SqlLifecycle(world.sql);
  return { ...world, retentions: new SqlRetentions(world.sql), forgetting, lifecycle };
});

generationsContract('SQLite', async () => {
  const world = await embeddedWorld();
  return { ...world, generations: new SqlGenerations(world.sql) };
});

holdingsContract('SQLite', async () => {
  const world = await embeddedWorld();
  return { ...world, holdings: new SqlHoldings(world.sql) };
});

organisationsContract('SQLite', async () => {
  const world = await embeddedWorld();
  return {
    ...world,
    teams: new SqlTeams(world.sql),
    notes: new SqlNotes(world.sql),
    feedback: new SqlFeedback(world.sql),
    retentions: new SqlRetentions(world.sql),
    lifecycle: new SqlLifecycle(world.sql),
    dump: () => rowsOfFolder(world.dataDir),
    keeps: ['audit', 'organisation_removal', 'outbox', 'word_space'],
    organisations: new SqlOrganisations({
      store: world.sql,
      tables: tablesOfOrganisations('sqlite'),
      peerPrefixes: ['coach'],
      identity: world.identity,
    }),
  };
});

principalsContract('SQLite', async () => {
  const world = await embeddedWorld();
  const forgetting = new SqlForgetting(world.sql, tablesOfItems);
  return { ...world, forgetting, principals: new SqlPrincipals(world.sql) };
});

signInsContract('SQLite', async () => {
  const world = await embeddedWorld();
  const { sql, clock } = world;
  const others = { teams: new SqlTeams(sql), principals: new SqlPrincipals(sql) };
  return { ...world, ...others, signIns: new SqlSignIns(sql, clock) };
});

knowledgeBasesContract('SQLite', async () => {
  const world = await embeddedWorld();
  return { ...world, knowledgeBases: new SqlKnowledgeBases(world.sql) };
});

closedChannelsContract('SQLite', async () => {
  const world = await embeddedWorld();
  const { sql } = world;
  const others = { teams: new SqlTeams(sql), principals: new SqlPrincipals(sql) };
  return { ...world, ...others, channels: new SqlClosedChannels(sql) };
});

teamsContract('SQLite', async () => {
  const world = await embeddedWorld();
  const { sql } = world;
  const others = { graphs: new SqlGraphs(sql), lifecycle: new SqlLifecycle(sql), principals: new SqlPrincipals(sql) };
  return { ...world, ...others, teams: new SqlTeams(sql) };
});

const asText = (_: string, value: unknown) =>
  value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value;

/** Every row of every table of a folder, those of indexes too. */
async function rowsOfFolder(dataDir: string): Promise<string[]> {
  const db = new DatabaseSync(join(dataDir, 'cairn.db'), { readOnly: true });
  const tables = db
    .prepare(
      "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' and sql not like 'create virtual%'",
    )
    .all();
  const rows = tables.flatMap(({ name }) =>
    db
      .prepare(`select * from "${name}"`)
      .all()
      .map((row) => `${name} ${JSON.stringify(row, asText)}`),
  );
  db.close();
  return rows;
}
