import { startEmbeddingsStub, vectorOf } from './cluster-embeddings-stub.ts';

const cosine = (a: string, b: string) => {
  const other = vectorOf(b);
  return vectorOf(a).reduce((sum, value, at) => sum + value * other[at]!, 0);
};

test('gives unit vectors, equal for equal words and nearer the more words are shared', () => {
  expect(Math.hypot(...vectorOf('the harbour at dusk'))).toBeCloseTo(1, 4);
  expect(Math.hypot(...vectorOf('?!'))).toBeCloseTo(1, 4);
  expect(cosine('Harbour dusk', 'dusk, harbour')).toBeCloseTo(1, 4);
  expect(cosine('harbour at dusk', 'harbour at dawn')).toBeGreaterThan(cosine('harbour at dusk', 'harbour in winter'));
});

test('answers as an OpenAI-compatible endpoint does', async () => {
  const stub = await startEmbeddingsStub();
  try {
    const body = JSON.stringify({ model: 'm', input: ['one', 'two'] });
    const answer = await fetch(`${stub.settings.CAIRN_EMBEDDER_URL}/embeddings`, { method: 'POST', body });
    const { data } = (await answer.json()) as { data: { index: number; embedding: number[] }[] };

    expect(data.map(({ index }) => index)).toEqual([0, 1]);
    expect(data[1]!.embedding).toEqual([...vectorOf('two')]);
  } finally {
    stub.close();
  }
});
