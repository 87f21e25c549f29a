import { scopeOf } from '@cairn/domain';
import type { Truth } from '@cairn/ports';
import { aColleagueOf, aNewMemory, aNewMessage, aPrincipal } from '@cairn/testing';
import type { ClosedChannels } from '../access/closed-channels.ts';
import type { SimilarityScales } from './similarity-scales.ts';

export interface SimilarityScalesWorld {
  readonly scales: SimilarityScales;
  readonly truth: Truth;
  readonly channels: ClosedChannels;
  readonly close: () => Promise<void>;
}

const scale = { cosineNone: 0.71, cosineFull: 0.88, cosineSpread: 0.04 };

/** Runs the contract suite of `SimilarityScales` against one adapter; `make` opens an empty store and its truth. */
export function similarityScalesContract(adapter: string, make: () => Promise<SimilarityScalesWorld>): void {
  describe(`${adapter} keeps the promises of similarity scales`, () => {
    let world: SimilarityScalesWorld;

    beforeAll(async () => {
      world = await make();
    });
    afterAll(() => world.close());

    it('keeps the first scale of an organisation and generation, and tells it to no other', async () => {
      const [{ orgId }, other] = [aPrincipal(), aPrincipal()];

      await world.scales.keep({ orgId, generation: 2, scale });
      await world.scales.keep({ orgId, generation: 2, scale: { ...scale, cosineNone: 0 } });

      expect(await world.scales.of({ orgId, generation: 2 })).toEqual(scale);
      expect(await world.scales.of({ orgId, generation: 1 })).toBeUndefined();
      expect(await world.scales.of({ orgId: other.orgId, generation: 2 })).toBeUndefined();
    });

    it('gives texts that everyone in the organisation reads, titles with them, and no others', async () => {
      const ada = aPrincipal({ peerPrefixes: ['coach'] });
      await world.channels.close({ author: ada, request: { channel: 'deals', principals: [], teams: [] } });
      const peer = { channel: 'coach:1', content: 'of a peer' };
      const open = aNewMemory({ title: 'Title', content: 'open' });
      const gone = aNewMessage({ content: 'gone' });
      await world.truth.write(ada, [
        open,
        gone,
        aNewMessage({ content: 'x'.repeat(3_000) }, { visibility: 'channel' }),
        aNewMemory({ content: 'private' }, { visibility: 'private' }),
        aNewMemory({ content: 'in a closed channel', channel: 'deals' }),
        aNewMessage(peer, { visibility: 'peer' }),
      ]);
      await world.truth.write(aPrincipal(), [aNewMessage({ content: 'of another organisation' })]);
      await world.truth.forget(scopeOf(ada), ada, 'message', gone.id);

      const texts = await world.scales.texts({ orgId: aColleagueOf(ada).orgId, limit: 10 });

      expect(texts.toSorted()).toEqual(['Title\nopen', 'x'.repeat(1_000)]);
      expect(await world.scales.texts({ orgId: ada.orgId, limit: 10 })).toEqual(texts);
      expect(await world.scales.texts({ orgId: ada.orgId, limit: 1 })).toEqual(texts.slice(0, 1));
    });
  });
}
