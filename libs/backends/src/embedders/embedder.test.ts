import { embedderFor } from './embedder.ts';

it('makes a model behind an endpoint by the card in the settings', () => {
  const card = { queryPrefix: 'query: ', documentPrefix: 'passage: ', maxTokens: 64, cosineNone: 0.7, cosineFull: 0.9 };
  const endpoint = { kind: 'openai', url: 'http://127.0.0.1:9/v1', key: undefined, model: 'm', dims: 32 } as const;
  const plain = { ...endpoint, ...card, queryPrefix: '', documentPrefix: '' };

  const embedder = embedderFor({ ...endpoint, ...card });

  expect(embedder).toMatchObject({ maxTokens: 64, scale: { cosineNone: 0.7, cosineFull: 0.9 } });
  expect(embedder.modelId).not.toBe(embedderFor(plain).modelId);
});
