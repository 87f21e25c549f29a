import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Client } from 'pg';

/** Creates organisations with one writer each, directly in the store, since no route creates them. Returns their keys. */
export async function makeOrganisations(postgres: string, many: number): Promise<string[]> {
  const made = Array.from({ length: many }, () => ({
    id: randomUUID(),
    key: `cairn_${randomBytes(32).toString('base64url')}`,
  }));
  const ids = made.map(({ id }) => id);
  const hashes = made.map(({ key }) => createHash('sha256').update(key).digest('hex'));
  const client = new Client({ connectionString: postgres });
  await client.connect();
  const organisation =
    'insert into organisation (id, created_at, peer_prefixes) select id, $3, $2 from unnest($1::uuid[]) id';
  await client.query(organisation, [ids, '[]', Date.now()]);
  const principal = `insert into principal (id, org_id, name, kind, created_at) select id, id, 'small', 'agent', 1 from unnest($1::uuid[]) id`;
  await client.query(principal, [ids]);
  await client.query(
    `insert into api_key (id, org_id, principal_id, hash, prefix, role, peers, created_at)
     select id, id, id, hash, 'cairn_small', 'writer', '[]', 1 from unnest($1::uuid[], $2::text[]) as made (id, hash)`,
    [ids, hashes],
  );
  await client.end();
  return made.map(({ key }) => key);
}
