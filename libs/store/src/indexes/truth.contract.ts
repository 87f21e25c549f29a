import { limits, type Item, type Message } from '@cairn/contracts';
import { scopeOf, type Filter, type Principal, type Scope } from '@cairn/domain';
import type { NewItem } from '@cairn/ports';
import { aColleagueOf, aNewMemory, aNewMessage, aPrincipal } from '@cairn/testing';
import { readingContract } from './truth-reading.contract.ts';
import { sameAgainContract } from './truth-same-again.contract.ts';
import {
  find,
  openTruth,
  pointerTo,
  truth,
  world,
  write,
  writeOne,
  type TruthWorld,
} from './truth-under-test.fixture.ts';

const PATTERNS = ['message.written.vectors', 'memory.written.vectors'] as const;

/** Runs the contract suite of `Truth` against one adapter. */
export function truthContract(adapter: string, make: () => Promise<TruthWorld>): void {
  describe(`${adapter} keeps the promises of the truth`, () => {
    openTruth(make);

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
          toolCalls: [
            { act: 'edit' as const, target: 'src/a.ts' },
            { act: 'run' as const, target: 'npm test', failed: '2 failing' },
          ],
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
        const { orgId } = await world.keys.firstOrganisation({ peerPrefixes: ['coach'] });
        const named = async (name: string) => {
          const { key } = await world.keys.create({ orgId, name, kind: 'agent', role: 'writer', peers: [] });
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

      it('names the author that the file of an imported memory names, never whoever imported it', async () => {
        const { orgId } = await world.keys.firstOrganisation({ peerPrefixes: [] });
        const { key } = await world.keys.create({ orgId, name: 'Ada', kind: 'person', role: 'writer', peers: [] });
        const ada = (await world.identity.authenticate(key)) as Principal;
        const importOf = (provenance: Record<string, string>) =>
          aNewMemory({ provenance: { importId: 'import-1', ...provenance } });
        const [own, unnamed, named] = [aNewMemory(), importOf({}), importOf({ author: 'Linus' })];
        for (const item of [own, unnamed, named]) await writeOne(ada, item);

        const authors = [own, unnamed, named].map(async (item) => (await find(ada, item))?.author);
        expect(await Promise.all(authors)).toEqual(['Ada', null, 'Linus']);
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

      it('tells at once that the graph has not read a memory', async () => {
        const ada = aPrincipal();
        const memory = aNewMemory();
        await truth.write(ada, [memory]);
        const behind = () => truth.isBehind(scopeOf(ada), 'graph', 0);
        const before = await behind();
        await truth.markIndexed(pointerTo(ada, memory), 'graph', 1);

        expect([before, await behind()]).toEqual([true, false]);
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
          // All texts differ, since a text that one principal forgets is refused to the others.
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

    sameAgainContract();
    readingContract();
  });
}
