import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { aPrincipal, describeWith } from '@cairn/testing';
import { postgresWorld } from '../postgres-world.fixture.ts';

const run = promisify(execFile);
const moduleOf = (path: string) => JSON.stringify(new URL(path, import.meta.url));

describeWith('POSTGRES_URL', 'Session', (server) => {
  let world: Awaited<ReturnType<typeof postgresWorld>>;

  beforeEach(async () => {
    world = await postgresWorld(server);
  });
  afterEach(() => world.close());

  it('has several queries on their way at once, in a manner that the driver will go on with', async () => {
    const asking = `
      import { PostgresPool } from ${moduleOf('./postgres-pool.ts')};
      import { queries } from ${moduleOf('./dialect.ts')};
      const pool = await PostgresPool.open({ url: process.argv[1] });
      const items = queries.selectFrom('item').select('id');
      await pool.read('${aPrincipal().orgId}', (session) => Promise.all([1, 2, 3].map(() => session.all(items))));
      await pool.close();`;

    const args = ['--throw-deprecation', '--input-type=module', '--eval', asking, world.url];

    await expect(run(process.execPath, args)).resolves.toMatchObject({ stdout: '' });
  });
});
