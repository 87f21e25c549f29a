import { availableParallelism } from 'node:os';
import { BundledEmbedder } from '../bundled/bundled-embedder.ts';

/** Counts the threads that load the model. */
class CountedThreads extends BundledEmbedder {
  started = 0;

  protected override source() {
    this.started += 1;
    return super.source();
  }
}

const documents = Array.from({ length: 60 }, (_, at) => `Release ${at} waits for the audit of the ledger.`);
const vectorsOf = async (embedder: BundledEmbedder) =>
  (await embedder.embed(documents, 'document')).map(({ vector }) => [...vector]);
const threadsOfBulk = Math.min(2, availableParallelism());

it('embeds a bulk of documents in two threads, with the same vectors', async () => {
  const alone = new CountedThreads({ helpAfterMs: Infinity });
  const helped = new CountedThreads({ helpAfterMs: 0 });

  const expected = await vectorsOf(alone);
  const found = [await vectorsOf(helped), await vectorsOf(helped)];
  await Promise.all([alone.close(), helped.close()]);

  expect(found).toEqual([expected, expected]);
  expect([alone.started, helped.started]).toEqual([1, threadsOfBulk]);
});

it('leaves the second core to others while questions are asked', async () => {
  const embedder = new CountedThreads({ helpAfterMs: 0 });

  await embedder.embed(['What waits for the audit?'], 'query');
  await vectorsOf(embedder);
  await embedder.close();

  expect(embedder.started).toBe(1);
});
