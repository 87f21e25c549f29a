import type { MemoryId } from '@cairn/contracts';
import { scopeOf, type Scope } from '@cairn/domain';
import type { NewItem, Truth } from '@cairn/ports';
import { v7 as uuidv7 } from 'uuid';
import type { Checkpoints } from './checkpoints.ts';
import type { Lifecycle } from './lifecycle.ts';
import { aCheckpoint, aColleagueOf, aNewMemory, aPrincipal, type SettableClock } from '@cairn/testing';

export interface CheckpointsWorld {
  readonly checkpoints: Checkpoints;
  readonly lifecycle: Lifecycle;
  readonly truth: Truth;
  readonly clock: SettableClock;
  readonly close: () => Promise<void>;
}

/** Runs the contract suite of `Checkpoints` against one adapter; `make` opens an empty store and its truth. */
export function checkpointsContract(adapter: string, make: () => Promise<CheckpointsWorld>): void {
  describe(`${adapter} keeps the promises of checkpoints`, () => {
    let world: CheckpointsWorld;
    let checkpoints: Checkpoints;

    beforeAll(async () => {
      world = await make();
      ({ checkpoints } = world);
    });
    afterAll(() => world.close());

    async function stored(author = aPrincipal(), ...memories: NewItem[]) {
      await world.truth.write(author, memories);
      return author;
    }
    const idOf = ({ id }: NewItem) => id as MemoryId;

    it('notes versions, and shows them beside those of now', async () => {
      const memory = aNewMemory({ title: 'Port', content: 'It is 5432.' });
      const ada = await stored(undefined, memory);
      const scope = scopeOf(ada);
      const made = aCheckpoint({ label: 'v1', tags: ['t'], description: 'why', memoryIds: [idOf(memory)] });
      world.clock.set(9_000);

      expect(await checkpoints.create({ scope, checkpoint: made })).toEqual({ unknown: [] });
      const act = { scope, author: ada, id: memory.id, ifVersion: 1 };
      await world.lifecycle.change({
        ...act,
        fields: { content: 'It is 5433.', title: 'Ports' },
        derived: memory.derived,
      });

      const { most: _, memoryIds: __, ...said } = made;
      expect(await checkpoints.find({ scope, id: made.id })).toEqual({
        ...said,
        createdBy: ada.principalId,
        createdAt: 9_000,
        memoryCount: 1,
        memories: [{ memoryId: memory.id, version: 1, presentVersion: 2, title: 'Ports', state: 'active' }],
      });
    });

    it('takes the newest active memories where none are named, and none that are hidden or unknown', async () => {
      const [old, archived, newer, newest] = [1, 2, 3, 4].map((timestamp) => aNewMemory({ timestamp }));
      const ada = await stored(undefined, old!, archived!, newer!, newest!);
      const scope = scopeOf(ada);
      await world.lifecycle.setState({
        scope,
        author: ada,
        id: archived!.id,
        ifVersion: 1,
        state: 'archived',
        mergeKey: undefined,
      });
      const hidden = aNewMemory({ timestamp: 9 }, { visibility: 'private' });
      await stored(aColleagueOf(ada), hidden);
      const [some, wrong] = [aCheckpoint({ most: 2 }), aCheckpoint({ memoryIds: [idOf(old!), idOf(hidden)] })];

      await checkpoints.create({ scope, checkpoint: some });
      expect(await checkpoints.create({ scope, checkpoint: wrong })).toEqual({ unknown: [hidden.id] });

      const found = await checkpoints.find({ scope, id: some.id });
      expect(found?.memories.map(({ memoryId }) => memoryId)).toEqual([newer!.id, newest!.id].sort());
      expect((await checkpoints.list({ scope, limit: 5 })).map(({ id }) => id)).toEqual([some.id]);
    });

    it('shows each caller what they see, and lists the newest first, page by page', async () => {
      const [open, own] = [aNewMemory(), aNewMemory({}, { visibility: 'private' })];
      const ada = await stored(aPrincipal({ peers: ['*'], peerPrefixes: ['coach'] }), open, own);
      const grace = aColleagueOf(ada);
      const [first, second, ofPeer] = [aCheckpoint(), aCheckpoint(), aCheckpoint()];
      await checkpoints.create({ scope: scopeOf(ada), checkpoint: first });
      await checkpoints.create({ scope: scopeOf(ada), checkpoint: second });
      await checkpoints.create({ scope: scopeOf(ada, 'coach:1'), checkpoint: ofPeer });
      const listed = async (scope: Scope, before?: string) =>
        (await checkpoints.list({ scope, limit: 2, before })).map(({ id, memoryCount }) => [id, memoryCount]);

      expect(await listed(scopeOf(ada))).toEqual([
        [second.id, 2],
        [first.id, 2],
      ]);
      expect(await listed(scopeOf(grace), second.id)).toEqual([[first.id, 1]]);
      expect(await listed(scopeOf(ada, 'coach:1'))).toEqual([
        [ofPeer.id, 2],
        [second.id, 2],
      ]);
      expect(await checkpoints.find({ scope: scopeOf(ada), id: ofPeer.id })).toBeUndefined();
      expect(await checkpoints.find({ scope: scopeOf(aPrincipal()), id: first.id })).toBeUndefined();
      expect(await checkpoints.find({ scope: scopeOf(ada), id: uuidv7() })).toBeUndefined();
    });

    it('names the active memories that were stored since, which it does not have, to each caller what they see', async () => {
      world.clock.set(1_000);
      const noted = aNewMemory();
      const ada = await stored(undefined, noted, aNewMemory(), aNewMemory());
      const scope = scopeOf(ada);
      world.clock.set(2_000);
      const made = aCheckpoint({ memoryIds: [idOf(noted)] });
      await checkpoints.create({ scope, checkpoint: made });
      expect(await checkpoints.storedSince({ scope, id: made.id, limit: 9 })).toEqual([]);
      const imported = aNewMemory({ timestamp: 5 });
      await stored(ada, imported);
      const [own, archived, later] = [aNewMemory({}, { visibility: 'private' }), aNewMemory(), aNewMemory()];
      world.clock.set(3_000);
      await stored(ada, own, archived, later);
      await world.lifecycle.setState({
        scope,
        author: ada,
        id: archived.id,
        ifVersion: 1,
        state: 'archived',
        mergeKey: undefined,
      });
      await world.lifecycle.change({
        scope,
        author: ada,
        id: noted.id,
        ifVersion: 1,
        fields: { title: 'New' },
        derived: noted.derived,
      });

      expect(await checkpoints.storedSince({ scope, id: made.id, limit: 9 })).toEqual([later.id, own.id, imported.id]);
      expect(await checkpoints.storedSince({ scope, id: made.id, limit: 1 })).toEqual([later.id]);
      expect(await checkpoints.storedSince({ scope: scopeOf(aColleagueOf(ada)), id: made.id, limit: 9 })).toEqual([
        later.id,
        imported.id,
      ]);
      expect(await checkpoints.storedSince({ scope: scopeOf(aPrincipal()), id: made.id, limit: 9 })).toEqual([]);
      expect(await checkpoints.storedSince({ scope, id: uuidv7(), limit: 9 })).toEqual([]);
    });

    it('has nothing of a memory that is forgotten', async () => {
      const [memory, other] = [aNewMemory(), aNewMemory()];
      const ada = await stored(undefined, memory, other);
      const made = aCheckpoint();
      await checkpoints.create({ scope: scopeOf(ada), checkpoint: made });

      await world.truth.forget(scopeOf(ada), ada, 'memory', memory.id);

      expect(await checkpoints.find({ scope: scopeOf(ada), id: made.id })).toMatchObject({
        memoryCount: 1,
        memories: [{ memoryId: other.id }],
      });
    });
  });
}
