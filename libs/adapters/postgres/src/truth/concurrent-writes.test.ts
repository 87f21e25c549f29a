import type { Message, Receipt } from '@cairn/contracts';
import { scopeOf } from '@cairn/domain';
import type { NewItem } from '@cairn/ports';
import { aNewMemory, aNewMessage, aPrincipal, describeWith } from '@cairn/testing';
import { openWorld, postgresWorld } from '../postgres-world.fixture.ts';

describeWith('POSTGRES_URL', 'Writers at the same time', (server) => {
  let world: Awaited<ReturnType<typeof postgresWorld>>;
  let other: Awaited<ReturnType<typeof openWorld>>;

  beforeAll(async () => {
    world = await postgresWorld(server);
    other = await openWorld({ url: world.url });
  });
  afterAll(async () => {
    await other.close();
    await world.close();
  });

  const WRITERS = 20;
  const ada = aPrincipal();
  /** Concurrent writes, every second one from another process. */
  const atOnce = <Result>(write: (truth: typeof world.truth, writer: number) => Promise<Result>) =>
    Promise.all(Array.from({ length: WRITERS }, (_, writer) => write((writer % 2 ? other : world).truth, writer)));
  const created = (receipts: readonly Receipt[]) => receipts.filter((receipt) => receipt.created);
  const ids = (receipts: readonly Receipt[]) => new Set(receipts.map(({ id }) => id));
  const countFor = (who = ada) => world.truth.count(scopeOf(who), { kind: 'message' }, 10_000);

  it('with one external id store one item', async () => {
    const receipts = (await atOnce((truth) => truth.write(ada, [aNewMessage({ externalId: 'same' })]))).flat();

    expect([created(receipts).length, ids(receipts).size]).toEqual([1, 1]);
  });

  it('with one external id and different contents store one item, and refuse the others', async () => {
    const answers = await Promise.allSettled(
      await atOnce(async (truth, writer) =>
        truth
          .write(ada, [aNewMessage({ externalId: 'contested', content: `by ${writer}` })])
          .catch((error) => error.code),
      ),
    );

    const refused = answers.filter((each) => 'value' in each && each.value === 'item/conflict');
    expect(refused).toHaveLength(WRITERS - 1);
  });

  it('with one merge key store one memory', async () => {
    const receipts = (await atOnce((truth) => truth.write(ada, [aNewMemory({}, { mergeKey: 'same' })]))).flat();

    expect([created(receipts).length, ids(receipts).size]).toEqual([1, 1]);
  });

  it('with one idempotency key all get the first answer', async () => {
    const before = await countFor();
    const idempotency = { key: 'k', requestHash: 'h' };

    const answers = await atOnce((truth) => truth.write(ada, [aNewMessage(), aNewMessage()], idempotency));

    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await countFor()).toBe(before + 2);
  });

  it('with the same items in different orders neither wait for each other for ever nor store one twice', async () => {
    const eve = aPrincipal();
    const batch = () =>
      Array.from({ length: 30 }, (_, number) =>
        aNewMessage({ externalId: `e${number}`, sessionKey: `s${number % 3}` }),
      );
    const shuffled = (items: NewItem[], by: number) => [...items.slice(by), ...items.slice(0, by)].reverse();

    const receipts = (await atOnce((truth, writer) => truth.write(eve, shuffled(batch(), writer)))).flat();

    expect([created(receipts).length, ids(receipts).size, await countFor(eve)]).toEqual([30, 30, 30]);
  });

  it('give every message of a session a turn of its own, without gaps', async () => {
    const eve = aPrincipal();
    const sessionKey = 'talk';
    await atOnce((truth) =>
      truth.write(eve, [aNewMessage({ sessionKey }), aNewMessage(), aNewMessage({ sessionKey })]),
    );

    const messages: Message[] = await world.truth.recent(scopeOf(eve), { kind: 'message', sessionKey }, 100);

    const turns = messages.map(({ turn }) => turn).sort((a, b) => a - b);
    expect(turns).toEqual(Array.from({ length: 2 * WRITERS }, (_, turn) => turn));
  });

  it('and one that takes the same external id twice in a command keep one item', async () => {
    const twice = [aNewMessage({ externalId: 'twice' }), aNewMessage({ externalId: 'twice' })];

    const [first, second] = await world.truth.write(ada, twice);

    expect(second).toEqual({ ...first, created: false });
  });

  it('forget an item once', async () => {
    const message = aNewMessage();
    await world.truth.write(ada, [message]);

    const forgotten = await atOnce((truth) => truth.forget(scopeOf(ada), ada, 'message', message.id));

    expect(forgotten.filter(Boolean)).toHaveLength(1);
  });
});
