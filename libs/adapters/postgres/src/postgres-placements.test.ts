import { anOrgId, describeWith } from '@cairn/testing';
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

  it.each(['', 'Small', 'a_b', '-a', 'a/b'])(
    'refuses a place that an index cannot be named after: %s',
    async (place) => {
      await expect(world.placements.pack([anOrgId()], place)).rejects.toMatchObject({ code: 'request/invalid' });
    },
  );
});
