import { findModelFiles, readChecked } from './model-files.ts';
import { ModelThread } from './model-thread.ts';

const setup = { files: findModelFiles(), engines: ['native'], forms: ['int8s'], probes: [], threads: 1 } as const;

describe('model thread', () => {
  it('does not start with other weights than the known ones', async () => {
    const files = { ...setup.files, weights: { ...setup.files.weights, sha256: '00'.repeat(32) } };

    await expect(ModelThread.start({ ...setup, files }, () => undefined)).rejects.toThrow(/sha256 f20d0d47/);
  });

  it('does not start when no form passes the self-test', async () => {
    const probes = [{ ids: [101, 102], vector: Array.from({ length: 384 }, () => 1) }];

    await expect(ModelThread.start({ ...setup, probes }, () => undefined)).rejects.toThrow('self-test');
  });

  it('goes on after a group that the model refuses', async () => {
    const thread = await ModelThread.start(setup, () => undefined);
    const beyondTheVocabulary = [101, 999_999, 102];

    await expect(thread.run([beyondTheVocabulary])).rejects.toThrow();
    expect(await thread.run([[101, 7592, 102]])).toHaveLength(1);
    await thread.close();
  });

  it('reads no file that has changed', () => {
    const { tokenizer } = setup.files;

    expect(() => readChecked({ ...tokenizer, sha256: 'other' })).toThrow('sha256');
  });
});
