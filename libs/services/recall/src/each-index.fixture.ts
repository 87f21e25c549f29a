import { randomUUID } from 'node:crypto';
import { ElasticsearchTextIndex } from '@cairn/adapter-elasticsearch';
import { ownPlaces } from '@cairn/adapter-elasticsearch/places';
import { describeWith } from '@cairn/testing';
import { recallWorld } from './recall-world.fixture.ts';

export type World = Awaited<ReturnType<typeof recallWorld>>;

/** Declares the same tests over the words in the file of the truth, and over Elasticsearch where there is one. */
export function onEachIndex(declare: (open: () => Promise<World>) => void): void {
  describe('on words in the file of the truth', () => {
    declare(() => recallWorld());
  });

  describeWith('ELASTICSEARCH_URL', 'on words in Elasticsearch', (node) => {
    const prefix = `test-${randomUUID().slice(0, 8)}`;
    const index = new ElasticsearchTextIndex({ node, prefix, generation: 1, places: ownPlaces, refreshMs: 20 });
    afterAll(async () => {
      await index.drop();
      await index.close();
    });

    declare(() => recallWorld(undefined, index));
  });
}
