import { rmSync } from 'node:fs';
import { Client } from 'pg';
import { environmentOf, lineOfStanding, serversFolder, startServers, stopServers } from './servers.ts';

/** Runs something with the addresses of the real servers in its environment; leaves none of its own behind. */
export async function withServers<Result>(work: () => Promise<Result>): Promise<Result> {
  const folder = serversFolder('cairn-servers-');
  const standings = await startServers(folder);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  for (const standing of standings) process.stdout.write(`${lineOfStanding(standing)}\n`);
  Object.assign(process.env, environmentOf(standings));
  try {
    if (standings.some(({ variable, state }) => variable === 'POSTGRES_URL' && state === 'started'))
      await leaveWritesToTheSystem();
    return await work();
  } finally {
    await stopServers(standings);
  }
}

/** No test of these cuts the power, and each makes databases of its own: waiting for the disk is most of that. */
async function leaveWritesToTheSystem(): Promise<void> {
  const client = new Client({ connectionString: process.env['POSTGRES_URL'] });
  await client.connect();
  for (const setting of ['fsync', 'full_page_writes']) await client.query(`alter system set ${setting} = off`);
  await client.query('select pg_reload_conf()');
  await client.end();
}
