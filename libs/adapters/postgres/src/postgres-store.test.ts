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
  describeWith,
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
import { Client } from 'pg';
import { postgresWorld } from './postgres-world.fixture.ts';

describeWith('POSTGRES_URL', 'Postgres', (url) => {
  evidenceContract('The store on Postgres', async () => {
    const world = await postgresWorld(url);
    return {
      ...world,
      evidence: new SqlEvidence(world.sql),
      links: new SqlLinks(world.sql),
      lifecycle: new SqlLifecycle(world.sql),
    };
  });

  auditLogContract('The store on Postgres', async () => {
    const world = await postgresWorld(url);
    return { ...world, auditLog: new SqlAuditLog(world.sql) };
  });
  linksContract('The store on Postgres', async () => {
    const world = await postgresWorld(url);
    return { ...world, links: new SqlLinks(world.sql), lifecycle: new SqlLifecycle(world.sql) };
  });

  feedbackContract('The store on Postgres', async () => {
    const world = await postgresWorld(url);
    return { ...world, feedback: new SqlFeedback(world.sql) };
  });
  similarityScalesContract('The store on Postgres', async () => {
    const world = await postgresWorld(url);
    return { ...world, scales: new SqlSimilarityScales(world.sql) };
  });
  conversationsContract('The store on Postgres', async () => {
    const world = await postgresWorld(url);
    return { ...world, conversations: new SqlConversations(world.sql) };
  });
  rulingsContract('The store on Postgres', async () => {
    const world = await postgresWorld(url);
    return { ...world, rulings: new SqlRulings(world.sql) };
  });

  briefingsContract('The store on Postgres', async () => {
    const world = await postgresWorld(url);
    return { ...world, briefings: new SqlBriefings(world.sql), lifecycle: new SqlLifecycle(world.sql) };
  });

  lifecycleContract('The store on Postgres', async () => {
    const world = await postgresWorld(url);
    return { ...world, lifecycle: new SqlLifecycle(world.sql) };
  });

  graphsContract('The store on Postgres', async () => {
    const world = await postgresWorld(url);
    return {
      ...world,
      graphs: new SqlGraphs(world.sql),
      upkeep: new SqlGraphUpkeep(world.sql),
      corrections: new SqlGraphCorrections(world.sql),
      lifecycle: new SqlLifecycle(world.sql),
    };
  });

  patternsContract('The store on Postgres', async () => {
    const world = await postgresWorld(url);
    return { ...world, patterns: new SqlPatterns(world.sql) };
  });

  signInsContract('The store on Postgres', async () => {
    const world = await postgresWorld(url);
    const { sql, clock } = world;
    const others = { teams: new SqlTeams(sql), principals: new SqlPrincipals(sql) };
    return { ...world, ...others, signIns: new SqlSignIns(sql, clock) };
  });

  knowledgeBasesContract('The store on Postgres', async () => {
    const world = await postgresWorld(url);
    return { ...world, knowledgeBases: new SqlKnowledgeBases(world.sql) };
  });

  closedChannelsContract('The store on Postgres', async () => {
    const world = await postgresWorld(url);
    const { sql } = world;
    const others = { teams: new SqlTeams(sql), principals: new SqlPrincipals(sql) };
    return { ...world, ...others, channels: new SqlClosedChannels(sql) };
  });

  teamsContract('The store on Postgres', async () => {
    const world = await postgresWorld(url);
    const { sql } = world;
    const others = { graphs: new SqlGraphs(sql), lifecycle: new SqlLifecycle(sql), principals: new SqlPrincipals(sql) };
    return { ...world, ...others, teams: new SqlTeams(sql) };
  });

  organisationsContract('The store on Postgres', async () => {
    const world = await postgresWorld(url);
    return {
      ...world,
      teams: new SqlTeams(world.sql),
      notes: new SqlNotes(world.sql),
      feedback: new SqlFeedback(world.sql),
      retentions: new SqlRetentions(world.sql),
      lifecycle: new SqlLifecycle(world.sql),
      dump: () => rowsOf(world.url),
      keeps: ['audit', 'organisation_removal', 'outbox'],
      organisations: new SqlOrganisations({
        store: world.sql,
        tables: tablesOfOrganisations('postgres'),
        peerPrefixes: ['coach'],
        identity: world.identity,
      }),
    };
  });

  principalsContract('The store on Postgres', async () => {
    const world = await postgresWorld(url);
    const forgetting = new SqlForgetting(world.sql, tablesOfItems);
    return { ...world, forgetting, principals: new SqlPrincipals(world.sql) };
  });

  notesContract('The store on Postgres', async () => {
    const world = await postgresWorld(url);
    return { ...world, notes: new SqlNotes(world.sql) };
  });

  checkpointsContract('The store on Postgres', async () => {
    const world = await postgresWorld(url);
    return { ...world, checkpoints: new SqlCheckpoints(world.sql), lifecycle: new SqlLifecycle(world.sql) };
  });

  forgettingContract('The store on Postgres', async () => {
    const world = await postgresWorld(url);
    const forgetting = new SqlForgetting(world.sql, tablesOfItems);
    return { ...world, forgetting, lifecycle: new SqlLifecycle(world.sql) };
  });

  historiesContract('The store on Postgres', async () => {
    const world = await postgresWorld(url);
    return { ...world, histories: new SqlHistories(world.sql), lifecycle: new SqlLifecycle(world.sql) };
  });

  retentionContract('The store on Postgres', async () => {
    const world = await postgresWorld(url);
    const forgetting = new SqlForgetting(world.sql, tablesOfItems);
    const lifecycle = new SqlLifecycle(world.sql);
    return { ...world, retentions: new SqlRetentions(world.sql), forgetting, lifecycle };
  });

  generationsContract('Postgres', async () => {
    const world = await postgresWorld(url);
    return { ...world, generations: new SqlGenerations(world.sql) };
  });

  holdingsContract('Postgres', async () => {
    const world = await postgresWorld(url);
    return { ...world, holdings: new SqlHoldings(world.sql) };
  });
});

/** Every row of every table of the schema. */
async function rowsOf(url: string): Promise<string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const tables = await client.query<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace",
  );
  const rows: string[] = [];
  for (const { name } of tables.rows) {
    const found = await client.query<{ row: string }>(`select cast(t as text) as row from "${name}" t`);
    rows.push(...found.rows.map(({ row }) => `${name} ${row}`));
  }
  await client.end();
  return rows;
}
