import { scopeOf, type Principal } from '@cairn/domain';
import { aNewMessage, anOrgId, aPrincipal, describeWith } from '@cairn/testing';
import { placeOfOrganisation, SystemClock, type Clock, type IndexLoss } from '@cairn/ports';
import { itemScan, callsOf, generations } from '@cairn/store';
import { PostgresLosses } from './postgres-losses.ts';
import { onServer, postgresWorld } from './postgres-world.fixture.ts';

describeWith('POSTGRES_URL', 'PostgresLosses', (url) => {
  let world: Awaited<ReturnType<typeof postgresWorld>>;
  let losses: PostgresLosses;
  const lossesWith = (clock: Clock) => new PostgresLosses({ pool: world.pool, clock, staleAfterMs: 20 });

  beforeEach(async () => {
    world = await postgresWorld(url);
    losses = lossesWith(new SystemClock());
    await callsOf(generations, world.sql).ensureFirst({ target: 'words', builtBy: 'a1', dims: null });
  });
  afterEach(() => world.close());

  const aStored = async () => {
    const [ada, message] = [aPrincipal(), aNewMessage()];
    await world.truth.write(ada, [message]);
    const place = await world.placements.placeOf(ada.orgId);
    const loss: IndexLoss = { target: 'words', generation: 1, place };
    return { pointer: { orgId: ada.orgId, kind: 'message', id: message.id } as const, loss };
  };
  const indexed = async () => {
    const stored = await aStored();
    await world.truth.markIndexed(stored.pointer, 'words', 1);
    return stored;
  };

  it('takes an index that is not there yet for none, and one that had something for lost, once and audited', async () => {
    const [empty, full] = [await aStored(), await indexed()];

    for (const { loss } of [empty, full, full]) await losses.report(loss);
    await losses.report({ ...full.loss, generation: 2 });

    expect(await losses.current()).toEqual([full.loss]);
    const [audited] = await onServer(world.url, `select count(*) from audit where action = 'lose'`);
    expect(audited).toEqual({ count: '1' });
  });

  it('holds a loss until everything that was sent again is indexed', async () => {
    const [{ loss, pointer }, other] = [await indexed(), await indexed()];
    await losses.report(loss);

    const claimed = (await losses.claim('me', 60_000))!;
    expect(claimed).toMatchObject(loss);
    expect(await losses.claim('you', 60_000)).toBeUndefined();
    expect(await losses.nextOrganisation(loss)).toBe(pointer.orgId);
    expect(await losses.nextOrganisation(loss, pointer.orgId)).toBeUndefined();
    const scan = callsOf(itemScan, world.sql);
    await scan.announce({ pointers: [pointer, other.pointer], target: 'words' });
    expect(await losses.settle()).toBe(1);
    await losses.sent(claimed);
    expect(await losses.settle()).toBe(1);
    await world.truth.markIndexed(pointer, 'words', 1);
    expect(await losses.settle()).toBe(0);
    expect(await losses.current()).toEqual([]);
  });

  it('sends again what is lost anew while it is sent', async () => {
    const { loss } = await indexed();
    losses = lossesWith(world.clock);
    await losses.report(loss);
    const claimed = (await losses.claim('me', 60_000))!;
    world.clock.advance(120_000);
    await losses.report(loss);

    await losses.sent(claimed);

    expect(await losses.claim('you', 60_000)).toEqual({ ...loss, lostAt: claimed.lostAt + 120_000 });
  });

  it('tells what an index must hold of each organisation that is in no loss', async () => {
    const [one, other, pending] = [await indexed(), await indexed(), await aStored()];
    const words = { target: 'words', generation: 1 } as const;
    const owed = async () =>
      Object.fromEntries((await losses.owed(words, 10)).map(({ orgId, items }) => [orgId, items]));
    const orgs = [one, other, pending].map(({ pointer }) => pointer.orgId);
    expect(await owed()).toEqual(Object.fromEntries(orgs.map((orgId, at) => [orgId, at < 2 ? 1 : 0])));
    expect(await Promise.all(orgs.map((orgId) => losses.indexed('words', orgId)))).toEqual([1, 1, 0]);

    await losses.report({ ...words, place: placeOfOrganisation(one.pointer.orgId) });
    await losses.report(other.loss);

    expect(await owed()).toEqual({ [pending.pointer.orgId]: 0 });
    expect(await losses.nextOrganisation({ ...words, place: placeOfOrganisation(one.pointer.orgId) })).toBe(
      one.pointer.orgId,
    );
    const after = orgs.toSorted();
    expect((await losses.owed({ ...words, generation: 2 }, 1, after[0]!)).map(({ orgId }) => orgId)).toEqual([
      after[1],
    ]);
  });

  it('tells of each organisation what changed last before an age, of what is indexed and still there', async () => {
    losses = lossesWith(world.clock);
    const [ada, bob] = [aPrincipal(), aPrincipal()];
    const write = async (author: Principal, { isIndexed = true } = {}) => {
      const message = aNewMessage();
      const pointer = { orgId: author.orgId, kind: 'message', id: message.id } as const;
      await world.truth.write(author, [message]);
      if (isIndexed) await world.truth.markIndexed(pointer, 'words', 1);
      world.clock.advance(1_000);
      return pointer;
    };
    const [first, second, forgotten, ofBob] = [await write(ada), await write(ada), await write(ada), await write(bob)];
    await write(ada, { isIndexed: false });
    const last = async (...ages: number[]) =>
      (await losses.lastIndexed('words', [ada.orgId, bob.orgId, anOrgId()], ages))
        .map(({ id, version }) => [id, version])
        .toSorted();
    expect(await last(0, 0)).toEqual(
      [
        [forgotten.id, 1],
        [ofBob.id, 1],
      ].toSorted(),
    );

    await world.truth.forget(scopeOf(ada), ada, 'message', forgotten.id);
    await world.truth.markIndexed(forgotten, 'words', 2);

    expect(await last(0, 4_500)).toEqual(
      [
        [first.id, 1],
        [second.id, 1],
        [ofBob.id, 1],
      ].toSorted(),
    );
    expect(await losses.lastIndexed('vectors', [ada.orgId], [0])).toEqual([]);
    await world.truth.markIndexed(first, 'words', 2);
    expect(await last(4_500)).toEqual([[first.id, 2]]);
  });

  it('still says that a lost index had something when all of it is sent again', async () => {
    const { pointer, loss } = await indexed();
    const vectors: IndexLoss = { target: 'vectors', generation: 1, place: '' };
    await callsOf(generations, world.sql).ensureFirst({ target: 'vectors', builtBy: 'm', dims: 3 });
    await world.truth.markIndexed(pointer, 'vectors', 1);
    await Promise.all([loss, vectors].map((each) => losses.report(each)));

    const scan = callsOf(itemScan, world.sql);
    for (const { target } of [loss, vectors]) await scan.announce({ pointers: [pointer], target });

    expect([await world.placements.hasIndexed(pointer.orgId), await losses.hasVectors()]).toEqual([true, true]);
  });

  it('takes vectors for one index of every organisation', async () => {
    const { pointer } = await indexed();
    const loss: IndexLoss = { target: 'vectors', generation: 1, place: '' };
    await callsOf(generations, world.sql).ensureFirst({ target: 'vectors', builtBy: 'm', dims: 3 });
    await losses.report(loss);
    expect([await losses.current(), await losses.hasVectors()]).toEqual([[], false]);

    await world.truth.markIndexed(pointer, 'vectors', 1);
    await losses.report(loss);
    await losses.settle();

    expect([await losses.current(), await losses.hasVectors()]).toEqual([[loss], true]);
    expect(await losses.nextOrganisation(loss)).toBe(pointer.orgId);
  });
});
