import {
  DEMO_CHANNEL,
  DEMO_SOURCE,
  FRESH_CONFIDENCE,
  limits,
  listOrders,
  shortIdOf,
  visibilities,
  type Item,
  type ItemId,
  type ListOrder,
  type Message,
  type Receipt,
} from '@cairn/contracts';
import {
  effectiveTime,
  lists,
  passes,
  scopeOf,
  visibleTo,
  type Filter,
  type ListFilter,
  type Principal,
  type Scope,
} from '@cairn/domain';
import type { Identity, ListPage, NewItem, Outbox, Pointer, Truth } from '@cairn/ports';
import fc from 'fast-check';
import { aColleagueOf, aNewMemory, aNewMessage, aPrincipal, mentioning, type SettableClock } from '@cairn/testing';

/** A truth with its outbox, empty or not: every test makes an organisation of its own. */
export interface TruthWorld {
  readonly truth: Truth;
  readonly outbox: Outbox;
  readonly identity: Identity;
  readonly clock: SettableClock;
  readonly close: () => Promise<void>;
}

/** A suffix that several ids share. */
const SAME_END = '123456789';

const PATTERNS = ['message.written.vectors', 'memory.written.vectors'] as const;

/** The contract suite of the port `Truth`. */
export function truthContract(adapter: string, make: () => Promise<TruthWorld>): void {
  describe(`${adapter} keeps the promises of the truth`, () => {
    let world: TruthWorld;
    let truth: Truth;

    beforeAll(async () => {
      world = await make();
      truth = world.truth;
    });
    afterAll(() => world.close());

    const write = async (author: Principal, ...items: NewItem[]): Promise<Receipt[]> => truth.write(author, items);
    const writeOne = async (author: Principal, item: NewItem) => (await write(author, item))[0] as Receipt;
    const find = (who: Principal, { kind, id }: Pick<NewItem, 'kind' | 'id'>, channel?: string) =>
      truth.find(scopeOf(who, channel), kind, id);
    /** Features in the order of the items, read by a principal, for a channel if given. */
    const candidateFeaturesOf = async (asking: Principal | [Principal, string | undefined], ...items: NewItem[]) => {
      const [who, inChannel] = Array.isArray(asking) ? asking : [asking, undefined];
      const ids = items.map(({ id }) => id);
      const features = await truth.candidateFeatures(scopeOf(who, inChannel), (items[0] as NewItem).kind, ids);
      return features.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
    };
    const pointerTo = (author: Principal, { kind, id }: Pick<NewItem, 'kind' | 'id'>): Pointer => ({
      orgId: author.orgId,
      kind,
      id,
    });

    describe('writing', () => {
      it('gives back a message as it was sent, with what the server adds', async () => {
        const ada = aPrincipal();
        const sent = {
          speaker: 'Bo',
          channel: 'ops',
          subchannel: 'night',
          sessionKey: 's1',
          externalId: 'x',
          timestamp: 7,
        };
        const message = aNewMessage({ ...sent, content: 'naïve 日本 \u0000 👩‍💻', provenance: { file: 'a.md' } });

        const receipt = await writeOne(ada, message);

        const state = { version: 1, state: 'active', created: true };
        expect(receipt).toMatchObject({ kind: 'message', id: message.id, ...state });
        expect(await find(ada, message)).toEqual({
          kind: 'message',
          id: message.id,
          orgId: ada.orgId,
          principalId: ada.principalId,
          author: null,
          role: 'user',
          ...sent,
          content: 'naïve 日本 \u0000 👩‍💻',
          turn: 0,
          visibility: 'channel',
          state: 'active',
          activeFrom: null,
          activeTo: null,
          version: 1,
          createdAt: world.clock.now(),
          source: 'api',
          provenance: { file: 'a.md' },
          index: receipt.index,
        });
      });

      it('names who wrote an item wherever it is read by its scope; a writer without a name has none', async () => {
        const { orgId } = await world.identity.firstOrganisation();
        const named = async (name: string) => {
          const { key } = await world.identity.createKey({ orgId, name, kind: 'agent', role: 'writer', peers: [] });
          return (await world.identity.authenticate(key)) as Principal;
        };
        const [ci, bo] = [await named('ci \u0000 "agent"'), await named('Bo')];
        const nobody = aColleagueOf(ci);
        const [ofCi, ofBo, ofNobody] = [aNewMessage(), aNewMessage(), aNewMessage()];
        for (const [author, item] of [
          [ci, ofCi],
          [bo, ofBo],
          [nobody, ofNobody],
        ] as const)
          await writeOne(author, item);

        const ids = [ofCi.id, ofBo.id, ofNobody.id];
        const hydrated = await truth.hydrate(scopeOf(bo), { kind: 'message' }, ids);
        const recent = await truth.recent(scopeOf(bo), { kind: 'message' }, 3);

        const names = ['ci \u0000 "agent"', 'Bo', null];
        const authorsOf = (items: readonly Item[]) => ids.map((id) => items.find((item) => item.id === id)?.author);
        expect(authorsOf(hydrated)).toEqual(names);
        expect(authorsOf(recent)).toEqual(names);
        expect((await find(bo, ofCi))?.author).toBe(names[0]);
      });

      it('has no time for what nobody dated, and lists it by when it was stored', async () => {
        const ada = aPrincipal();
        const now = world.clock.now();
        const kinds = [
          ['message', aNewMessage],
          ['memory', aNewMemory],
        ] as const;
        for (const [kind, anItem] of kinds) {
          const [undated, older, newer] = [0, now - 1, now + 1].map((timestamp) =>
            anItem({ timestamp, content: `${timestamp}` }),
          );
          await write(ada, undated!, older!, newer!);

          const listed = await truth.list(scopeOf(ada), { kind }, { order: 'newest', limit: 3 });

          expect(await find(ada, undated!)).toMatchObject({ timestamp: null, createdAt: now });
          expect(listed.map(({ id, timestamp }) => [id, timestamp])).toEqual([
            [newer!.id, now + 1],
            [undated!.id, null],
            [older!.id, now - 1],
          ]);
        }
      });

      it('gives back a memory as it was sent', async () => {
        const ada = aPrincipal();
        const sent = { tags: ['a', 'ä'], subject: 'deploys', sourceIds: ['m1'], validFrom: 1, validTo: 2, valence: -1 };
        const memory = aNewMemory({ ...sent, confidence: 0.5, store: 'episodic', category: 'lesson' });

        await writeOne(ada, memory);

        const { title, content, arousal } = memory.input;
        const given = {
          ...sent,
          title,
          content,
          arousal,
          declaredConfidence: 0.5,
          store: 'episodic',
          category: 'lesson',
        };
        expect(await find(ada, memory)).toMatchObject({ ...given, kind: 'memory', channel: null, strength: 0.8 });
      });

      it('answers in the order of the items', async () => {
        const items = [aNewMessage(), aNewMemory(), aNewMessage()];

        const receipts = await write(aPrincipal(), ...items);

        expect(receipts.map(({ id }) => id)).toEqual(items.map(({ id }) => id));
      });

      it('stores all items or none', async () => {
        const ada = aPrincipal();
        await write(ada, aNewMessage({ externalId: 'taken' }));
        const innocent = aNewMessage({ content: 'innocent' });

        const refused = write(ada, innocent, aNewMessage({ externalId: 'taken', content: 'other' }));

        await expect(refused).rejects.toMatchObject({ code: 'item/conflict', issues: [{ field: 'externalId' }] });
        expect(await find(ada, innocent)).toBeUndefined();
        expect(await truth.load(pointerTo(ada, innocent))).toBeUndefined();
      });

      it('gives turns that rise in a session, however messages are sent', async () => {
        const ada = aPrincipal();
        const sessionKey = 'talk';
        await Promise.all(
          Array.from({ length: 5 }, () => write(ada, aNewMessage({ sessionKey }), aNewMessage({ sessionKey }))),
        );

        const messages = await truth.recent(scopeOf(ada), { kind: 'message', sessionKey }, 100);

        expect(messages.map(({ turn }) => turn)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
      });

      it('counts in a turn only what everyone sees who sees the message, and keeps to the order of arrival', async () => {
        const ada = aPrincipal({ peerPrefixes: ['coach'], peers: ['*'] });
        const grace = aColleagueOf(ada);
        const sessionKey = 'talk';
        const say = (more: object = {}) => aNewMessage({ sessionKey, ...more });
        const [first, second, third] = [say(), say(), say()];
        const secrets = [
          say({ visibility: 'private' }),
          say({ visibility: 'private' }),
          say({ visibility: 'private' }),
        ];
        const peers = [say({ visibility: 'peer', channel: 'coach:1' })];
        await write(ada, first);
        await write(grace, ...secrets);
        await write(ada, ...peers, second);
        await write(grace, third);
        const seen = async (who: Scope) => {
          const messages = await truth.recent(who, { kind: 'message', sessionKey }, 100);
          return messages.map(({ id, turn }) => [id, turn]);
        };
        const nextOf = async (who: Scope, { id }: NewItem) =>
          (await truth.candidateFeatures(who, 'message', [id]))[0]?.next?.id;

        const open = [first, second, third].map(({ id }, at) => [id, at]);
        expect(await seen(scopeOf(ada))).toEqual(open);
        expect(await seen(scopeOf(grace))).toEqual([
          open[0],
          ...secrets.map(({ id }, at) => [id, at]),
          open[1],
          open[2],
        ]);
        expect(await nextOf(scopeOf(ada), first)).toBe(second.id);
        expect(await nextOf(scopeOf(ada, 'coach:1'), first)).toBe(peers[0]!.id);
        expect(await nextOf(scopeOf(grace), first)).toBe(secrets[0]!.id);
        expect(await nextOf(scopeOf(grace), secrets[2]!)).toBe(second.id);
      });

      it('counts turns anew in another organisation and another session', async () => {
        const [ada, eve] = [aPrincipal(), aPrincipal()];
        const [first, second] = [aNewMessage({ sessionKey: 'a' }), aNewMessage({ sessionKey: 'b' })];
        const third = aNewMessage({ sessionKey: 'a' });
        await write(ada, first, second);
        await write(eve, third);

        const turns = [await find(ada, first), await find(ada, second), await find(eve, third)];

        expect(turns.map((message) => (message as Message).turn)).toEqual([0, 0, 0]);
      });
    });

    describe('the same thing again', () => {
      it('keeps one item when an external id comes twice with the same content', async () => {
        const ada = aPrincipal();
        const first = await writeOne(ada, aNewMessage({ externalId: 'e1' }));

        const again = await writeOne(ada, aNewMessage({ externalId: 'e1' }));

        expect(again).toEqual({ ...first, created: false });
        expect(await truth.count(scopeOf(ada), { kind: 'message' }, 10)).toBe(1);
      });

      it('keeps one item when many send the same external id at once', async () => {
        const ada = aPrincipal();

        const receipts = await Promise.all(
          Array.from({ length: 10 }, () => writeOne(ada, aNewMessage({ externalId: 'e1' }))),
        );

        expect(new Set(receipts.map(({ id }) => id)).size).toBe(1);
        expect(receipts.filter(({ created }) => created)).toHaveLength(1);
      });

      it('refuses an external id with other content', async () => {
        const ada = aPrincipal();
        await write(ada, aNewMessage({ externalId: 'e1' }));

        const other = write(ada, aNewMessage({ externalId: 'e1', content: 'Something else.' }));

        await expect(other).rejects.toMatchObject({ code: 'item/conflict' });
      });

      it('keeps external ids apart by organisation, kind and source', async () => {
        const ada = aPrincipal();
        const items = [
          aNewMessage({ externalId: 'e' }),
          aNewMessage({ externalId: 'e', source: 'chat' }),
          aNewMemory({ externalId: 'e' }),
        ];

        const receipts = [
          ...(await write(ada, ...items)),
          ...(await write(aPrincipal(), aNewMessage({ externalId: 'e' }))),
        ];

        expect(receipts.every(({ created }) => created)).toBe(true);
      });

      it('tells nothing by an external id of what the writer does not see', async () => {
        const ada = aPrincipal({ peerPrefixes: ['coach'], peers: ['*'] });
        const grace = aColleagueOf(ada, { peers: ['coach:2'] });
        const hidden = [
          aNewMessage({ externalId: 'e', visibility: 'private' }),
          aNewMessage({ externalId: 'e', visibility: 'peer', channel: 'coach:1' }),
        ];
        await write(ada, ...hidden);
        const sent = [
          aNewMessage({ externalId: 'e', content: 'private', visibility: 'private' }),
          aNewMessage({ externalId: 'e', content: 'open' }),
          aNewMessage({ externalId: 'e', content: 'peer', visibility: 'peer', channel: 'coach:2' }),
        ];
        const again = () => sent.map((item) => ({ ...item, id: aNewMessage().id }));

        const first = await write(grace, ...again());
        const second = await write(grace, ...again());

        expect(first.map(({ created }) => created)).toEqual([true, true, true]);
        expect(second).toEqual(first.map((receipt) => ({ ...receipt, created: false })));
        const other = write(grace, aNewMessage({ externalId: 'e', content: 'other', visibility: 'private' }));
        await expect(other).rejects.toMatchObject({ code: 'item/conflict' });
        expect(
          (await write(ada, ...hidden.map((item) => ({ ...item, id: aNewMessage().id })))).map(({ id }) => id),
        ).toEqual(hidden.map(({ id }) => id));
      });

      it('takes the same external id of another audience for another item, and joins a memory to those that are seen', async () => {
        const ada = aPrincipal();
        const grace = aColleagueOf(ada);
        const secret = aNewMessage({ externalId: 'e', content: 'secret', visibility: 'private' });
        const open = aNewMessage({ externalId: 'e', content: 'open' });
        const memory = aNewMemory({ sourceIds: ['e'] });
        await write(ada, secret, open, memory);

        const linkedOf = async (who: Principal) =>
          (await truth.sourceLinks(scopeOf(who), 'memory', [memory.id])).map(({ linked }) => linked.id);
        expect((await linkedOf(ada)).sort()).toEqual([secret.id, open.id].sort());
        expect(await linkedOf(grace)).toEqual([open.id]);
      });

      it('takes what would be stored as it stands for the same, however it was sent at first', async () => {
        const ada = aPrincipal();
        const said = aNewMessage({ externalId: 'e', channel: 'ops', provenance: { file: 'a', line: '1' } });
        const kept = aNewMemory({ externalId: 'e', tags: ['a'] });
        await write(ada, said, kept);
        const saidOutLoud = { externalId: 'e', channel: 'ops', timestamp: world.clock.now() };

        const again = await write(
          ada,
          aNewMessage({ ...saidOutLoud, provenance: { line: '1', file: 'a' } }),
          aNewMemory({ externalId: 'e', tags: ['a'], confidence: FRESH_CONFIDENCE, timestamp: world.clock.now() }),
        );

        expect(again).toMatchObject([
          { id: said.id, created: false },
          { id: kept.id, created: false },
        ]);
        for (const other of [
          aNewMessage({ ...saidOutLoud, provenance: {} }),
          aNewMessage({ ...saidOutLoud, provenance: { file: 'a', line: '1' }, timestamp: 1 }),
          aNewMemory({ externalId: 'e', tags: ['a', 'b'] }),
          aNewMemory({ externalId: 'e', tags: ['a'], confidence: 0.1 }),
        ])
          await expect(write(ada, other)).rejects.toMatchObject({ code: 'item/conflict' });
      });

      it('takes the id that it gave for the external id of what has none', async () => {
        const ada = aPrincipal();
        const said = aNewMessage({ content: 'said' });
        const withId = aNewMessage({ content: 'with an id', externalId: 'e' });
        const secret = aNewMessage({ content: 'secret', visibility: 'private' });
        await write(ada, said, withId, secret);
        const named = ({ id, input }: NewItem, more: object = {}) =>
          aNewMessage({ ...(input as object), externalId: id, ...more });

        const again = await write(ada, named(said), aNewMessage(), named(said), named(secret));
        const others = [
          ...(await write(ada, named(withId), named(said, { source: 'chat' }))),
          ...(await write(aPrincipal(), named(said))),
        ];

        expect(again.map(({ id, created }) => [id, created])).toEqual([
          [said.id, false],
          [expect.any(String), true],
          [said.id, false],
          [secret.id, false],
        ]);
        expect(others.map(({ created }) => created)).toEqual([true, true, true]);
        const conflict = { code: 'item/conflict' };
        await expect(write(ada, named(said, { content: 'other' }))).rejects.toMatchObject(conflict);
        expect(await write(aColleagueOf(ada), named(secret))).toMatchObject([{ created: true }]);
      });

      it('stores a forgotten item anew under the id that it had, once it is asked for again', async () => {
        const ada = aPrincipal();
        const said = aNewMessage();
        await write(ada, said);
        await truth.forget(scopeOf(ada), ada, 'message', said.id);
        const restored = (again?: 'own') =>
          truth.write(ada, [aNewMessage({ externalId: said.id })], undefined, again).then(([receipt]) => receipt!);

        const first = await restored('own');
        const second = await restored();

        expect([first.created, second.created]).toEqual([true, false]);
        expect(second.id).toBe(first.id);
      });

      it('merges memories of one key, but not across audiences', async () => {
        const ada = aPrincipal();
        const grace = aColleagueOf(ada);
        const mergeKey = 'same';
        const first = await writeOne(ada, aNewMemory({}, { mergeKey }));

        const again = await writeOne(grace, aNewMemory({ title: 'Again' }, { mergeKey }));
        const others = [
          await writeOne(ada, aNewMemory({ visibility: 'private' }, { mergeKey })),
          await writeOne(grace, aNewMemory({ visibility: 'private' }, { mergeKey })),
          await writeOne(ada, aNewMemory({ channel: 'ops' }, { mergeKey })),
          await writeOne(ada, aNewMemory({ externalId: 'e' }, { mergeKey })),
        ];

        expect(again).toEqual({ ...first, created: false });
        expect(new Set(others.map(({ id }) => id)).size).toBe(4);
      });

      it('answers a repeated idempotency key as the first time, and only its own principal', async () => {
        const ada = aPrincipal();
        const idempotency = { key: 'k', requestHash: 'h' };
        const first = await truth.write(ada, [aNewMessage()], idempotency);

        const again = await truth.write(ada, [aNewMessage()], idempotency);
        const other = await truth.write(aColleagueOf(ada), [aNewMessage()], idempotency);

        expect(again).toEqual(first);
        expect(other[0]?.id).not.toBe(first[0]?.id);
        expect(await truth.count(scopeOf(ada), { kind: 'message' }, 10)).toBe(2);
      });

      it('refuses an idempotency key with another request', async () => {
        const ada = aPrincipal();
        await truth.write(ada, [aNewMessage()], { key: 'k', requestHash: 'h' });

        const other = truth.write(ada, [aNewMessage()], { key: 'k', requestHash: 'other' });

        await expect(other).rejects.toMatchObject({ code: 'idempotency/mismatch' });
      });

      it('does not remember the key of a request that was refused', async () => {
        const ada = aPrincipal();
        const idempotency = { key: 'k', requestHash: 'h' };
        const taken = aNewMessage({ externalId: 'e' });
        await write(ada, taken);
        const refused = truth.write(ada, [aNewMessage({ externalId: 'e', content: 'other' })], idempotency);
        await expect(refused).rejects.toMatchObject({ code: 'item/conflict' });
        await truth.forget(scopeOf(ada), ada, 'message', taken.id);

        const anew = [aNewMessage({ externalId: 'e', content: 'other' })];
        const receipts = await truth.write(ada, anew, idempotency, 'own');

        expect(receipts).toMatchObject([{ created: true }]);
      });
    });

    describe('forgetting', () => {
      it('takes an item out of every answer and leaves a tombstone of a higher version', async () => {
        const ada = aPrincipal();
        const scope = scopeOf(ada);
        const message = aNewMessage({ speaker: 'Bo', sessionKey: 's' });
        await write(ada, message);

        expect(await truth.forget(scope, ada, 'message', message.id)).toBe(true);

        expect(await find(ada, message)).toBeUndefined();
        expect(await truth.hydrate(scope, { kind: 'message', includeArchived: true }, [message.id])).toEqual([]);
        expect(await truth.recent(scope, { kind: 'message', includeArchived: true }, 10)).toEqual([]);
        expect(await truth.candidateFeatures(scope, 'message', [message.id])).toEqual([]);
        expect(await truth.speakers(scope)).toEqual([]);
        expect(await truth.count(scope, { kind: 'message', includeArchived: true }, 10)).toBe(0);
        expect((await truth.stats(scope)).messages.total).toBe(0);
        expect(await truth.load(pointerTo(ada, message))).toEqual({ deletedAt: world.clock.now(), version: 2 });
      });

      it('forgets nothing twice, and nothing that the scope does not see or of another kind', async () => {
        const ada = aPrincipal();
        const secret = aNewMessage({ visibility: 'private' });
        await write(ada, secret);
        const forget = (who: Principal, kind: 'message' | 'memory' = 'message') =>
          truth.forget(scopeOf(who), who, kind, secret.id);

        expect(await forget(aColleagueOf(ada))).toBe(false);
        expect(await forget(aPrincipal())).toBe(false);
        expect(await forget(ada, 'memory')).toBe(false);
        expect(await forget(ada)).toBe(true);
        expect(await forget(ada)).toBe(false);
      });

      it('lets a writer forget what they wrote themselves, and a manager or an admin what the scope sees', async () => {
        const ada = aPrincipal();
        const [grace, manager, admin] = (['writer', 'manager', 'admin'] as const).map((role) =>
          aColleagueOf(ada, { role }),
        );
        const forget = (who: Principal, { kind, id }: NewItem) => truth.forget(scopeOf(who), who, kind, id);
        const [message, memory, secret] = [aNewMessage(), aNewMemory(), aNewMessage({ visibility: 'private' })];
        await write(ada, message, memory, secret);

        for (const item of [message, memory]) {
          await expect(forget(grace!, item)).rejects.toMatchObject({ code: 'auth/forbidden' });
          expect(await find(ada, item)).toBeDefined();
        }
        for (const who of [grace!, manager!, admin!]) expect(await forget(who, secret)).toBe(false);
        expect(await forget(manager!, message)).toBe(true);
        expect(await forget(admin!, memory)).toBe(true);
        expect(await forget(ada, secret)).toBe(true);
        expect(await forget(grace!, message)).toBe(false);
      });

      it('frees the external id and the merge key', async () => {
        const ada = aPrincipal();
        const items = [aNewMessage({ externalId: 'e' }), aNewMemory({}, { mergeKey: 'k' })];
        await write(ada, ...items);
        for (const { kind, id } of items) await truth.forget(scopeOf(ada), ada, kind, id);

        const anew = [aNewMessage({ externalId: 'e', content: 'new' }), aNewMemory({}, { mergeKey: 'k' })];
        const receipts = await truth.write(ada, anew, undefined, 'own');

        expect(receipts).toMatchObject([{ created: true }, { created: true }]);
      });

      it('tells who waits for an index of something they see, and nobody else', async () => {
        const ada = aPrincipal();
        const [colleague, stranger] = [aColleagueOf(ada), aPrincipal()];
        const hidden = aNewMessage({ visibility: 'private' });
        await truth.write(ada, [hidden]);
        const pointer = pointerTo(ada, hidden);
        const behind = (who: Principal, olderThanMs = 500) => truth.isBehind(scopeOf(who), 'vectors', olderThanMs);
        const atOnce = await behind(ada);
        world.clock.advance(1_000);
        const later = await Promise.all([ada, colleague, stranger].map((who) => behind(who)));
        const notForSoLong = await behind(ada, 2_000);
        await truth.markIndexed(pointer, 'vectors', 1);

        expect([atOnce, ...later, notForSoLong]).toEqual([false, true, false, false, false]);
        expect(await behind(ada)).toBe(false);
      });

      it('lists the newest items that wait for their vectors, as far as scope, filter and length let them through', async () => {
        const ada = aPrincipal();
        const [colleague, stranger] = [aColleagueOf(ada), aPrincipal()];
        const told = [aNewMemory({ content: 'first' }), aNewMemory({ content: 'second', tags: ['ops'] })];
        const hidden = aNewMemory({ content: 'third', visibility: 'private' });
        const long = aNewMemory({ content: 'x'.repeat(500) });
        for (const item of [...told, hidden, long, aNewMessage({ content: 'said' })]) await truth.write(ada, [item]);
        const waiting = async (who: Principal, filter: Partial<Filter> = {}, limit = 10) => {
          const items = await truth.waiting(scopeOf(who), { kind: 'memory', ...filter }, { limit, charsMax: 400 });
          return items.map(({ content }) => content);
        };

        expect(await waiting(ada)).toEqual(['third', 'second', 'first']);
        expect(await waiting(ada, {}, 1)).toEqual(['third']);
        expect(await waiting(colleague)).toEqual(['second', 'first']);
        expect(await waiting(colleague, { tags: ['ops'], tagMatch: 'any' })).toEqual(['second']);
        expect(await waiting(stranger)).toEqual([]);
        await truth.markIndexed(pointerTo(ada, told[1]!), 'vectors', 1);
        await truth.forget(scopeOf(ada), ada, 'memory', told[0]!.id);
        expect(await waiting(colleague)).toEqual([]);
      });

      it('never gives the turn of a forgotten message again, whoever reads the session', async () => {
        const ada = aPrincipal({ peerPrefixes: ['coach'], peers: ['*'] });
        const readers = [{}, { visibility: 'private' }, { visibility: 'peer', channel: 'coach:1' }] as const;
        const nextTurn = async (more: (typeof readers)[number], at: number) => {
          // Distinct texts: a text that one principal forgets is refused to the others.
          const texts = [`Last ${at}.`, `Next ${at}.`];
          const [last, next] = texts.map((content) => aNewMessage({ sessionKey: 's', content, ...more }));
          const scope = scopeOf(ada, 'coach:1');
          await write(ada, last!);
          await truth.forget(scope, ada, 'message', last!.id);
          await write(ada, next!);
          return (await truth.recent(scope, { kind: 'message' }, 100)).flatMap((message) =>
            message.id === next!.id ? [(message as Message).turn] : [],
          );
        };

        expect(await Promise.all(readers.map(nextTurn))).toEqual([[1], [1], [1]]);
      });
    });

    describe('reading', () => {
      it('lets nothing of the made-up team through a filter without it, and its namesakes', async () => {
        const ada = aPrincipal();
        const demo = { source: DEMO_SOURCE, channel: DEMO_CHANNEL };
        const [ours, ofChannel, ofSource] = [{}, { channel: DEMO_CHANNEL }, { source: DEMO_SOURCE }].map((place, at) =>
          aNewMessage({ content: `said ${at}`, timestamp: at + 1, ...place }),
        ) as [NewItem, NewItem, NewItem];
        const made = aNewMessage({ content: 'made up', timestamp: 9, ...demo });
        await write(ada, ours, ofChannel, ofSource, made);
        const ids = [ours, ofChannel, ofSource].map(({ id }) => id);
        const seen = async (filter: Filter & { kind: 'message' }) => {
          const recent = await truth.recent(scopeOf(ada), filter, 9);
          const hydrated = await truth.hydrate(scopeOf(ada), filter, [...ids, made.id]);
          return [recent.map(({ id }) => id), hydrated.length, await truth.count(scopeOf(ada), filter, 9)];
        };

        expect(await seen({ kind: 'message', noDemo: true })).toEqual([ids, 3, 3]);
        expect(await seen({ kind: 'message' })).toEqual([[...ids, made.id], 4, 4]);
        expect((await truth.candidateFeatures(scopeOf(ada), 'message', [made.id]))[0]).toMatchObject({
          isOfDemo: true,
        });
      });

      it('finds items by the ends of their ids, of all that end so and are seen', async () => {
        const ada = aPrincipal();
        const grace = aColleagueOf(ada);
        const ended = (item: NewItem, beginning: string) =>
          ({ ...item, id: `0197a3b0-0000-7000-8000-${beginning}` }) as NewItem;
        const message = ended(aNewMessage({ content: 'one' }), `a01${SAME_END}`);
        const hidden = ended(aNewMemory({ title: 'Hidden', visibility: 'private' }), `a02${SAME_END}`);
        const memory = ended(aNewMemory({ title: 'Another' }), `a03${SAME_END}`);
        const other = aNewMemory({ title: 'Of another end', content: 'Ends otherwise.' });
        await write(ada, message, memory, other, hidden);
        await write(aPrincipal(), ended(aNewMessage({ content: 'of others' }), `a04${SAME_END}`));
        await truth.forget(scopeOf(ada), ada, 'memory', memory.id);
        const idsOf = async (who: Principal, ...ends: string[]) =>
          (await truth.idsByEnd(scopeOf(who), ends)).toSorted();

        expect(await idsOf(ada, SAME_END)).toEqual([message.id, hidden.id]);
        expect(await idsOf(grace, SAME_END)).toEqual([message.id]);
        expect(await idsOf(grace, SAME_END, SAME_END, shortIdOf(other.id))).toEqual([message.id, other.id].toSorted());
        expect(await idsOf(grace, '000000000')).toEqual([]);
        expect(await idsOf(grace)).toEqual([]);
      });

      // Behaviour 13
      it('returns the newest messages by their own time, oldest first, ties by arrival', async () => {
        const ada = aPrincipal();
        const now = world.clock.now();
        const texts = ['unknown time', 'old', 'tie one', 'tie two', 'oldest'];
        const times = [0, now - 100, now - 50, now - 50, now - 200];
        await write(ada, ...texts.map((content, index) => aNewMessage({ content, timestamp: times[index] as number })));

        const messages = await truth.recent(scopeOf(ada), { kind: 'message' }, 4);

        expect(messages.map(({ content }) => content)).toEqual(['old', 'tie one', 'tie two', 'unknown time']);
      });

      it('names the neighbours of a message as far as the scope sees them', async () => {
        const ada = aPrincipal();
        const grace = aColleagueOf(ada);
        const sessionKey = 's';
        const question = aNewMessage({ sessionKey, content: 'When do we freeze?' });
        const secret = aNewMessage({ sessionKey, visibility: 'private' });
        const answer = aNewMessage({ sessionKey });
        await write(ada, question, secret, answer);
        const candidateFeaturesOf = async (who: Principal) =>
          (await truth.candidateFeatures(scopeOf(who), 'message', [answer.id, question.id])).sort((a, b) =>
            a.id < b.id ? -1 : 1,
          );

        const [first, last] = await candidateFeaturesOf(grace);
        const [firstForAda, lastForAda] = await candidateFeaturesOf(ada);

        expect(first).toMatchObject({ id: question.id, next: { id: answer.id }, questionShare: 1, length: 18 });
        expect(first?.previous).toBeUndefined();
        expect(last).toMatchObject({ id: answer.id, previous: { id: question.id, questionShare: 1 } });
        expect(last?.next).toBeUndefined();
        expect([first?.turn, last?.turn]).toEqual([0, 1]);
        expect(firstForAda?.next).toEqual({ id: secret.id, role: 'user' });
        expect(lastForAda?.previous).toEqual({ id: secret.id, role: 'user', questionShare: 0 });
      });

      it('knows no neighbours without a session', async () => {
        const ada = aPrincipal();
        const messages = [aNewMessage(), aNewMessage()];
        await write(ada, ...messages);

        const features = await truth.candidateFeatures(
          scopeOf(ada),
          'message',
          messages.map(({ id }) => id),
        );

        expect(features.filter(({ previous, next, turn }) => previous ?? next ?? turn)).toEqual([]);
      });

      it('knows the text of a file of a repository from its decisions and from all else', async () => {
        const ada = aPrincipal();
        const source = 'repository:acme/shop';
        const [file, record, other] = [
          aNewMemory({ source, category: 'fact' }),
          aNewMemory({ source, category: 'decision' }),
          aNewMemory({ source: 'adr:acme/shop' }),
        ];
        await write(ada, file, record, other);

        const features = await truth.candidateFeatures(scopeOf(ada), 'memory', [file.id, record.id, other.id]);

        expect(features.filter(({ isRepositoryFile }) => isRepositoryFile).map(({ id }) => id)).toEqual([file.id]);
      });

      it('gives back what a text says and tells of', async () => {
        const ada = aPrincipal();
        const mentionedTime = { from: -5, to: 86_400_000 };
        const items = [
          aNewMessage({}, { mentions: mentioning('time'), mentionedTime }),
          aNewMessage({}, { mentions: mentioning('number') }),
          aNewMessage({}, { mentions: mentioning('name') }),
          aNewMessage({}, { mentions: mentioning('rule') }),
          aNewMessage(),
        ];
        const memory = aNewMemory({}, { mentions: mentioning('time', 'number', 'name'), mentionedTime });
        await write(ada, ...items, memory);

        const [time, number, name, rule, nothing] = await candidateFeaturesOf(ada, ...items);
        const [ofMemory] = await candidateFeaturesOf(ada, memory);

        expect(time).toMatchObject({ mentions: mentioning('time'), mentionedTime });
        expect(number).toMatchObject({ mentions: mentioning('number') });
        expect(name).toMatchObject({ mentions: mentioning('name') });
        expect(rule).toMatchObject({ mentions: mentioning('rule') });
        expect(nothing).toMatchObject({ mentions: mentioning() });
        expect([number?.mentionedTime, nothing?.mentionedTime]).toEqual([undefined, undefined]);
        expect(ofMemory).toMatchObject({ mentions: mentioning('time', 'number', 'name'), mentionedTime });
      });

      it('names the session of a message and the document of a section', async () => {
        const ada = aPrincipal();
        const messages = [aNewMessage({ sessionKey: 's' }), aNewMessage()];
        const memories = ['Plan / Freeze', 'Plan / Freeze / Exceptions', 'Plan', 'a/b test'].map((title) =>
          aNewMemory({ title }),
        );
        await write(ada, ...messages, ...memories);

        expect((await candidateFeaturesOf(ada, ...messages)).map(({ group }) => group)).toEqual(['s', null]);
        expect((await candidateFeaturesOf(ada, ...memories)).map(({ group }) => group)).toEqual([
          'Plan',
          'Plan',
          null,
          null,
        ]);
      });

      it('tells threads between people from those with an assistant', async () => {
        const ada = aPrincipal();
        const among = [aNewMessage({ sessionKey: 'people' }), aNewMessage({ sessionKey: 'people', role: 'tool' })];
        const chat = [aNewMessage({ sessionKey: 'chat' }), aNewMessage({ sessionKey: 'chat', role: 'assistant' })];
        const alone = [aNewMessage(), aNewMessage({ role: 'assistant' })];
        const memory = aNewMemory();
        await write(ada, ...among, ...chat, ...alone, memory);
        await write(aPrincipal(), aNewMessage({ sessionKey: 'people', role: 'assistant' }));

        const threads = (await candidateFeaturesOf(ada, ...among, ...chat, ...alone)).map(({ thread }) => thread);

        expect(threads).toEqual(['people', 'people', 'assistant', 'assistant', 'people', 'assistant']);
        expect(await candidateFeaturesOf(ada, memory)).toMatchObject([{ thread: null }]);
      });

      it('sees an assistant in a thread as far as the scope does', async () => {
        const ada = aPrincipal({ peers: ['coach:1'], peerPrefixes: PEER_PREFIXES });
        const grace = aColleagueOf(ada);
        const [inPrivate, inPeer, forgotten] = ['private', 'peer', 'forgotten'].map((sessionKey) =>
          aNewMessage({ sessionKey }),
        ) as [NewItem, NewItem, NewItem];
        const gone = aNewMessage({ sessionKey: 'forgotten', role: 'assistant' });
        await write(
          ada,
          ...[inPrivate, inPeer, forgotten, gone],
          aNewMessage({ sessionKey: 'private', role: 'assistant', visibility: 'private' }),
          aNewMessage({ sessionKey: 'peer', role: 'assistant', channel: 'coach:1', visibility: 'peer' }),
        );
        const threadsFor = async (who: Principal, inChannel?: string) =>
          (await candidateFeaturesOf([who, inChannel], inPrivate, inPeer, forgotten)).map(({ thread }) => thread);
        expect(await threadsFor(ada)).toEqual(['assistant', 'people', 'assistant']);

        await truth.forget(scopeOf(ada), ada, 'message', gone.id);

        expect(await threadsFor(ada)).toEqual(['assistant', 'people', 'people']);
        expect(await threadsFor(ada, 'coach:1')).toEqual(['assistant', 'assistant', 'people']);
        expect(await threadsFor(grace)).toEqual(['people', 'people', 'people']);
      });

      it('lists every item once, page by page, while others are written and forgotten', async () => {
        const ada = aPrincipal();
        const scope = scopeOf(ada);
        const now = world.clock.now();
        const items = [30, 10, 20, 20, 40].map((past) => aNewMessage({ timestamp: now - past }));
        const [b, e, c, d, a] = items.map(({ id }) => id) as [ItemId, ItemId, ItemId, ItemId, ItemId];
        await write(ada, ...items);
        const page = async (order: ListOrder, last?: Message) => {
          const after = last && { id: last.id, time: effectiveTime(last) };
          return (await truth.list(scope, { kind: 'message' }, { order, limit: 2, after })) as Message[];
        };
        const ids = (...pages: Message[][]) => pages.flat().map(({ id }) => id);

        const newest = await page('newest');
        const oldest = await page('oldest');
        const stored = await page('stored');
        await truth.forget(scope, ada, 'message', newest[1]!.id);
        await truth.forget(scope, ada, 'message', stored[1]!.id);
        const late = aNewMessage({ timestamp: now - 25, content: 'Late.' });
        await write(ada, aNewMessage({ timestamp: now, content: 'Now.' }), late);
        const [newestRest, oldestRest, storedRest] = await Promise.all([
          page('newest', newest[1]),
          page('oldest', oldest[1]),
          page('stored', stored[1]),
        ]);

        expect(ids(newest, newestRest)).toEqual([e, d, c, late.id]);
        expect(ids(oldest, oldestRest)).toEqual([a, b, late.id, c]);
        expect(ids(stored, storedRest)).toEqual([b, e, c, a]);
        expect(ids(newestRest)).not.toContain(d);
      });

      it('shows in a list how far the indexes are with an item', async () => {
        const ada = aPrincipal();
        const memory = aNewMemory();
        await write(ada, memory);
        await truth.markIndexed(pointerTo(ada, memory), 'vectors', 1);

        const [listed] = await truth.list(scopeOf(ada), { kind: 'memory' }, { order: 'newest', limit: 1 });

        expect(listed).toEqual(await find(ada, memory));
        expect(listed?.index.vectors).toBe('indexed');
      });

      it('does not go on from an item that the organisation does not have', async () => {
        const [ada, eve] = [aPrincipal(), aPrincipal()];
        const [own, foreign] = [aNewMessage(), aNewMessage()];
        await write(ada, own);
        await write(eve, foreign);
        const after = (id: ItemId, kind: 'message' | 'memory' = 'message') =>
          truth.list(scopeOf(ada), { kind }, { order: 'newest', limit: 1, after: { id, time: 1 } });

        const refusal = { code: 'request/invalid', issues: [{ field: 'cursor' }] };
        await expect(after(foreign.id)).rejects.toMatchObject(refusal);
        await expect(after(own.id, 'memory')).rejects.toMatchObject(refusal);
        await expect(after(own.id)).resolves.toEqual([]);
      });

      it('counts up to a bound', async () => {
        const ada = aPrincipal();
        await write(ada, aNewMessage(), aNewMessage(), aNewMessage());

        expect(await truth.count(scopeOf(ada), { kind: 'message' }, 2)).toBe(2);
        expect(await truth.count(scopeOf(ada), { kind: 'message' }, 5)).toBe(3);
      });

      it('sums up what the scope sees, and nothing else', async () => {
        const ada = aPrincipal();
        await write(
          ada,
          aNewMemory({ title: 'One', store: 'episodic' }),
          aNewMemory({ title: 'Two', category: 'rule' }),
        );
        await write(
          ada,
          aNewMemory({ visibility: 'private' }),
          aNewMessage({ channel: 'c', sessionKey: 's' }),
          aNewMessage(),
        );
        await write(aPrincipal(), aNewMemory(), aNewMessage());

        const stats = await truth.stats(scopeOf(aColleagueOf(ada)));

        expect(stats.memories).toMatchObject({ total: 2, archived: 0, last24h: 2, meanStrength: 0.8 });
        expect(stats.memories.byStore).toEqual({ episodic: 1, semantic: 1 });
        expect(stats.memories.byCategory).toEqual({ decision: 1, rule: 1 });
        expect(stats.messages).toEqual({ total: 2, last24h: 2, channels: 1, sessions: 1 });
        expect(stats.index).toEqual({
          pending: { words: expect.any(Number), vectors: 4 },
          dead: { words: 0, vectors: 0 },
          off: { words: 0, vectors: 0 },
        });
        expect(stats.strongest.map(({ title }) => title).sort()).toEqual(['One', 'Two']);
      });

      it('sums up nothing as nothing', async () => {
        const stats = await truth.stats(scopeOf(aPrincipal()));

        expect(stats.memories).toMatchObject({ total: 0, meanStrength: 0, byStore: {} });
        expect(stats.messages).toEqual({ total: 0, last24h: 0, channels: 0, sessions: 0 });
      });

      it('shows each scope what `visibleTo` and `passes` say, by every way of reading', async () => {
        await fc.assert(
          fc.asyncProperty(aTeam, async (team) => {
            const stored = await storeTeam(truth, team);
            for (const asked of team.asked) await expectRightAnswers(truth, stored, asked);
          }),
          { numRuns: 40 },
        );
      }, 60_000);
    });

    describe('what was made from what', () => {
      const linkedOf = async (who: Principal, item: NewItem, channel?: string) =>
        (await truth.sourceLinks(scopeOf(who, channel), item.kind, [item.id])).map(({ id, linked }) => [
          id,
          linked.kind,
          linked.id,
        ]);

      it('joins a memory and its source both ways, by id in any case and by external id of the same source', async () => {
        const ada = aPrincipal();
        const [said, told] = [aNewMessage({ content: 'said' }), aNewMessage({ externalId: 'm1', content: 'told' })];
        const memory = aNewMemory({ sourceIds: [said.id.toUpperCase(), 'm1'] });
        await write(ada, said, told, memory);

        expect(await linkedOf(ada, said)).toEqual([[said.id, 'memory', memory.id]]);
        expect(await linkedOf(ada, told)).toEqual([[told.id, 'memory', memory.id]]);
        const sources = await linkedOf(ada, memory);
        expect(sources).toHaveLength(2);
        expect(sources).toContainEqual([memory.id, 'message', said.id]);
        expect(sources).toContainEqual([memory.id, 'message', told.id]);
      });

      it('finds a source that comes later, and a memory that was made from a memory', async () => {
        const ada = aPrincipal();
        const first = aNewMemory({ externalId: 'first' });
        const second = aNewMemory({ sourceIds: ['first'] });
        await write(ada, second);
        await write(ada, first);

        expect(await linkedOf(ada, second)).toEqual([[second.id, 'memory', first.id]]);
        expect(await linkedOf(ada, first)).toEqual([[first.id, 'memory', second.id]]);
      });

      it('says one source link once, however often it is named', async () => {
        const ada = aPrincipal();
        const said = aNewMessage({ externalId: 'm1' });
        const memory = aNewMemory({ sourceIds: ['m1', said.id, 'm1'] });
        await write(ada, said, memory);

        expect(await linkedOf(ada, memory)).toHaveLength(1);
        expect(await linkedOf(ada, said)).toHaveLength(1);
      });

      it('knows nothing of another source system, another organisation or a name that nothing has', async () => {
        const [ada, eve] = [aPrincipal(), aPrincipal()];
        const [elsewhere, foreign] = [
          aNewMessage({ externalId: 'm1', source: 'chat' }),
          aNewMessage({ externalId: 'm1' }),
        ];
        const memory = aNewMemory({ sourceIds: ['m1', foreign.id, 'nothing', ''.padEnd(500, 'x')] });
        await write(ada, elsewhere, memory);
        await write(eve, foreign);

        expect(await linkedOf(ada, memory)).toEqual([]);
        expect(await linkedOf(ada, elsewhere)).toEqual([]);
        expect(await linkedOf(eve, foreign)).toEqual([]);
      });

      it('tells of source links only to those who see both', async () => {
        const ada = aPrincipal();
        const grace = aColleagueOf(ada);
        const said = aNewMessage();
        const secret = aNewMemory({ visibility: 'private', sourceIds: [said.id] });
        await write(ada, said, secret);

        expect(await linkedOf(ada, said)).toHaveLength(1);
        expect(await linkedOf(grace, said)).toEqual([]);
        expect(await linkedOf(grace, secret)).toEqual([]);
      });

      it('forgets a source link with either of the two', async () => {
        const ada = aPrincipal();
        const [one, other] = [aNewMessage(), aNewMessage()];
        const [fromOne, fromOther] = [aNewMemory({ sourceIds: [one.id] }), aNewMemory({ sourceIds: [other.id] })];
        await write(ada, one, other, fromOne, fromOther);

        await truth.forget(scopeOf(ada), ada, 'message', one.id);
        await truth.forget(scopeOf(ada), ada, 'memory', fromOther.id);

        expect(await linkedOf(ada, fromOne)).toEqual([]);
        expect(await linkedOf(ada, other)).toEqual([]);
      });

      it('takes a memory that names many for a summary, which has no source links', async () => {
        const ada = aPrincipal();
        const said = Array.from({ length: limits.linkedSources.max + 1 }, (_, at) =>
          aNewMessage({ externalId: `m${at}` }),
        );
        const names = said.map((_, at) => `m${at}`);
        const [summary, digest] = [aNewMemory({ sourceIds: names }), aNewMemory({ sourceIds: names.slice(1) })];
        await write(ada, ...said, summary, digest);

        expect(await linkedOf(ada, summary)).toEqual([]);
        expect(await linkedOf(ada, digest)).toHaveLength(limits.linkedSources.max);
      });
    });

    describe('derived stores', () => {
      it('shows an item as indexed when its version is, and never goes back', async () => {
        const ada = aPrincipal();
        const message = aNewMessage();
        await write(ada, message);
        const pointer = pointerTo(ada, message);

        const before = await truth.indexStates([pointer]);
        await truth.markIndexed(pointer, 'vectors', 1);
        await truth.markIndexed(pointer, 'vectors', 0);

        expect(before).toMatchObject([{ vectors: 'pending' }]);
        expect(await truth.indexStates([pointer])).toMatchObject([{ vectors: 'indexed' }]);
        expect(await find(ada, message)).toMatchObject({ index: { vectors: 'indexed' } });
      });

      it('reads and marks many that come together, of several organisations, as it does one by one', async () => {
        const [ada, eve] = [aPrincipal(), aPrincipal()];
        const [said, gone, foreign] = [aNewMessage(), aNewMessage(), aNewMessage()];
        const memory = aNewMemory();
        await write(ada, said, gone, memory);
        await write(eve, foreign);
        await truth.forget(scopeOf(ada), ada, 'message', gone.id);
        const pointers = [pointerTo(ada, said), pointerTo(ada, memory), pointerTo(ada, gone), pointerTo(eve, foreign)];
        const wrong = [pointerTo(eve, said), { ...pointerTo(ada, said), kind: 'memory' as const }];
        const states = () => truth.indexStates(pointers).then((all) => all.map(({ vectors }) => vectors));

        const loaded = await Promise.all([...pointers, ...wrong].map((pointer) => truth.load(pointer)));
        const before = await states();
        const marks = [...pointers, pointers[2]!, ...wrong].map((pointer, at) => ({
          pointer,
          version: at === 4 ? 2 : 1,
        }));
        await Promise.all(marks.map(({ pointer, version }) => truth.markIndexed(pointer, 'vectors', version)));

        const [first, second, third, fourth, ...others] = loaded;
        const { id } = said;
        expect([first, second, third, fourth]).toMatchObject([
          { id },
          { id: memory.id },
          { version: 2 },
          { id: foreign.id },
        ]);
        expect(others).toEqual([undefined, undefined]);
        expect(before).toEqual(['pending', 'pending', 'pending', 'pending']);
        expect(await states()).toEqual(['indexed', 'indexed', 'indexed', 'indexed']);
      });

      it('waits for the index to take a forgotten item out', async () => {
        const ada = aPrincipal();
        const message = aNewMessage();
        await write(ada, message);
        const pointer = pointerTo(ada, message);
        await truth.markIndexed(pointer, 'vectors', 1);

        await truth.forget(scopeOf(ada), ada, 'message', message.id);
        const before = await truth.indexStates([pointer]);
        await truth.markIndexed(pointer, 'vectors', 1);
        const still = await truth.indexStates([pointer]);
        await truth.markIndexed(pointer, 'vectors', 2);

        expect([...before, ...still]).toMatchObject([{ vectors: 'pending' }, { vectors: 'pending' }]);
        expect(await truth.indexStates([pointer])).toMatchObject([{ vectors: 'indexed' }]);
      });

      it('puts an event out with every change, and again when an index lags and nothing waits', async () => {
        const ada = aPrincipal();
        const message = aNewMessage();
        await write(ada, message);
        const ofMessage = async () =>
          (await world.outbox.claim(PATTERNS, 1000, 60_000)).filter(
            ({ payload }) => 'id' in payload && payload.id === message.id,
          );

        const [delivery] = await ofMessage();
        world.clock.advance(30_000);
        await truth.requeueLagging(10_000, 1000);
        const whileLeased = await ofMessage();
        await world.outbox.complete([delivery?.id ?? '']);
        world.clock.advance(30_000);
        await truth.requeueLagging(10_000, 1000);
        const again = await ofMessage();
        await truth.markIndexed(pointerTo(ada, message), 'vectors', 1);
        await world.outbox.complete(again.map(({ id }) => id));
        world.clock.advance(30_000);
        await truth.requeueLagging(10_000, 1000);

        expect(delivery?.payload).toMatchObject({ v: 1, orgId: ada.orgId, id: message.id, version: 1 });
        expect(whileLeased).toEqual([]);
        expect(again).toMatchObject([{ pattern: 'message.written.vectors', payload: { version: 1 } }]);
        expect(await ofMessage()).toEqual([]);
      });
    });
  });
}

const PEER_PREFIXES = ['coach'];
const channels = ['ops', 'coach:1', 'coach:2', 'coach:main'] as const;
const channel = fc.option(fc.constantFrom(...channels), { nil: undefined });
const tag = fc.constantFrom('a', 'A', 'ab', 'ä', '%');
const time = fc.constantFrom(0, 10, 20, 30);
const common = { channel, timestamp: time, source: fc.constantFrom('api', 'chat') } as const;
const visibility = fc.constantFrom(...visibilities);

const aDraft = fc.oneof(
  fc.record({
    kind: fc.constant('message' as const),
    author: fc.nat(2),
    visibility,
    input: fc.record({
      ...common,
      speaker: fc.option(fc.constantFrom('Bo', 'bo', 'Cy'), { nil: undefined }),
      subchannel: fc.option(fc.constantFrom('x', 'y'), { nil: undefined }),
      sessionKey: fc.option(fc.constantFrom('s', 't'), { nil: undefined }),
    }),
  }),
  fc.record({
    kind: fc.constant('memory' as const),
    author: fc.nat(2),
    visibility,
    input: fc.record({
      ...common,
      store: fc.constantFrom('semantic', 'episodic'),
      category: fc.constantFrom('fact', 'rule'),
      tags: fc.array(tag, { maxLength: 3 }),
      validFrom: fc.option(time, { nil: undefined }),
      validTo: fc.option(time, { nil: undefined }),
      subject: fc.option(fc.constantFrom('payments', 'Payments'), { nil: undefined }),
    }),
  }),
);

const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });

const aFilter: fc.Arbitrary<Filter> = fc.record({
  kind: fc.constantFrom('message', 'memory'),
  channel,
  sharedRoom: optional(fc.constant('coach:main')),
  subchannel: optional(fc.constant('x')),
  sessionKey: optional(fc.constantFrom('s', 't')),
  stores: optional(fc.subarray(['semantic', 'episodic'] as const)),
  categories: optional(fc.subarray(['fact', 'rule'] as const)),
  tags: optional(fc.array(tag, { maxLength: 3 })),
  tagMatch: optional(fc.constantFrom('any', 'all')),
  sinceMs: optional(time),
  untilMs: optional(time),
  includeArchived: optional(fc.boolean()),
  holdsAt: optional(time),
  asOf: optional(time),
  subject: optional(fc.constantFrom('payments', 'Payments')),
});

const listedOnly = {
  source: optional(fc.constantFrom('api', 'chat')),
  speaker: optional(fc.constantFrom('Bo', 'bo')),
  validToMs: optional(time),
  order: fc.constantFrom(...listOrders),
};

const aTeam = fc.record({
  drafts: fc.array(aDraft, { minLength: 1, maxLength: 25 }),
  asked: fc.array(
    fc.record({
      who: fc.nat(3),
      channel,
      closed: fc.subarray(['ops', 'coach:1', 'ops:', 'coach:main']),
      filter: aFilter,
      listed: fc.record(listedOnly),
      limit: fc.integer({ min: 1, max: 8 }),
    }),
    { minLength: 1, maxLength: 8 },
  ),
  forgotten: fc.nat(30),
});

type Team = typeof aTeam extends fc.Arbitrary<infer Value> ? Value : never;

interface StoredTeam {
  readonly members: readonly Principal[];
  readonly items: readonly Item[];
}

/** Three colleagues with different peers, and one of another organisation. */
async function storeTeam(truth: Truth, { drafts, forgotten }: Team): Promise<StoredTeam> {
  const ada = aPrincipal({ peers: ['coach:1'], peerPrefixes: PEER_PREFIXES });
  const members = [ada, aColleagueOf(ada, { peers: ['*'] }), aColleagueOf(ada), aPrincipal({ peers: ['*'] })];
  const items: Item[] = [];
  for (const draft of drafts) {
    const author = members[draft.author] as Principal;
    const { visibility } = draft;
    const item =
      draft.kind === 'message' ? aNewMessage(draft.input, { visibility }) : aNewMemory(draft.input, { visibility });
    await truth.write(author, [item]);
    items.push((await truth.load({ orgId: author.orgId, kind: item.kind, id: item.id })) as Item);
  }
  const [gone] = items.splice(forgotten, 1);
  if (gone) await forgetAsItsWriter(truth, members, gone);
  return { members, items };
}

async function forgetAsItsWriter(truth: Truth, members: readonly Principal[], item: Item): Promise<void> {
  const writer = members.find(({ principalId }) => principalId === item.principalId) as Principal;
  const scope = scopeOf({ ...writer, peers: ['*'] }, item.channel);
  const isForgotten = await truth.forget(scope, writer, item.kind, item.id);
  expect(isForgotten).toBe(visibleTo(scope, item));
  if (!isForgotten) await expect(truth.find(scope, item.kind, item.id)).resolves.toBeUndefined();
}

async function expectRightAnswers(
  truth: Truth,
  { members, items }: StoredTeam,
  asked: Team['asked'][number],
): Promise<void> {
  const { filter, limit } = asked;
  const scope = scopeOf({ ...(members[asked.who] as Principal), closedChannels: asked.closed }, asked.channel);
  const seen = items.filter((item) => visibleTo(scope, item));
  const right = seen.filter((item) => passes(filter, item));
  const ids = items.map(({ id }) => id);

  expect(idsOf(await truth.hydrate(scope, filter, ids))).toEqual(idsOf(right));
  expect(await truth.count(scope, filter, 1000)).toBe(right.length);
  expect(idsOf(await truth.candidateFeatures(scope, filter.kind, ids))).toEqual(idsOf(ofKind(seen, filter.kind)));
  expect(await findAll(truth, scope, items)).toEqual(idsOf(seen));
  await expectRightRecent(truth, scope, { ...filter, kind: 'message' }, { seen, limit });
  await expectRightSpeakers(truth, scope, filter.channel, seen);
  await expectRightList(truth, scope, asked, seen);
}

/** `seen` must be in the order of arrival. */
async function expectRightList(
  truth: Truth,
  scope: Scope,
  { filter, listed: { order, ...names }, limit }: Team['asked'][number],
  seen: readonly Item[],
): Promise<void> {
  for (const listed of [
    { ...filter, ...names },
    { kind: filter.kind, ...names },
  ]) {
    const right = inOrder(
      order,
      seen.filter((item) => lists(listed, item)),
    );
    expect(await listedIds(truth, scope, listed, { order, limit })).toEqual(right.map(({ id }) => id));
  }
}

function inOrder(order: ListOrder, items: readonly Item[]): readonly Item[] {
  if (order === 'stored') return items;
  const oldest = [...items].sort((one, other) => effectiveTime(one) - effectiveTime(other));
  return order === 'oldest' ? oldest : oldest.reverse();
}

/** The ids of all pages. */
async function listedIds(truth: Truth, scope: Scope, filter: ListFilter, page: ListPage): Promise<ItemId[]> {
  const items = await truth.list(scope, filter, page);
  const last = items.at(-1);
  if (!last) return [];
  const after = { id: last.id, time: effectiveTime(last) };
  return [...items.map(({ id }) => id), ...(await listedIds(truth, scope, filter, { ...page, after }))];
}

const idsOf = (items: readonly { id: ItemId }[]) => items.map(({ id }) => id).sort();
const ofKind = (items: readonly Item[], kind: Item['kind']) => items.filter((item) => item.kind === kind);

async function findAll(truth: Truth, scope: Scope, items: readonly Item[]): Promise<ItemId[]> {
  const found = await Promise.all(items.map(({ kind, id }) => truth.find(scope, kind, id)));
  return idsOf(found.filter((item) => item !== undefined));
}

async function expectRightRecent(
  truth: Truth,
  scope: Scope,
  filter: Filter & { kind: 'message' },
  { seen, limit }: { seen: readonly Item[]; limit: number },
): Promise<void> {
  const timeOf = ({ timestamp, createdAt }: Item) => timestamp ?? createdAt;
  const right = seen.filter((item) => passes(filter, item)).sort((a, b) => timeOf(a) - timeOf(b));
  const found = await truth.recent(scope, filter, limit);
  expect(found.map(({ id }) => id)).toEqual(right.slice(-limit).map(({ id }) => id));
}

async function expectRightSpeakers(
  truth: Truth,
  scope: Scope,
  inChannel: string | undefined,
  seen: readonly Item[],
): Promise<void> {
  const heard = seen.filter(
    (item) => item.kind === 'message' && (inChannel === undefined || item.channel === inChannel),
  );
  const names = heard.flatMap((item) => ('speaker' in item && item.speaker !== null ? [item.speaker] : []));
  const distinct = [...new Set(names)].sort();
  expect((await truth.speakers(scope, inChannel)).toSorted()).toEqual(distinct);
  const asked = [...distinct.slice(1), 'Nobody', 'Caroline', 'Melanie'];
  const still = await truth.stillSpeaking(scope, asked, inChannel);
  expect(still.sort()).toEqual(distinct.filter((name) => asked.includes(name)));
}
