import { scopeOf } from '@cairn/domain';
import { aNewMessage, anOrgId, aPrincipal, describeWith } from '@cairn/testing';
import { PostgresPlacements } from './postgres-placements.ts';
import { openWorld, postgresWorld } from './postgres-world.fixture.ts';

describeWith('POSTGRES_URL', 'PostgresPlacements', (url) => {
  let world: Awaited<ReturnType<typeof postgresWorld>>;

  beforeAll(async () => {
    world = await postgresWorld(url);
  });
  afterAll(() => world.close());

  it('gives each organisation a place of its own, that stays', async () => {
    const [one, two] = [anOrgId(), anOrgId()];

    const places = [await world.placements.placeOf(one), await world.placements.placeOf(two)];

    expect(new Set(places).size).toBe(2);
    expect(await world.placements.placeOf(one)).toBe(places[0]);
  });

  it('agrees with every other process that asks for the first time at the same moment', async () => {
    const other = await openWorld({ url: world.url });
    const orgId = anOrgId();

    const places = await Promise.all([world, other, world, other].map(({ placements }) => placements.placeOf(orgId)));

    expect(new Set(places).size).toBe(1);
    await other.close();
  });

  it('puts small organisations into one place, asked for before or not', async () => {
    const [known, fresh] = [anOrgId(), anOrgId()];
    await world.placements.placeOf(known);

    await world.placements.pack([known, fresh], 'small-1');

    expect([await world.placements.placeOf(known), await world.placements.placeOf(fresh)]).toEqual([
      'small-1',
      'small-1',
    ]);
  });

  it('gives those that come when many are there, or for whom there is no room, a place with others', async () => {
    const placements = new PostgresPlacements({ pool: world.pool, ownPlaces: 0 });
    const [late, unlucky] = [anOrgId(), anOrgId()];
    await world.placements.placeOf(unlucky);

    expect(await placements.placeOf(late)).toMatch(/^shared-\d+$/);
    expect(await world.placements.share(unlucky)).toBe(true);
    expect(await world.placements.placeOf(unlucky)).toMatch(/^shared-\d+$/);
    expect(await world.placements.share(unlucky)).toBe(false);
  });

  it('knows whose words have been indexed, as long as one of their items is there', async () => {
    const { truth, placements } = world;
    const [ada, message] = [aPrincipal(), aNewMessage()];
    const pointer = { orgId: ada.orgId, kind: 'message', id: message.id } as const;
    const known = () => placements.hasIndexed(ada.orgId);

    await truth.write(ada, [message]);
    await truth.markIndexed(pointer, 'vectors', 1);
    expect(await known()).toBe(false);
    await truth.markIndexed(pointer, 'words', 1);
    expect(await known()).toBe(true);
    expect(await placements.hasIndexed(anOrgId())).toBe(false);
    await truth.forget(scopeOf(ada), ada, 'message', message.id);
    expect(await known()).toBe(false);
  });

  it.each(['', 'Small', 'a_b', '-a', 'a/b'])(
    'refuses a place that an index cannot be named after: %s',
    async (place) => {
      await expect(world.placements.pack([anOrgId()], place)).rejects.toMatchObject({ code: 'request/invalid' });
    },
  );
});
