import { scopeOf, type ItemId, type Principal } from '@cairn/contracts';
import type { Act, Lifecycle, NewItem, Truth } from '@cairn/ports';
import { aColleagueOf, aNewMemory, aPrincipal, type SettableClock } from './builders.ts';

export interface LifecycleWorld {
  readonly lifecycle: Lifecycle;
  readonly truth: Truth;
  readonly clock: SettableClock;
  readonly close: () => Promise<void>;
}

type NewMemory = NewItem & { kind: 'memory' };

/** What the port `Lifecycle` promises, held against one adapter: `make` gives an empty store and the truth beside it. */
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

    const act = (author: Principal, id: ItemId, ifVersion = 1, reason?: string): Act => ({
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

      const outcome = await lifecycle.change(act(author, id), { content: 'It is 5433.', validTo: 99 }, NO_KEY);

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
      const { author, id } = await stored(aNewMemory({ content: 'one', tags: ['a'] }));
      world.clock.set(5_000);
      await lifecycle.change(act(author, id, 1, 'a typo'), { content: 'two', tags: [] }, NO_KEY);
      await lifecycle.change(act(author, id, 2), { title: 'Other' }, NO_KEY);

      const former = await lifecycle.revisions(scopeOf(author), id, { limit: 10 });

      expect(former.map(({ version, content, tags }) => [version, content, tags])).toEqual([
        [2, 'two', []],
        [1, 'one', ['a']],
      ]);
      expect(former[1]).toMatchObject({ changedBy: author.principalId, changedAt: 5_000, reason: 'a typo' });
      expect(await lifecycle.revisions(scopeOf(author), id, { limit: 10, below: 2 })).toEqual([former[1]]);
      expect(await lifecycle.revisions(scopeOf(aPrincipal()), id, { limit: 10 })).toEqual([]);
    });

    it('refuses what was decided on another version, and of many at once lets one through', async () => {
      const { author, id } = await stored(aNewMemory());
      const tries = Array.from({ length: 8 }, (_, at) =>
        lifecycle.change(act(author, id), { content: `text ${at}` }, NO_KEY),
      );

      const outcomes = await Promise.all(tries);

      expect(outcomes.filter(({ outcome }) => outcome === 'done')).toHaveLength(1);
      expect(outcomes.filter(({ outcome }) => outcome === 'stale')).toHaveLength(7);
      expect(await found(author, id)).toMatchObject({ version: 2 });
      expect(await lifecycle.revisions(scopeOf(author), id, { limit: 10 })).toHaveLength(1);
      expect(await lifecycle.change(act(author, id), { content: 'late' }, NO_KEY)).toEqual({
        outcome: 'stale',
        version: 2,
      });
    });

    it('lets a writer change their own, a manager all they see, and tells nobody of what they do not see', async () => {
      const { author, id } = await stored(aNewMemory());
      const colleague = aColleagueOf(author);

      await expect(lifecycle.change(act(colleague, id), { content: 'x' }, NO_KEY)).rejects.toThrow('the role manager');
      const manager = { ...colleague, role: 'manager' } as const;
      expect(await lifecycle.change(act(manager, id), { content: 'x' }, NO_KEY)).toMatchObject({ outcome: 'done' });

      const hidden = await stored(aNewMemory({}, { visibility: 'private' }), author);
      for (const other of [manager, aPrincipal({ role: 'admin' })])
        expect(await lifecycle.setState(act(other, hidden.id), 'archived', undefined)).toEqual({ outcome: 'unknown' });
    });

    it('archives and restores, and an archived memory is none that equal text is merged into', async () => {
      const memory = aNewMemory({ content: 'same' }, { mergeKey: 'same' });
      const { author, id } = await stored(memory);
      const again = () => ({ ...memory, id: aNewMemory().id });

      expect(await lifecycle.setState(act(author, id), 'archived', undefined)).toMatchObject({ state: 'archived' });
      const [receipt] = await truth.write(author, [again()]);
      expect(receipt).toMatchObject({ created: true });

      expect(await lifecycle.setState(act(author, id, 2), 'active', 'same')).toMatchObject({
        state: 'active',
        version: 3,
      });
      expect((await truth.write(author, [again()]))[0]).toMatchObject({ created: false, id: receipt!.id });
    });

    it('puts a successor in the place of a memory, once', async () => {
      const { author, id } = await stored(aNewMemory({ content: 'Ada owns it.' }));
      const successor = aNewMemory({ content: 'Grace owns it.' });
      const scope = scopeOf(author);

      expect(await lifecycle.supersede(act(author, id, 1, 'she left'), successor)).toMatchObject({
        outcome: 'done',
        state: 'superseded',
        version: 2,
      });

      expect(await found(author, successor.id)).toMatchObject({
        content: 'Grace owns it.',
        state: 'active',
        version: 1,
      });
      expect(await lifecycle.successions(scope, [id, successor.id])).toEqual(
        expect.arrayContaining([
          { id, supersededBy: successor.id },
          { id: successor.id, supersedes: id },
        ]),
      );
      const again = lifecycle.supersede(act(author, id, 2), aNewMemory({ content: 'Eve owns it.' }));
      expect(await again).toEqual({ outcome: 'superseded', by: successor.id });
      expect(await truth.count(scope, { kind: 'memory' }, 10)).toBe(1);
      expect(await truth.count(scope, { kind: 'memory', includeArchived: true }, 10)).toBe(2);
    });

    it('lets one of many successors through', async () => {
      const { author, id } = await stored(aNewMemory());
      const successors = Array.from({ length: 6 }, (_, at) => aNewMemory({ content: `successor ${at}` }));

      const outcomes = await Promise.all(successors.map((each) => lifecycle.supersede(act(author, id), each)));

      expect(outcomes.filter(({ outcome }) => outcome === 'done')).toHaveLength(1);
      expect(await truth.count(scopeOf(author), { kind: 'memory' }, 10)).toBe(1);
    });

    it('forgets former texts and links with the memory', async () => {
      const { author, id } = await stored(aNewMemory());
      await lifecycle.change(act(author, id), { content: 'two' }, NO_KEY);
      const successor = aNewMemory({ content: 'three' });
      await lifecycle.supersede(act(author, id, 2), successor);

      await truth.forget(scopeOf(author), author, 'memory', id);

      expect(await lifecycle.revisions(scopeOf(author), id, { limit: 10 })).toEqual([]);
      expect(await lifecycle.successions(scopeOf(author), [id, successor.id])).toEqual([]);
    });
  });
}
