import { findModelFiles, readChecked } from '../bundled/model-files.ts';
import type { BundledSource } from '../bundled/load-bundled.ts';
import { ModelThread } from './model-thread.ts';

const source: BundledSource = { kind: 'bundled', files: findModelFiles(), forms: ['int8s'], probes: [] };
const setup = { source, engines: ['native'], threads: 1 } as const;

describe('model thread', () => {
  it('does not start with other weights than the known ones', async () => {
    const files = { ...source.files, weights: { ...source.files.weights, sha256: '00'.repeat(32) } };
    const other: BundledSource = { ...source, files };

    await expect(ModelThread.start({ ...setup, source: other }, () => undefined)).rejects.toThrow(/sha256 f20d0d47/);
  });

  it('does not start when no form passes the self-test', async () => {
    const probes = [{ ids: [101, 102], vector: Array.from({ length: 384 }, () => 1) }];
    const failing: BundledSource = { ...source, probes };

    await expect(ModelThread.start({ ...setup, source: failing }, () => undefined)).rejects.toThrow('self-test');
  });

  it('goes on after a group that the model refuses', async () => {
    const thread = await ModelThread.start(setup, () => undefined);
    const beyondTheVocabulary = [101, 999_999, 102];

    await expect(thread.run([beyondTheVocabulary])).rejects.toThrow();
    expect(await thread.run([[101, 7592, 102]])).toHaveLength(1);
    await thread.close();
  });

  it('reads no file that has changed', () => {
    const { tokenizer } = source.files;

    expect(() => readChecked({ ...tokenizer, sha256: 'other' })).toThrow('sha256');
  });
});
