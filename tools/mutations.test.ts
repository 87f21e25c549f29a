import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mutate, mutationPlugin, mutations } from './mutations.ts';

const swap = {
  meaning: 'answers before it commits',
  file: 'libs/a.ts',
  find: 'commit(); answer();',
  replace: 'answer(); commit();',
};

describe('a mutation', () => {
  it('replaces its text', () => {
    expect(mutate('begin(); commit(); answer();', swap)).toBe('begin(); answer(); commit();');
  });

  it('keeps dollar signs of the replacement as they are', () => {
    expect(mutate('commit(); answer();', { ...swap, replace: "$& $' $1" })).toBe("$& $' $1");
  });

  it.each([
    ['is gone', 'answer(); commit();', '0 times'],
    ['is there twice', 'commit(); answer(); commit(); answer();', '2 times'],
  ])('fails when its text %s', (_case, source, problem) => {
    expect(() => mutate(source, swap)).toThrow(problem);
  });

  it('fails the build when its file is not part of it', () => {
    const plugin = mutationPlugin(swap);

    plugin.transform('commit(); answer();', '/repo/libs/b.ts');

    expect(() => plugin.buildEnd()).toThrow('not part of the build');
  });

  it('reaches its file in the build', () => {
    const plugin = mutationPlugin(swap);

    const code = plugin.transform('commit(); answer();', '/repo/libs/a.ts');

    expect(code).toBe('answer(); commit();');
    expect(() => plugin.buildEnd()).not.toThrow();
  });

  it('fits the source it names, for every one there is', () => {
    for (const mutation of Object.values(mutations)) {
      const source = readFileSync(join(__dirname, '..', mutation.file), 'utf8');

      expect(mutate(source, mutation)).not.toBe(source);
    }
  });
});
