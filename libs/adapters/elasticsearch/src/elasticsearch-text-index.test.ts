import { randomUUID } from 'node:crypto';
import type { Item, OrgId } from '@cairn/contracts';
import { scopeOf } from '@cairn/domain';
import { aMemory, aMessage, anOrgId, aPrincipal, describeWith, textIndexContract } from '@cairn/testing';
import { analyserOf, newestAnalyser } from '@cairn/text';
import { ElasticsearchTextIndex } from './elasticsearch-text-index.ts';
import type { Places } from './indexes.ts';
import { inPlaces, ownPlaces } from './places.fixture.ts';
import type { IndexEntry } from '@cairn/ports';

const english = analyserOf(newestAnalyser('english'));

describeWith('ELASTICSEARCH_URL', 'ElasticsearchTextIndex on a real Elasticsearch', (node) => {
  const aPrefix = () => `test-${randomUUID().slice(0, 8)}`;
  const open = (prefix: string, places = ownPlaces, generation = 1, more: { analyser?: string } = {}) =>
    new ElasticsearchTextIndex({ node, prefix, generation, ...more, places, refreshMs: 20 });
  const make = (places: Places) => async () => {
    const prefix = aPrefix();
    const opened: ElasticsearchTextIndex[] = [];
    const opening = (generation: number, analyser?: string) => {
      const index = open(prefix, places, generation, { ...(analyser && { analyser }) });
      opened.push(index);
      return index;
    };
    const close = async () => {
      await Promise.all(opened.map((index) => index.drop()));
      await Promise.all(opened.map((index) => index.close()));
    };
    return { index: opening(1), beside: (analyser: string) => opening(2, analyser), close };
  };

  // Few random stores, since each creates an index; the shared index gets the same ones.
  textIndexContract('an index for each organisation', make(ownPlaces), { randomStores: 3 });
  textIndexContract('organisations that share an index', make(inPlaces(() => 'shared')));

  describe('its indexes', () => {
    const prefix = aPrefix();
    const orgId = anOrgId();
    const opened: ElasticsearchTextIndex[] = [];
    const another = (...more: [places?: Places, generation?: number]) => {
      const index = open(prefix, ...more);
      opened.push(index);
      return index;
    };
    const find = (index: ElasticsearchTextIndex, org: OrgId, word = 'zebra') =>
      index.search(scopeOf(aPrincipal({ orgId: org })), english.query(word), { kind: 'message' }, 10, {
        k1: 1,
        b: 0.5,
      });
    const names = async () => {
      const response = await fetch(`${node}/_cat/indices/${prefix}-*?h=index&format=json`);
      return ((await response.json()) as { index: string }[]).map(({ index }) => index).sort();
    };
    const entriesOf = async (index: ElasticsearchTextIndex) => {
      const entries: IndexEntry[] = [];
      for await (const entry of index.entries(orgId)) entries.push(entry);
      return entries.sort((a, b) => (a.id < b.id ? -1 : 1));
    };
    afterEach(async () => {
      for (const index of opened.splice(0)) {
        await index.drop();
        await index.close();
      }
    });

    it('are named by generation, analyser and place, and made once by writers who come together', async () => {
      const writers = [another(), another(), another()];
      const items = Array.from({ length: 30 }, () => aMessage({ orgId, content: 'zebra' }));

      await Promise.all(items.map((item, at) => writers[at % 3]!.upsert(item)));

      expect(await names()).toEqual([`${prefix}-words-g1-l2-a2-${orgId}`]);
      expect(await find(writers[0]!, orgId)).toHaveLength(10);
    });

    it('are not made by reading', async () => {
      const index = another();

      await expect(find(index, orgId)).resolves.toEqual([]);
      await expect(entriesOf(index)).resolves.toEqual([]);
      await expect(index.health()).resolves.toEqual({ ready: true });
      await index.drop();

      expect(await names()).toEqual([]);
    });

    it('are made again with their mapping when they went away under a writer', async () => {
      const index = another();
      await index.upsert(aMessage({ orgId, content: 'zebra' }));
      await another().drop();
      const item = aMessage({ orgId, content: 'zebra' });

      await expect(index.upsert(item)).rejects.toMatchObject({ code: 'index/unavailable' });
      await index.upsert(item);

      expect((await find(index, orgId)).map(({ id }) => id)).toEqual([item.id]);
    });

    it('of one generation are dropped without those of another', async () => {
      const [first, second] = [another(), another(ownPlaces, 11)];
      const item = aMessage({ orgId, content: 'zebra' });
      await Promise.all([first.upsert(item), second.upsert(item)]);

      await first.drop();

      await expect(find(first, orgId)).resolves.toEqual([]);
      expect(await find(second, orgId)).toHaveLength(1);
    });

    it('keep organisations apart where several share one, even an item of the same id', async () => {
      const index = another(inPlaces(() => 'shared'));
      const other = anOrgId();
      const item = aMessage({ orgId, content: 'zebra' });
      await index.upsert(item);
      await index.upsert({ ...item, orgId: other, content: 'zebra giraffe', version: 7 });

      await expect(find(index, orgId, 'giraffe')).resolves.toEqual([]);
      expect(await find(index, orgId)).toEqual(await find(another(inPlaces(() => 'shared')), orgId));
      expect(await entriesOf(index)).toMatchObject([{ orgId, id: item.id, version: 1 }]);
      await index.remove(other, 'message', item.id, 8);

      expect(await find(index, orgId)).toHaveLength(1);
    });

    it('tell which items they hold at which version, removals included', async () => {
      const index = another();
      const [message, memory, gone] = [aMessage({ orgId }), aMemory({ orgId, version: 4 }), aMessage({ orgId })];
      const items: Item[] = [message, memory, gone, { ...message, version: 3 }];
      for (const item of items) await index.upsert(item);
      await index.remove(orgId, 'message', gone.id, 2);

      expect(await entriesOf(index)).toEqual([
        { orgId, kind: 'message', id: message.id, version: 3, isRemoved: false, isWhole: true },
        { orgId, kind: 'memory', id: memory.id, version: 4, isRemoved: false, isWhole: true },
        { orgId, kind: 'message', id: gone.id, version: 2, isRemoved: true, isWhole: true },
      ]);
    });

    it('do not bring back an item at the very version of its removal', async () => {
      const index = another();
      const item = aMessage({ orgId, content: 'zebra', version: 2 });
      await index.upsert(item);
      await index.remove(orgId, 'message', item.id, 2);

      await index.upsert(item);

      await expect(find(index, orgId)).resolves.toEqual([]);
    });

    it('are counted once for a question, whatever is written while it goes on', async () => {
      const index = another();
      const item = aMessage({ orgId, content: 'zebra giraffe' });
      await index.upsert(item);
      const question = index.forQuestion();
      const scope = scopeOf(aPrincipal({ orgId }));
      const bm25 = { k1: 1, b: 0.5 };
      const [asked, again] = [english.query('zebra lion'), english.query('zebra lion')];
      const found = await question.search(scope, asked, { kind: 'message' }, 10, bm25);
      await index.upsert(aMessage({ orgId, content: 'a lion' }));

      const kept = await question.score(scope, again, 'message', [item.id], bm25);
      const anew = await index.score(scope, again, 'message', [item.id], bm25);

      expect(kept).toEqual(found);
      expect(anew[0]!.share).not.toBe(found[0]!.share);
    });

    it('are unavailable once they are gone, in the midst of a question too', async () => {
      let hasIndexed = false;
      const places = { ...ownPlaces, hasIndexed: async () => hasIndexed };
      const index = another(places);
      const item = aMessage({ orgId, content: 'zebra', sessionKey: 's' });
      await index.upsert(item);
      const question = index.forQuestion();
      const scope = scopeOf(aPrincipal({ orgId }));
      const asked = english.query('zebra');
      await question.search(scope, asked, { kind: 'message' }, 10, { k1: 1, b: 0.5 });
      hasIndexed = true;
      await another().drop();

      const gone = { code: 'index/unavailable', message: expect.stringContaining('is gone') };
      await expect(question.score(scope, asked, 'message', [item.id], { k1: 1, b: 0.5 })).rejects.toMatchObject(gone);
      await expect(question.coverage(scope, asked, 'message', ['s'])).rejects.toMatchObject(gone);
      await expect(find(index, orgId)).rejects.toMatchObject(gone);
      await expect(find(another(places), orgId)).rejects.toMatchObject(gone);
      await another().upsert(item);
      expect(await find(index, orgId)).toHaveLength(1);
    });

    it('are reported before they are made again, and left out until they are full', async () => {
      const state = { isLost: false, reported: 0, hasIndexed: false };
      const places: Places = {
        ...ownPlaces,
        hasIndexed: async () => state.hasIndexed,
        occupied: async () => (state.hasIndexed ? [orgId] : []),
        isLost: async () => state.isLost,
        reportMissing: async () => {
          expect(await names()).toEqual([]);
          state.reported++;
          state.isLost = state.hasIndexed;
        },
      };
      const index = another(places);
      const item = aMessage({ orgId, content: 'zebra' });
      await index.makeMissing();
      expect(await names()).toEqual([]);
      await index.upsert(item);
      state.hasIndexed = true;
      await another().drop();

      await index.makeMissing();

      expect([state.reported, await names()]).toEqual([2, [`${prefix}-words-g1-l2-a2-${orgId}`]]);
      await expect(find(index, orgId)).rejects.toMatchObject({ code: 'index/unavailable' });
      await index.upsert(item);
      state.isLost = false;
      expect(await find(index, orgId)).toHaveLength(1);
    });

    it('are left out when they were made again while a question was on its way', async () => {
      const item = aMessage({ orgId, content: 'zebra' });
      await another().upsert(item);
      const knowledge = [false];
      const late = another({ ...ownPlaces, hasIndexed: async () => true, isLost: async () => knowledge.pop() ?? true });
      await another().drop();
      await another().upsert(aMessage({ orgId, content: 'giraffe' }));

      await expect(find(late, orgId)).rejects.toMatchObject({ code: 'index/unavailable' });
    });

    describe('in the hands of somebody else', () => {
      const state = { reported: 0 };
      const places: Places = {
        ...ownPlaces,
        occupied: async () => [orgId],
        reportMissing: async () => void state.reported++,
      };
      const name = `${prefix}-words-g1-l2-a2-${orgId}`;
      const ask = async (method: string, path: string, body?: object) => {
        const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
        const answer = await fetch(`${node}/${name}${path}`, { method, ...(body && json) });
        expect([200, await answer.text()]).toEqual([answer.status, expect.anything()]);
      };

      it('give way where they are not ours, and are made again with the name that writes go to', async () => {
        const index = another(places);
        const item = aMessage({ orgId, content: 'zebra' });
        await index.upsert(item);
        await ask('DELETE', '');
        await ask('PUT', '', {});
        state.reported = 0;

        await index.makeMissing();

        expect(state.reported).toBe(1);
        await index.upsert(item);
        expect(await find(index, orgId)).toHaveLength(1);
      });

      it('get back the name that writes go to', async () => {
        const index = another(places);
        const item = aMessage({ orgId, content: 'zebra' });
        await index.upsert(item);
        await ask('DELETE', `/_alias/${name}-write`);
        state.reported = 0;
        await expect(index.upsert(item)).rejects.toMatchObject({ code: 'index/unavailable' });

        await index.upsert(item);

        expect(state.reported).toBe(0);
        await ask('DELETE', `/_alias/${name}-write`);
        await index.makeMissing();
        await index.upsert(item);
      });

      it.each([
        ['is read-only', 'PUT', '/_settings', { 'index.blocks.read_only': true }],
        ['is read-only', 'PUT', '/_settings', { 'index.blocks.write': true }],
        ['is read-only', 'PUT', '/_settings', { 'index.blocks.read_only_allow_delete': true }],
        ['is closed', 'POST', '/_close', undefined],
      ])('say that one %s (%s %s %j), and take no write for refused', async (problem, method, path, body) => {
        const [index, writer] = [another(places), another(places)];
        const item = aMessage({ orgId, content: 'zebra' });
        await writer.upsert(item);
        await ask(method, path, body);

        await expect(writer.upsert(item)).rejects.toMatchObject({ code: 'index/unavailable' });
        await expect(another(places).upsert(item)).rejects.toMatchObject({ code: 'index/unavailable' });

        expect(await index.health()).toEqual({ ready: false, problem: `an index ${problem}` });
        expect([await index.isBehind(orgId), await index.isBehind(anOrgId())]).toEqual([true, false]);
        if (problem === 'is closed') await ask('POST', '/_open');
        else await ask('PUT', '/_settings', { index: { blocks: { read_only: false, write: false } } });
        await ask('PUT', '/_settings', { index: { blocks: { read_only_allow_delete: null } } });
        const again = another(places);
        await again.upsert(item);
        expect([await again.health(), await again.isBehind(orgId)]).toEqual([{ ready: true }, false]);
      });

      it('tell how many items they hold, removals left out', async () => {
        const index = another(places);
        const [item, gone] = [aMessage({ orgId }), aMessage({ orgId })];
        for (const each of [item, gone, aMemory({ orgId })]) await index.upsert(each);
        await index.remove(orgId, 'message', gone.id, 2);
        const other = anOrgId();

        expect(await index.itemCounts([orgId, other])).toEqual(
          new Map([
            [orgId, 2],
            [other, 0],
          ]),
        );
      });
    });

    it('refuse a place that is no name', async () => {
      const index = another(inPlaces(() => '../x'));

      await expect(index.upsert(aMessage({ orgId }))).rejects.toThrow('a name that no index can have');
    });
  });
});
