import { findSoundForm } from './self-test.ts';

const probes = [{ ids: [1], vector: [1, 0] }];
const loadVectors = (vectors: Record<string, number[]>) => async (form: string) => ({
  model: `model in ${form}`,
  embed: async () => vectors[form]!,
});

describe('self-test', () => {
  it('takes the first form that agrees with the golden vectors', async () => {
    const load = loadVectors({ int8s: [0.9, 0.4], int8u: [2, 0.1], fp32: [1, 0] });

    const sound = await findSoundForm(['int8s', 'int8u', 'fp32'], load, probes);

    expect(sound).toMatchObject({ form: 'int8u', model: 'model in int8u' });
  });

  it('takes none rather than a wrong one', async () => {
    const load = loadVectors({ int8s: [0, 1], fp32: [NaN, NaN] });

    await expect(findSoundForm(['int8s', 'fp32'], load, probes)).rejects.toThrow('self-test');
  });
});
