import { setImmediate as nextTurn } from 'node:timers/promises';
import { INDEX_LAYOUT, type Generation, type Truth } from '@cairn/ports';
import { NIL } from 'uuid';
import type { Generations } from './generations.ts';
import { aNewMessage, aPrincipal, type AuditedRow, type SettableClock } from '@cairn/testing';

export interface GenerationsWorld {
  /** The generations of a new truth. */
  readonly generations: Generations;
  readonly truth: Truth;
  readonly clock: SettableClock;
  readonly audit: () => Promise<AuditedRow[]>;
  readonly close: () => Promise<void>;
}

const LEASE_MS = 1_000;

/** Runs the contract suite of `Generations` against one adapter. */
export function generationsContract(adapter: string, make: () => Promise<GenerationsWorld>): void {
  describe(`Generations: ${adapter}`, () => {
    let world: GenerationsWorld;
    let generations: Generations;
    const ada = aPrincipal();

    beforeEach(async () => {
      world = await make();
      generations = world.generations;
    });
    afterEach(() => world.close());

    const statuses = async () =>
      (await generations.written({ target: 'vectors' })).map(
        ({ number, builtBy, status }) => `${number} ${builtBy} ${status}`,
      );
    const beginSecond = async (): Promise<Generation> => {
      await generations.ensureFirst({ target: 'vectors', builtBy: 'a', dims: 32 });
      return generations.begin({ author: ada, target: 'vectors', builtBy: 'b', dims: 48 });
    };

    it('has live words from the start, and no vectors until there is a model', async () => {
      const [words, ...more] = await generations.written({ target: 'words' });

      const first = { target: 'words', number: 1, layout: INDEX_LAYOUT, dims: null, status: 'live' };
      expect(words).toMatchObject(first);
      expect(Math.min(words!.startedAt, words!.filledAt!)).toBeGreaterThan(Date.UTC(2026, 0));
      expect(more).toEqual([]);
      expect(await generations.written({ target: 'vectors' })).toEqual([]);
    });

    it('starts the words with an analyser as long as nothing is stored', async () => {
      const readBy = async () =>
        (await generations.written({ target: 'words' })).map(({ number, builtBy }) => `${number} ${builtBy}`);

      for (const analyser of ['cairn-text-1-german', 'cairn-text-1-french']) {
        expect(await generations.startWords({ analyser })).toBe(true);
        expect(await readBy()).toEqual([`1 ${analyser}`]);
        expect(await generations.startWords({ analyser })).toBe(false);
      }
      await world.truth.write(ada, [aNewMessage()]);
      expect(await generations.startWords({ analyser: 'late' })).toBe(false);

      expect(await readBy()).toEqual(['1 cairn-text-1-french']);
    });

    it('leaves the first words as they are once others are built', async () => {
      await generations.startWords({ analyser: 'one' });
      await generations.begin({ author: ada, target: 'words', builtBy: 'next', dims: null });
      await generations.startWords({ analyser: 'late' });

      expect((await generations.written({ target: 'words' })).map(({ builtBy }) => builtBy)).toEqual(['one', 'next']);
    });

    it('makes the first live and leaves it, whoever comes later', async () => {
      await Promise.all([1, 2, 3].map(() => generations.ensureFirst({ target: 'vectors', builtBy: 'a', dims: 32 })));
      await generations.ensureFirst({ target: 'vectors', builtBy: 'b', dims: 48 });

      const now = world.clock.now();
      const progress = { layout: INDEX_LAYOUT, cursor: 0, startedAt: now, filledAt: now };
      expect(await generations.written({ target: 'vectors' })).toEqual([
        { target: 'vectors', number: 1, builtBy: 'a', dims: 32, status: 'live', ...progress },
      ]);
    });

    it('builds one at a time beside the live one', async () => {
      const begun = await beginSecond();

      expect(begun).toMatchObject({ number: 2, builtBy: 'b', dims: 48, status: 'building', cursor: 0, filledAt: null });
      expect(await statuses()).toEqual(['1 a live', '2 b building']);
      await expect(generations.begin({ author: ada, target: 'vectors', builtBy: 'c', dims: 8 })).rejects.toMatchObject({
        code: 'generation/conflict',
        message: expect.stringContaining('vectors-2'),
      });
      await expect(
        generations.begin({ author: ada, target: 'words', builtBy: 'next', dims: null }),
      ).resolves.toMatchObject({ number: 2 });
    });

    it('gives the right to fill to one owner at a time', async () => {
      await beginSecond();
      const both = await Promise.all(
        ['x', 'y'].map((owner) => generations.claim({ target: 'vectors', owner, leaseMs: LEASE_MS })),
      );
      const [held, ...others] = both.filter((claimed) => claimed !== undefined);
      expect(others).toEqual([]);
      const other = held!.owner === 'x' ? 'y' : 'x';

      world.clock.advance(LEASE_MS - 1);
      expect(await generations.claim({ target: 'vectors', owner: other, leaseMs: LEASE_MS })).toBeUndefined();
      expect(await generations.claim({ target: 'vectors', owner: held!.owner, leaseMs: LEASE_MS })).toBeDefined();
      world.clock.advance(LEASE_MS - 1);
      expect(await generations.claim({ target: 'vectors', owner: other, leaseMs: LEASE_MS })).toBeUndefined();
      world.clock.advance(1);
      const taken = await generations.claim({ target: 'vectors', owner: other, leaseMs: LEASE_MS });

      expect(taken?.generation.number).toBe(2);
      expect(await generations.advance({ filling: held!, cursor: 7, isFilled: true, leaseMs: LEASE_MS })).toBe(false);
      expect(await generations.advance({ filling: taken!, cursor: 9, isFilled: false, leaseMs: LEASE_MS })).toBe(true);
      expect((await generations.written({ target: 'vectors' }))[1]).toMatchObject({ cursor: 9, filledAt: null });
    });

    it('goes on where the last owner stopped, until it is full', async () => {
      await beginSecond();
      const first = await generations.claim({ target: 'vectors', owner: 'x', leaseMs: LEASE_MS });
      await generations.advance({ filling: first!, cursor: 5, isFilled: false, leaseMs: LEASE_MS });
      world.clock.advance(LEASE_MS);

      const second = await generations.claim({ target: 'vectors', owner: 'y', leaseMs: LEASE_MS });
      expect(second?.generation.cursor).toBe(5);
      await generations.advance({ filling: second!, cursor: 8, isFilled: true, leaseMs: LEASE_MS });
      world.clock.advance(LEASE_MS);

      expect(await generations.claim({ target: 'vectors', owner: 'y', leaseMs: LEASE_MS })).toBeUndefined();
      const [, built] = await generations.written({ target: 'vectors' });
      expect(built).toMatchObject({ status: 'building', cursor: 8, filledAt: world.clock.now() - LEASE_MS });
    });

    it('switches there and back, and keeps exactly one live', async () => {
      await beginSecond();

      await generations.switchTo({ author: ada, target: 'vectors', number: 2 });
      expect(await statuses()).toEqual(['2 b live', '1 a standby']);
      await generations.switchTo({ author: ada, target: 'vectors', number: 2 });
      expect(await statuses()).toEqual(['2 b live', '1 a standby']);
      await generations.switchTo({ author: ada, target: 'vectors', number: 1 });
      expect(await statuses()).toEqual(['1 a live', '2 b standby']);

      expect((await generations.written({ target: 'words' })).map(({ status }) => status)).toEqual(['live']);
    });

    it('shows one live generation to everybody while others switch', async () => {
      await beginSecond();
      const seen: number[] = [];
      let isDone = false;
      const watching = (async () => {
        while (!isDone) {
          const live = (await generations.written({ target: 'vectors' })).filter(({ status }) => status === 'live');
          seen.push(live.length);
          // A store that reads in this thread would leave no turn to the answers of the switches.
          await nextTurn();
        }
      })();

      for (let at = 0; at < 20; at++)
        await Promise.all([1, 2].map((number) => generations.switchTo({ author: ada, target: 'vectors', number })));
      isDone = true;
      await watching;

      expect(seen.length).toBeGreaterThan(0);
      expect(new Set(seen)).toEqual(new Set([1]));
    });

    it('retires what is not live, for good', async () => {
      await beginSecond();
      await generations.switchTo({ author: ada, target: 'vectors', number: 2 });

      await expect(generations.retire({ author: ada, target: 'vectors', number: 2 })).rejects.toMatchObject({
        code: 'generation/conflict',
      });
      const retired = await generations.retire({ author: ada, target: 'vectors', number: 1 });
      await generations.retire({ author: ada, target: 'vectors', number: 1 });

      expect(retired).toMatchObject({ number: 1, status: 'retired' });
      expect(await statuses()).toEqual(['2 b live']);
      await expect(generations.switchTo({ author: ada, target: 'vectors', number: 1 })).rejects.toMatchObject({
        code: 'generation/conflict',
      });
      await expect(
        generations.begin({ author: ada, target: 'vectors', builtBy: 'a', dims: 32 }),
      ).resolves.toMatchObject({ number: 3 });
    });

    it('keeps in the audit who began, switched and retired, and nothing that was refused', async () => {
      await beginSecond();
      await expect(generations.begin({ author: ada, target: 'vectors', builtBy: 'c', dims: 8 })).rejects.toMatchObject({
        code: 'generation/conflict',
      });
      await generations.switchTo({ author: ada, target: 'vectors', number: 2 });
      await expect(generations.retire({ author: ada, target: 'vectors', number: 2 })).rejects.toThrow('live');
      await generations.retire({ author: ada, target: 'vectors', number: 1 });

      const done = (await world.audit()).map(({ action, kind, version, ...row }) => ({
        did: [action, kind, version],
        row,
      }));

      const row = { orgId: ada.orgId, principalId: ada.principalId, id: NIL };
      expect(done).toEqual([
        { did: ['begin', 'vectors', 2], row },
        { did: ['switch', 'vectors', 2], row },
        { did: ['retire', 'vectors', 1], row },
      ]);
    });

    it('knows no others', async () => {
      const unknown = { code: 'generation/unknown' };

      await expect(generations.switchTo({ author: ada, target: 'vectors', number: 9 })).rejects.toMatchObject(unknown);
      await expect(generations.retire({ author: ada, target: 'words', number: 9 })).rejects.toMatchObject(unknown);
    });
  });
}
