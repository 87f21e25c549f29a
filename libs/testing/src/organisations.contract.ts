import type { OrgId } from '@cairn/contracts';
import type { Identity, Organisations, Truth } from '@cairn/ports';
import { v7 as uuidv7 } from 'uuid';
import { aNewMemory, aNewMessage, type SettableClock } from './builders.ts';

export interface OrganisationsWorld {
  readonly organisations: Organisations;
  readonly identity: Identity;
  readonly truth: Truth;
  readonly clock: SettableClock;
  readonly close: () => Promise<void>;
}

const NO_LIMITS = { callsPerMinute: null };

/** What the port `Organisations` promises, held against one adapter: `make` gives an empty store whose new organisations have the peer prefix `coach`. */
export function organisationsContract(adapter: string, make: () => Promise<OrganisationsWorld>): void {
  describe(`${adapter} keeps the promises of organisations`, () => {
    let world: OrganisationsWorld;

    beforeAll(async () => {
      world = await make();
    });
    afterAll(() => world.close());

    const later = () => world.clock.advance(10_000);

    it('makes an organisation whose first key may do everything in it', async () => {
      const { orgId, admin } = await world.organisations.create({ name: 'Acme', limits: {} });

      expect(await world.identity.authenticate(admin.key)).toMatchObject({
        orgId,
        role: 'admin',
        peers: ['*'],
        peerPrefixes: ['coach'],
      });
      expect(await world.organisations.find(orgId)).toEqual({
        orgId,
        name: 'Acme',
        createdAt: world.clock.now(),
        limits: NO_LIMITS,
        ...{ messages: 0, memories: 0, notes: 0, bytes: 0, principals: 1, keys: 1 },
      });
      await expect(world.organisations.create({ name: 'Acme', limits: {} })).rejects.toMatchObject({
        code: 'organisation/conflict',
      });
    });

    it('counts what each holds, and bytes as UTF-8', async () => {
      const one = await world.organisations.create({ name: 'One', limits: {} });
      const other = await world.organisations.create({ name: 'Other', limits: {} });
      const author = (await world.identity.authenticate(one.admin.key))!;
      await world.truth.write(author, [aNewMessage({ content: 'grün' }), aNewMemory({ title: 'ab', content: 'cde' })]);

      const listed = await world.organisations.list();

      expect(listed.find(({ orgId }) => orgId === one.orgId)).toMatchObject({ messages: 1, memories: 1, bytes: 10 });
      expect(listed.find(({ orgId }) => orgId === other.orgId)).toMatchObject({ messages: 0, memories: 0, bytes: 0 });
    });

    it('changes names and limits, which the keys of the organisation have within seconds', async () => {
      const { orgId, admin } = await world.organisations.create({ name: 'Small', limits: { callsPerMinute: 10 } });
      expect(await world.identity.authenticate(admin.key)).toMatchObject({ callsPerMinute: 10 });

      expect(await world.organisations.change(orgId, { name: 'Smaller', limits: { callsPerMinute: 5 } })).toBe(true);
      later();

      expect(await world.organisations.find(orgId)).toMatchObject({ name: 'Smaller', limits: { callsPerMinute: 5 } });
      expect(await world.identity.authenticate(admin.key)).toMatchObject({ callsPerMinute: 5 });
      await world.organisations.change(orgId, { limits: NO_LIMITS });
      later();
      expect(await world.identity.authenticate(admin.key)).not.toHaveProperty('callsPerMinute');
      await expect(world.organisations.change(orgId, { name: 'Acme' })).rejects.toMatchObject({
        code: 'organisation/conflict',
      });
      expect(await world.organisations.change(uuidv7() as OrgId, { name: 'Nobody' })).toBe(false);
    });
  });
}
