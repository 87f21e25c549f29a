import { closenessOf, embedBy } from './closeness.ts';

it('embeds the prototypes of a model once, and again after the model failed', async () => {
  let fails = true;
  const batches: number[] = [];
  const model = {
    async embed(texts: string[]) {
      if (fails) throw new Error('no model yet');
      batches.push(texts.length);
      return texts.map((text) => ({ vector: [text.length, 1] }));
    },
  };

  await expect(closenessOf(['We chose Postgres.'], embedBy(model))).rejects.toThrow('no model yet');
  fails = false;
  await closenessOf(['We chose Postgres.'], embedBy(model));
  await closenessOf(['We chose Redis.'], embedBy(model));

  expect(batches.filter((size) => size > 1)).toHaveLength(1);
  expect(batches.filter((size) => size === 1)).toHaveLength(2);
});
