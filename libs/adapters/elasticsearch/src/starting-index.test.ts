import { randomUUID } from 'node:crypto';
import type { OrgId } from '@cairn/contracts';
import { scopeOf } from '@cairn/domain';
import { aMessage, anOrgId, aPrincipal, describeWith } from '@cairn/testing';
import { analyserOf, newestAnalyser } from '@cairn/text';
import { ElasticsearchTextIndex } from './elasticsearch-text-index.ts';
import { ownPlaces } from './places.fixture.ts';

const english = analyserOf(newestAnalyser('english'));
const CALLERS = 8;
const ROUNDS = 4;

describeWith('ELASTICSEARCH_URL', 'an index that is being made', (node) => {
  const prefix = `test-${randomUUID().slice(0, 8)}`;
  const indexed = new Set<OrgId>();
  const places = { ...ownPlaces, hasIndexed: async (orgId: OrgId) => indexed.has(orgId) };
  const writer = new ElasticsearchTextIndex({ node, prefix, generation: 1, places, refreshMs: 20 });
  const reader = new ElasticsearchTextIndex({ node, prefix, generation: 1, places, refreshMs: 20 });
  afterAll(async () => {
    await writer.drop();
    await Promise.all([writer.close(), reader.close()]);
  });

  const put = async (orgId: OrgId) => {
    await writer.upsert(aMessage({ orgId, content: 'a zebra crosses' }));
    indexed.add(orgId);
  };
  const find = (orgId: OrgId) =>
    reader.search(scopeOf(aPrincipal({ orgId })), english.query('zebra'), { kind: 'message' }, 5, { k1: 1, b: 0.5 });

  it('answers who asks of it, and takes nothing from the answers of others', async () => {
    const settled = anOrgId();
    await put(settled);
    for (let round = 0; round < ROUNDS; round++) {
      const fresh = anOrgId();
      let isMade = false;
      const asking = Array.from({ length: CALLERS }, async () => {
        while (!isMade) await Promise.all([find(fresh), find(settled).then((hits) => expect(hits).toHaveLength(1))]);
      });
      await put(fresh).finally(() => (isMade = true));
      await Promise.all(asking);

      expect(await find(fresh)).toHaveLength(1);
    }
  });
});
