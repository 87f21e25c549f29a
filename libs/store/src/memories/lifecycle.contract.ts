import type { ItemId } from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import { ChangeQueue, type NewItem, type Truth } from '@cairn/ports';
import fc from 'fast-check';
import { aColleagueOf, aNewMemory, aPrincipal, type SettableClock } from '@cairn/testing';
import type { Lifecycle } from './lifecycle.ts';
import type { MemoryAct } from './acts.ts';

export interface LifecycleWorld {
  readonly lifecycle: Lifecycle;
  readonly truth: Truth;
  readonly clock: SettableClock;
  /** Runs a statement directly on the store. */
  readonly tamper: (statement: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

type NewMemory = NewItem & { kind: 'memory' };

/** Runs the contract suite of `Lifecycle` against one adapter; `make` opens an empty store and its truth. */
export function lifecycleContract(adapter: string, make: () => Promise<LifecycleWorld>): void {
  describe(`${adapter} keeps the promises of the lifecycle`, () => {
    let world: LifecycleWorld;
    let lifecycle: Lifecycle;
    let truth: Truth;

    beforeAll(async () => {
      world = await make();
      ({ lifecycle, truth } = world);
    });
    afterAll(() => world.close());

    async function stored(memory: NewMemory, author = aPrincipal()) {
      await truth.write(author, [memory]);
      return { author, id: memory.id };
    }

    const act = (author: Principal, id: ItemId, ifVersion = 1, reason?: string): MemoryAct => ({
      scope: scopeOf(author),
      author,
      id,
      ifVersion,
      reason,
    });
    const found = async (author: Principal, id: ItemId) => (await truth.find(scopeOf(author), 'memory', id)) as object;
    const { derived } = aNewMemory();
    const NO_KEY = { ...derived, mergeKey: undefined };

    it('changes what is said and leaves the rest, under a new version', async () => {
      const { author, id } = await stored(aNewMemory({ title: 'Port', content: 'It is 5432.', tags: ['db'] }));

      const outcome = await lifecycle.change({
        ...act(author, id),
        fields: { content: 'It is 5433.', validTo: 99 },
        derived: NO_KEY,
      });

      expect(outcome).toMatchObject({ outcome: 'done', version: 2, state: 'active', index: { vectors: 'pending' } });
      expect(await found(author, id)).toMatchObject({
        version: 2,
        title: 'Port',
        content: 'It is 5433.',
        tags: ['db'],
        validTo: 99,
      });
    });

    it('keeps every former text with who replaced it, when and why, newest first', async () => {
      const actionTriggers = ['git push*'];
      const { author, id } = await stored(aNewMemory({ content: 'one', tags: ['a'], actionTriggers }));
      world.clock.set(5_000);
      await lifecycle.change({
        ...act(author, id, 1, 'a typo'),
        fields: { content: 'two', tags: [] },
        derived: NO_KEY,
      });
      await lifecycle.change({
        ...act(author, id, 2),
        fields: { title: 'Other', actionTriggers: [] },
        derived: NO_KEY,
      });

      const former = await lifecycle.revisions({ scope: scopeOf(author), id, limit: 10 });

      expect(
        former.map(({ version, content, tags, ...more }) => [version, content, tags, more.actionTriggers]),
      ).toEqual([
        [2, 'two', [], actionTriggers],
        [1, 'one', ['a'], actionTriggers],
      ]);
      expect(await found(author, id)).not.toHaveProperty('actionTriggers');
      expect(former[1]).toMatchObject({ changedBy: author.principalId, changedAt: 5_000, reason: 'a typo' });
      expect(await lifecycle.revisions({ scope: scopeOf(author), id, limit: 10, below: 2 })).toEqual([former[1]]);
      expect(await lifecycle.revisions({ scope: scopeOf(aPrincipal()), id, limit: 10 })).toEqual([]);
    });

    it('tells the text that a memory had at a time, to those who see it', async () => {
      world.clock.set(1_000);
      const { author, id } = await stored(aNewMemory({ content: 'one' }));
      const other = await stored(aNewMemory({ content: 'never changed' }), author);
      for (const [at, content] of [
        [2_000, 'two'],
        [3_000, 'three'],
      ] as const) {
        world.clock.set(at);
        await lifecycle.change({ ...act(author, id, at / 1_000 - 1), fields: { content }, derived: NO_KEY });
      }
      const textsAt = (at: number, reader = author) =>
        lifecycle.textsAt({ scope: scopeOf(reader), ids: [id, other.id], at });

      expect(await textsAt(999)).toEqual([]);
      expect(await textsAt(1_000)).toMatchObject([{ id, version: 1, content: 'one' }]);
      expect(await textsAt(1_999)).toMatchObject([{ id, version: 1, content: 'one' }]);
      expect(await textsAt(2_000)).toMatchObject([{ id, version: 2, content: 'two' }]);
      expect(await textsAt(3_000)).toEqual([]);
      expect(await textsAt(1_000, aPrincipal())).toEqual([]);
    });

    it('keeps the meaning that was given through changes, and former meanings as they were', async () => {
      const meaning = {
        forbids: [
          { names: ['kubectl apply'], environments: ['production'], number: { above: 2 }, strength: 'must' as const },
        ],
        instead: ['make deploy'],
        decides: { reasons: ['one way'], alternatives: [{ what: 'by hand', whyNot: 'drift' }], reverses: 'Old way' },
        ...{ subject: 'cluster', attribute: 'way', value: 'Git' },
      };
      const { author, id } = await stored(aNewMemory(meaning));

      await lifecycle.change({ ...act(author, id), fields: { content: 'two' }, derived: NO_KEY });
      expect(await found(author, id)).toMatchObject({ content: 'two', ...meaning });
      const none = { forbids: [], instead: [], decides: null, value: null };
      await lifecycle.change({ ...act(author, id, 2), fields: none, derived: NO_KEY });

      const bare = await found(author, id);
      for (const name of Object.keys(none)) expect(bare).not.toHaveProperty(name);
      expect(await lifecycle.revisions({ scope: scopeOf(author), id, limit: 10 })).toMatchObject([meaning, meaning]);
    });

    it('refuses what was decided on another version, and of many at once lets one through', async () => {
      const { author, id } = await stored(aNewMemory());
      const tries = Array.from({ length: 8 }, (_, at) =>
        lifecycle.change({ ...act(author, id), fields: { content: `text ${at}` }, derived: NO_KEY }),
      );

      const outcomes = await Promise.all(tries);

      expect(outcomes.filter(({ outcome }) => outcome === 'done')).toHaveLength(1);
      expect(outcomes.filter(({ outcome }) => outcome === 'stale')).toHaveLength(7);
      expect(await found(author, id)).toMatchObject({ version: 2 });
      expect(await lifecycle.revisions({ scope: scopeOf(author), id, limit: 10 })).toHaveLength(1);
      expect(await lifecycle.change({ ...act(author, id), fields: { content: 'late' }, derived: NO_KEY })).toEqual({
        outcome: 'stale',
        version: 2,
      });
    });

    it('lets a writer change their own, a manager all they see, and tells nobody of what they do not see', async () => {
      const { author, id } = await stored(aNewMemory());
      const colleague = aColleagueOf(author);

      await expect(
        lifecycle.change({ ...act(colleague, id), fields: { content: 'x' }, derived: NO_KEY }),
      ).rejects.toThrow('the role manager');
      const manager = { ...colleague, role: 'manager' } as const;
      expect(await lifecycle.change({ ...act(manager, id), fields: { content: 'x' }, derived: NO_KEY })).toMatchObject({
        outcome: 'done',
      });

      const hidden = await stored(aNewMemory({}, { visibility: 'private' }), author);
      for (const other of [manager, aPrincipal({ role: 'admin' })])
        expect(await lifecycle.setState({ ...act(other, hidden.id), state: 'archived', mergeKey: undefined })).toEqual({
          outcome: 'unknown',
        });
    });

    it('archives and restores, and an archived memory is none that equal text is merged into', async () => {
      const memory = aNewMemory({ content: 'same' }, { mergeKey: 'same' });
      const { author, id } = await stored(memory);
      const again = () => ({ ...memory, id: aNewMemory().id });

      expect(await lifecycle.setState({ ...act(author, id), state: 'archived', mergeKey: undefined })).toMatchObject({
        state: 'archived',
      });
      const [receipt] = await truth.write(author, [again()]);
      expect(receipt).toMatchObject({ created: true });

      expect(await lifecycle.setState({ ...act(author, id, 2), state: 'active', mergeKey: 'same' })).toMatchObject({
        state: 'active',
        version: 3,
      });
      expect((await truth.write(author, [again()]))[0]).toMatchObject({ created: false, id: receipt!.id });
    });

    it('makes no version of a memory that is already in the requested state', async () => {
      const { author, id } = await stored(aNewMemory());
      const set = (ifVersion: number, state: 'active' | 'archived') =>
        lifecycle.setState({ ...act(author, id, ifVersion), state, mergeKey: undefined });

      expect(await set(1, 'active')).toMatchObject({ outcome: 'done', state: 'active', version: 1 });
      await set(1, 'archived');
      expect(await set(2, 'archived')).toMatchObject({ outcome: 'done', state: 'archived', version: 2 });
    });

    it('puts a successor in the place of a memory, once', async () => {
      const { author, id } = await stored(aNewMemory({ content: 'Ada owns it.' }));
      const successor = aNewMemory({ content: 'Grace owns it.' });
      const scope = scopeOf(author);

      expect(await lifecycle.supersede({ ...act(author, id, 1, 'she left'), successor })).toMatchObject({
        outcome: 'done',
        state: 'superseded',
        version: 2,
      });

      expect(await found(author, successor.id)).toMatchObject({
        content: 'Grace owns it.',
        state: 'active',
        version: 1,
      });
      expect(await lifecycle.successions({ scope, ids: [id, successor.id] })).toEqual(
        expect.arrayContaining([
          { id, supersededBy: successor.id },
          { id: successor.id, supersedes: [id] },
        ]),
      );
      const again = lifecycle.supersede({ ...act(author, id, 2), successor: aNewMemory({ content: 'Eve owns it.' }) });
      expect(await again).toEqual({ outcome: 'superseded', by: successor.id });
      expect(await truth.count(scope, { kind: 'memory' }, 10)).toBe(1);
      expect(await truth.count(scope, { kind: 'memory', includeArchived: true }, 10)).toBe(2);
    });

    describe('a superseded memory', () => {
      const replace = async (author: Principal, id: ItemId, ifVersion = 1) => {
        const successor = aNewMemory({ content: `version ${ifVersion} of ${id} goes` });
        expect(await lifecycle.supersede({ ...act(author, id, ifVersion), successor })).toMatchObject({
          outcome: 'done',
        });
        return successor.id;
      };
      const forget = (author: Principal, id: ItemId) => truth.forget(scopeOf(author), author, 'memory', id);
      const successionOf = async (author: Principal, id: ItemId) =>
        (await lifecycle.successions({ scope: scopeOf(author), ids: [id] }))[0];

      it.each(['forgotten', 'archived'])(
        'is restored, changed and superseded anew when its successor is %s',
        async (how) => {
          for (const again of ['restore', 'change', 'supersede', 'archive']) {
            const { author, id } = await stored(aNewMemory());
            const successor = await replace(author, id);
            if (how === 'forgotten') await forget(author, successor);
            else await lifecycle.setState({ ...act(author, successor), state: 'archived', mergeKey: undefined });

            if (again === 'supersede') {
              const second = await replace(author, id, 2);
              expect(await successionOf(author, id)).toEqual({ id, supersededBy: second });
              expect(await successionOf(author, successor)).toBeUndefined();
              continue;
            }
            const outcome = await (again === 'change'
              ? lifecycle.change({ ...act(author, id, 2), fields: { content: 'other' }, derived: NO_KEY })
              : lifecycle.setState({
                  ...act(author, id, 2),
                  state: again === 'restore' ? 'active' : 'archived',
                  mergeKey: undefined,
                }));
            const state = { restore: 'active', change: 'superseded', archive: 'archived' }[again];
            expect(outcome).toMatchObject({ outcome: 'done', version: 3, state });
            if (again !== 'change') expect(await successionOf(author, id)).toBeUndefined();
          }
        },
      );

      it('keeps its place in the chain when one between goes, and is free when none of the others is active', async () => {
        const { author, id } = await stored(aNewMemory());
        const second = await replace(author, id);
        const third = await replace(author, second);

        await forget(author, second);
        expect(await successionOf(author, id)).toEqual({ id, supersededBy: third });
        const refused = lifecycle.setState({ ...act(author, id, 2), state: 'active', mergeKey: undefined });
        expect(await refused).toEqual({ outcome: 'superseded', by: third });
        await forget(author, third);

        expect(await successionOf(author, id)).toBeUndefined();
        expect(await lifecycle.setState({ ...act(author, id, 2), state: 'active', mergeKey: undefined })).toMatchObject(
          { state: 'active' },
        );
        expect(await found(author, id)).toMatchObject({ state: 'active', activeTo: null });
      });

      it('names its direct successor while one after that is active', async () => {
        const { author, id } = await stored(aNewMemory());
        const second = await replace(author, id);
        await replace(author, second);

        const refused = lifecycle.setState({ ...act(author, id, 2), state: 'active', mergeKey: undefined });

        expect(await refused).toEqual({ outcome: 'superseded', by: second });
      });

      it('is free for those who do not see its successor, who hear nothing of it', async () => {
        const { author, id } = await stored(aNewMemory());
        const grace = aColleagueOf(author, { role: 'manager' });
        const successor = await replace(author, id);
        await world.tamper(`update item set visibility = 'private' where id = '${successor}'`);

        expect(await successionOf(grace, id)).toBeUndefined();
        expect(await lifecycle.setState({ ...act(grace, id, 2), state: 'active', mergeKey: undefined })).toMatchObject({
          state: 'active',
        });
        expect(await successionOf(author, id)).toBeUndefined();
      });
    });

    describe('a stored memory that takes the place of another', () => {
      const putBy = (author: Principal, id: ItemId, successor: ItemId, ifVersion = 1) =>
        lifecycle.supersedeBy({ ...act(author, id, ifVersion, 'decided anew'), successor });
      const refusedFor = (message: string) => ({
        ...{ code: 'request/invalid', issues: [{ field: 'successor', message: expect.stringContaining(message) }] },
      });

      it('is linked with each whose place it takes, archived ones too, and doing so again changes nothing', async () => {
        const { author, id: first } = await stored(aNewMemory({ content: 'MySQL.' }, { mergeKey: 'mysql' }));
        const { id: second } = await stored(aNewMemory({ content: 'SQLite.' }), author);
        const { id: successor } = await stored(aNewMemory({ content: 'Postgres.' }), author);
        await lifecycle.setState({ ...act(author, second), state: 'archived', mergeKey: undefined });

        const done = { outcome: 'done', version: 2, state: 'superseded' };
        expect(await putBy(author, first, successor)).toMatchObject(done);
        expect(await putBy(author, second, successor, 2)).toMatchObject({ ...done, version: 3 });
        expect(await putBy(author, first, successor, 2)).toMatchObject(done);

        const both = [first, second].toSorted((one, other) => (one < other ? 1 : -1));
        expect(await lifecycle.successions({ scope: scopeOf(author), ids: [successor] })).toEqual([
          { id: successor, supersedes: both },
        ]);
        expect(await found(author, successor)).toMatchObject({ version: 1, state: 'active' });
        expect(await lifecycle.revisions({ scope: scopeOf(author), id: first, limit: 5 })).toMatchObject([
          { version: 1, state: 'active', reason: 'decided anew' },
        ]);
        const ofFirst = { id: first, supersededBy: successor };
        expect(await lifecycle.successions({ scope: scopeOf(author), ids: [first] })).toEqual([ofFirst]);
        const [receipt] = await truth.write(author, [aNewMemory({ content: 'MySQL.' }, { mergeKey: 'mysql' })]);
        expect(receipt).toMatchObject({ created: true });
      });

      it('may be superseded itself, and closes no circle, however long', async () => {
        const { author, id: first } = await stored(aNewMemory({ content: 'one' }));
        const { id: second } = await stored(aNewMemory({ content: 'two' }), author);
        const { id: third } = await stored(aNewMemory({ content: 'three' }), author);

        await putBy(author, second, third);
        expect(await putBy(author, first, second)).toMatchObject({ outcome: 'done' });

        await expect(putBy(author, third, first)).rejects.toMatchObject(refusedFor('was superseded by this memory'));
        await expect(putBy(author, third, third)).rejects.toMatchObject(refusedFor('is the memory itself'));
        expect(await found(author, third)).toMatchObject({ version: 1, state: 'active' });
        expect(await putBy(author, first, third, 2)).toEqual({ outcome: 'superseded', by: second });
      });

      it('closes no circle when two commands would close it together', async () => {
        const { author, id: one } = await stored(aNewMemory({ content: 'one' }));
        const { id: other } = await stored(aNewMemory({ content: 'two' }), author);

        const outcomes = await Promise.allSettled([putBy(author, one, other), putBy(author, other, one)]);

        expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
        expect(await truth.count(scopeOf(author), { kind: 'memory' }, 10)).toBe(1);
      });

      it('lets one of many through', async () => {
        const { author, id } = await stored(aNewMemory());
        const successors = await Promise.all(
          Array.from({ length: 5 }, (_, at) => stored(aNewMemory({ content: `successor ${at}` }), author)),
        );

        const outcomes = await Promise.all(successors.map((each) => putBy(author, id, each.id)));

        expect(outcomes.filter(({ outcome }) => outcome === 'done')).toHaveLength(1);
        const [succession] = await lifecycle.successions({ scope: scopeOf(author), ids: [id] });
        expect(successors.map((each) => each.id)).toContain(succession?.supersededBy);
      });

      it('has at least the readers of the other; one that the caller does not see is unknown', async () => {
        const { author, id: everyones } = await stored(aNewMemory({ content: 'all', channel: 'ops' }));
        const { id: own } = await stored(aNewMemory({ content: 'mine' }, { visibility: 'private' }), author);
        const { id: elsewhere } = await stored(aNewMemory({ content: 'there', channel: 'sales' }), author);
        const { id: without } = await stored(aNewMemory({ content: 'anywhere' }), author);
        const hidden = await stored(aNewMemory({ content: 'hers' }, { visibility: 'private' }), aColleagueOf(author));
        const foreign = await stored(aNewMemory({ content: 'foreign' }));

        for (const narrow of [own, elsewhere])
          await expect(putBy(author, everyones, narrow)).rejects.toMatchObject(refusedFor('is not read by all'));
        for (const unseen of [hidden.id, foreign.id, aNewMemory().id])
          await expect(putBy(author, everyones, unseen)).rejects.toMatchObject({ code: 'item/unknown' });
        expect(await found(author, everyones)).toMatchObject({ version: 1, state: 'active' });
        expect(await putBy(author, own, without)).toMatchObject({ outcome: 'done' });
        expect(await putBy(author, everyones, without)).toMatchObject({ outcome: 'done' });
        expect(await putBy(author, hidden.id, without)).toEqual({ outcome: 'unknown' });
      });

      it('is put there by those who may change the other', async () => {
        const { author, id } = await stored(aNewMemory({ content: 'old' }));
        const { id: successor } = await stored(aNewMemory({ content: 'new' }), author);
        const colleague = aColleagueOf(author);

        await expect(putBy(colleague, id, successor)).rejects.toMatchObject({ code: 'auth/forbidden' });
        expect(await putBy(author, id, successor, 7)).toEqual({ outcome: 'stale', version: 1 });
        expect(await putBy({ ...colleague, role: 'manager' }, id, successor)).toMatchObject({ outcome: 'done' });
      });
    });

    it('knows what held at a time: what stood then, in the place of others or not yet archived', async () => {
      world.clock.set(1_000);
      const { author, id } = await stored(aNewMemory({ content: 'Ada owns it.', validFrom: 500 }));
      const { id: archived } = await stored(aNewMemory({ content: 'The gate is blue.' }), author);
      const scope = scopeOf(author);
      const at = async (asOf: number) => {
        const held = await truth.hydrate(scope, { kind: 'memory', asOf }, [id, successor.id, archived]);
        return held.map((item) => item.id).sort();
      };
      const successor = aNewMemory({ content: 'Grace owns it.', validFrom: 500 });
      world.clock.set(2_000);
      await lifecycle.supersede({ ...act(author, id), successor });
      world.clock.set(3_000);
      await lifecycle.setState({ ...act(author, archived), state: 'archived', mergeKey: undefined });
      world.clock.set(4_000);
      await lifecycle.setState({ ...act(author, archived, 2), state: 'archived', mergeKey: undefined });

      expect(await at(499)).toEqual([]);
      expect(await at(999)).toEqual([id]);
      expect(await at(1_999)).toEqual([id, archived].sort());
      expect(await at(2_000)).toEqual([successor.id, archived].sort());
      expect(await at(3_000)).toEqual([successor.id]);
      await lifecycle.setState({ ...act(author, archived, 2), state: 'active', mergeKey: undefined });
      expect(await at(3_500)).toEqual([successor.id, archived].sort());
    });

    it('lets 40 changes at once that name no version through, from two processes', async () => {
      const { author, id } = await stored(aNewMemory());
      const processes = [new ChangeQueue(), new ChangeQueue()];
      const change = (content: string) => async () => {
        const { version } = (await truth.find(scopeOf(author), 'memory', id))!;
        const outcome = await lifecycle.change({ ...act(author, id, version), fields: { content }, derived: NO_KEY });
        return outcome.outcome === 'done' ? outcome.version : undefined;
      };
      const tries = Array.from({ length: 40 }, (_, at) => processes[at % 2]!.run([id], change(`text ${at}`)));

      const versions = await Promise.all(tries);

      expect(versions.toSorted((one, other) => one! - other!)).toEqual(tries.map((_, at) => at + 2));
    });

    const port = { subject: 'payments', attribute: 'port' };
    const conflictWith = (id: string) => ({ code: 'item/conflict', message: expect.stringContaining(id) });

    it('has one active memory a subject and attribute for the same readers, and names it to a second writer', async () => {
      const { author, id } = await stored(aNewMemory({ content: 'It is 1.', ...port }));
      const another = (content: string) => aNewMemory({ content, ...port });
      await expect(truth.write(author, [another('It is 2.')])).rejects.toMatchObject(conflictWith(id));
      await stored(aNewMemory({ content: 'It is 3.', ...port }, { visibility: 'private' }), author);
      await stored(aNewMemory({ content: 'It is 4.', subject: 'payments' }), author);
      const free = await stored(aNewMemory({ content: 'It is mine.', ...port, attribute: 'owner' }), author);

      const take = lifecycle.change({ ...act(author, free.id), fields: { attribute: 'port' }, derived: NO_KEY });
      await expect(take).rejects.toMatchObject(conflictWith(id));
      const both = [another('It is 5.'), another('It is 6.')];
      await expect(truth.write(aColleagueOf(author), both)).rejects.toMatchObject(conflictWith(id));
      const successor = another('It is 7.');
      expect(await lifecycle.supersede({ ...act(author, id), successor })).toMatchObject({ outcome: 'done' });
      await lifecycle.setState({ ...act(author, successor.id), state: 'archived', mergeKey: undefined });
      const latest = await stored(another('It is 8.'), author);
      const restored = lifecycle.setState({ ...act(author, successor.id, 2), state: 'active', mergeKey: undefined });
      await expect(restored).rejects.toMatchObject(conflictWith(latest.id));
    });

    it('keeps one active memory a fact and versions that rise, however many write, change and supersede at once', async () => {
      const command = fc.record({
        what: fc.constantFrom('write', 'change', 'supersede', 'archive', 'restore'),
        at: fc.nat(3),
        attribute: fc.constantFrom('port', 'owner'),
      });
      await fc.assert(
        fc.asyncProperty(
          fc.array(command, { minLength: 4, maxLength: 14 }),
          fc.scheduler(),
          async (commands, scheduler) => {
            const author = aPrincipal();
            const scope = scopeOf(author);
            const ids: ItemId[] = [];
            const versions = new Map<ItemId, number>();
            const memory = (attribute: string) =>
              aNewMemory({ content: `text ${ids.length}`, subject: 's', attribute });
            const write = async (attribute: string) => {
              const item = memory(attribute);
              await truth.write(author, [item]);
              ids.push(item.id);
            };
            await write('port');
            await write('owner');
            const run = async ({ what, at, attribute }: { what: string; at: number; attribute: string }) => {
              if (what === 'write') return write(attribute);
              const id = ids[at % ids.length]!;
              const present = (await truth.find(scope, 'memory', id))!;
              expect(present.version).toBeGreaterThanOrEqual(versions.get(id) ?? 0);
              versions.set(id, present.version);
              const asked = act(author, id, present.version);
              const successor = memory(attribute);
              const state = what === 'archive' ? 'archived' : 'active';
              const isThere = /^(?:archive|restore)$/.test(what) && present.state === state;
              const outcome = await (what === 'change'
                ? lifecycle.change({ ...asked, fields: { content: 'other', attribute }, derived: NO_KEY })
                : what === 'supersede'
                  ? lifecycle.supersede({ ...asked, successor })
                  : lifecycle.setState({ ...asked, state, mergeKey: undefined }));
              if (what === 'supersede' && outcome.outcome === 'done') ids.push(successor.id);
              if (outcome.outcome !== 'done') return;
              expect(outcome.version).toBe(present.version + (isThere ? 0 : 1));
            };
            const refusals: unknown[] = [];
            const started = commands.map((one) =>
              scheduler
                .schedule(Promise.resolve(one))
                .then(run)
                .catch((error: unknown) => refusals.push(error)),
            );
            await scheduler.waitFor(Promise.all(started));

            for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'item/conflict' });
            for (const attribute of ['port', 'owner'])
              expect(await truth.count(scope, { kind: 'memory', subject: 's', attribute }, 9)).toBeLessThanOrEqual(1);
            for (const [id, version] of versions)
              expect((await truth.find(scope, 'memory', id))!.version).toBeGreaterThanOrEqual(version);
            for (const { id } of await truth.hydrate(scope, { kind: 'memory', includeArchived: true }, ids)) {
              const former = await lifecycle.revisions({ scope, id, limit: 100 });
              const present = (await truth.find(scope, 'memory', id))!.version;
              expect(former.map(({ version }) => version)).toEqual(former.map((_, place) => present - 1 - place));
            }
          },
        ),
        { numRuns: 25 },
      );
    }, 120_000);

    it('lets one of many successors through', async () => {
      const { author, id } = await stored(aNewMemory());
      const successors = Array.from({ length: 6 }, (_, at) => aNewMemory({ content: `successor ${at}` }));

      const outcomes = await Promise.all(
        successors.map((each) => lifecycle.supersede({ ...act(author, id), successor: each })),
      );

      expect(outcomes.filter(({ outcome }) => outcome === 'done')).toHaveLength(1);
      expect(await truth.count(scopeOf(author), { kind: 'memory' }, 10)).toBe(1);
    });

    it('forgets former texts and links with the memory', async () => {
      const { author, id } = await stored(aNewMemory());
      await lifecycle.change({ ...act(author, id), fields: { content: 'two' }, derived: NO_KEY });
      const successor = aNewMemory({ content: 'three' });
      await lifecycle.supersede({ ...act(author, id, 2), successor });

      await truth.forget(scopeOf(author), author, 'memory', id);

      expect(await lifecycle.revisions({ scope: scopeOf(author), id, limit: 10 })).toEqual([]);
      expect(await lifecycle.successions({ scope: scopeOf(author), ids: [id, successor.id] })).toEqual([]);
    });
  });
}
