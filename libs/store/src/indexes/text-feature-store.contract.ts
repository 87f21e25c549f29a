import { scopeOf, type Principal } from '@cairn/domain';
import type { NewItem, TextFeatures, Mentions, Truth } from '@cairn/ports';
import { TEXT_FEATURE_RULES } from '@cairn/text';
import { aNewMemory, aNewMessage, aPrincipal } from '@cairn/testing';
import type { Lifecycle } from '../memories/lifecycle.ts';
import type { TextFeatureStore } from './text-feature-store.ts';

export interface TextFeaturesWorld {
  readonly textFeatures: TextFeatureStore;
  readonly truth: Truth;
  readonly lifecycle: Lifecycle;
  readonly close: () => Promise<void>;
}

const LATER = TEXT_FEATURE_RULES + 1;
const ALL = 10_000;
const none: Mentions = { time: false, number: false, name: false, rule: false };
const before: TextFeatures = { questionShare: 1, mentions: { ...none, time: true }, mentionedTime: { from: 1, to: 2 } };
const after: TextFeatures = { questionShare: 0.5, mentions: { ...none, number: true, rule: true } };

/** Runs the contract suite of `TextFeatureStore` against one adapter; `make` opens an empty store. */
export function textFeaturesContract(adapter: string, make: () => Promise<TextFeaturesWorld>): void {
  describe(`${adapter} keeps the promises of text features`, () => {
    let world: TextFeaturesWorld;
    let ada: Principal;

    beforeAll(async () => {
      world = await make();
    });
    beforeEach(() => {
      ada = aPrincipal();
    });
    afterAll(() => world.close());

    const write = (...items: NewItem[]) => world.truth.write(ada, items);
    const found = async ({ kind, id }: NewItem) => (await world.truth.candidateFeatures(scopeOf(ada), kind, [id]))[0];
    const asStored = ({ kind, id }: NewItem) => world.truth.find(scopeOf(ada), kind, id);
    const versionOf = ({ kind, id }: NewItem, version = 1) => ({ orgId: ada.orgId, kind, id, version });
    const outdated = async (rules: number) => {
      const texts = await world.textFeatures.outdated({ rules, limit: ALL });
      return texts.filter(({ item }) => item.orgId === ada.orgId);
    };

    it('knows of a new item that it was read by the rules of today, and what later rules are to read', async () => {
      const [message, memory] = [aNewMessage({}, before), aNewMemory({ title: 'A title' }, after)];
      await write(message, memory);

      const byLater = await outdated(LATER);

      expect(await outdated(TEXT_FEATURE_RULES)).toEqual([]);
      expect(byLater).toHaveLength(2);
      expect(byLater).toContainEqual({
        item: versionOf(message),
        title: undefined,
        content: message.input.content,
        timestamp: message.input.timestamp,
      });
      expect(byLater).toContainEqual(expect.objectContaining({ item: versionOf(memory), title: 'A title' }));
    });

    it('keeps what other rules read, of the item and of the message before another, and changes nothing else', async () => {
      const [asked, next] = [aNewMessage({ sessionKey: 's' }, before), aNewMessage({ sessionKey: 's' })];
      await write(asked, next);
      const stored = await asStored(asked);

      await world.textFeatures.keep({ rules: LATER, texts: [{ item: versionOf(asked), features: after }] });

      expect(await found(asked)).toMatchObject({ questionShare: 0.5, mentions: after.mentions });
      expect((await found(asked))?.mentionedTime).toBeUndefined();
      expect((await found(next))?.previous?.questionShare).toBe(0.5);
      expect((await outdated(LATER)).map(({ item }) => item.id)).toEqual([next.id]);
      expect(await asStored(asked)).toEqual(stored);
    });

    it('leaves alone what is another version, another kind, of another organisation, forgotten or read by later rules', async () => {
      const [message, gone] = [aNewMessage({}, before), aNewMessage({}, before)];
      await write(message, gone);
      await world.truth.forget(scopeOf(ada), ada, 'message', gone.id);
      const item = versionOf(message);
      const others = [
        { ...item, version: 2 },
        { ...item, kind: 'memory' as const },
        { ...item, orgId: aPrincipal().orgId },
        versionOf(gone, 2),
      ];

      await world.textFeatures.keep({ rules: LATER, texts: others.map((other) => ({ item: other, features: after })) });
      const untouched = await found(message);
      await world.textFeatures.keep({ rules: LATER, texts: [{ item, features: after }] });
      await world.textFeatures.keep({ rules: TEXT_FEATURE_RULES, texts: [{ item, features: before }] });

      expect(untouched).toMatchObject(before);
      expect(await found(message)).toMatchObject(after);
      expect(await outdated(LATER + 1)).toMatchObject([{ item: { id: message.id } }]);
    });

    it('follows a memory to another text, read by the rules of today', async () => {
      const memory = aNewMemory({}, before);
      await write(memory);
      await world.textFeatures.keep({ rules: LATER, texts: [{ item: versionOf(memory), features: before }] });

      const act = { scope: scopeOf(ada), author: ada, id: memory.id, ifVersion: 1, reason: undefined };
      await world.lifecycle.change({
        ...act,
        fields: { content: 'Another text.' },
        derived: { ...memory.derived, ...after, mentionedTime: undefined },
      });

      expect(await found(memory)).toMatchObject(after);
      expect(await outdated(LATER)).toMatchObject([{ item: { id: memory.id, version: 2 }, content: 'Another text.' }]);
    });
  });
}
