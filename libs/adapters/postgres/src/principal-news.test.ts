import { describeWith, until } from '@cairn/testing';
import { removePrincipal } from '@cairn/store';
import { onServer, openWorld, postgresWorld } from './postgres-world.fixture.ts';

/** The clocks of these tests stand still, so that caches never expire by themselves. */
describeWith('POSTGRES_URL', 'Postgres', (url) => {
  describe('PrincipalNews', () => {
    let world: Awaited<ReturnType<typeof postgresWorld>>;
    let other: Awaited<ReturnType<typeof openWorld>>;

    beforeEach(async () => {
      world = await postgresWorld(url);
      other = await openWorld({ url: world.url });
    });
    afterEach(async () => {
      await other.close();
      await world.close();
    });

    const LISTENING = "query = 'listen cairn_principals'";
    const listeners = () => onServer(world.url, `select pid from pg_stat_activity where ${LISTENING}`);

    async function aMember() {
      const { orgId } = await world.keys.firstOrganisation({ peerPrefixes: ['coach'] });
      const create = (name: string) => world.keys.create({ orgId, name, kind: 'person', role: 'admin', peers: [] });
      const [{ key: adminKey }, { key }] = [await create('Ada'), await create('Lee')];
      const admin = (await world.identity.authenticate(adminKey))!;
      await until(async () => (await listeners()).length === 2);
      const member = (await other.identity.authenticate(key))!;
      return { admin, key, member };
    }
    const isOut = (key: string) => async () => (await other.identity.authenticate(key)) === undefined;

    it('lets another process know at once who left', async () => {
      const { admin, key, member } = await aMember();

      await removePrincipal(world.principals, { author: admin, principalId: member.principalId });

      await until(isOut(key));
    });

    it('lets another process know at once of a revoked key', async () => {
      const { admin, key, member } = await aMember();

      await world.keys.revoke({ author: admin, keyId: member.keyId! });

      await until(isOut(key));
    });

    it('remembers nothing from before a connection that broke', async () => {
      const { admin, key, member } = await aMember();
      await onServer(world.url, `select pg_terminate_backend(pid) from pg_stat_activity where ${LISTENING}`);

      await removePrincipal(world.principals, { author: admin, principalId: member.principalId });

      await until(isOut(key));
    });
  });
});
