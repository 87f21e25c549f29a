import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mutate, mutationPlugin, mutations } from './mutations.ts';

const edit = { file: 'libs/a.ts', find: 'commit(); answer();', replace: 'answer(); commit();' };
const other = { file: 'libs/c.ts', find: 'sweep();', replace: '' };
const swap = { meaning: 'answers before it commits', edits: [edit] };

describe('a mutation', () => {
  it('replaces its text', () => {
    expect(mutate('begin(); commit(); answer();', [edit])).toBe('begin(); answer(); commit();');
  });

  it('keeps dollar signs of the replacement as they are', () => {
    expect(mutate('commit(); answer();', [{ ...edit, replace: "$& $' $1" }])).toBe("$& $' $1");
  });

  it.each([
    ['is gone', 'answer(); commit();', '0 times'],
    ['is there twice', 'commit(); answer(); commit(); answer();', '2 times'],
  ])('fails when its text %s', (_case, source, problem) => {
    expect(() => mutate(source, [edit])).toThrow(problem);
  });

  it('makes several edits of one text, each in what the one before left', () => {
    const again = { ...edit, find: 'answer(); commit();', replace: 'answer();' };

    expect(mutate('commit(); answer();', [edit, again])).toBe('answer();');
  });

  it('fails the build when one of its files is not part of it', () => {
    const plugin = mutationPlugin({ ...swap, edits: [edit, other] });

    plugin.transform('commit(); answer();', '/repo/libs/a.ts');

    expect(() => plugin.buildEnd()).toThrow('libs/c.ts is not part of the build');
  });

  it('reaches its file in the build', () => {
    const plugin = mutationPlugin(swap);

    const transformed = plugin.transform('commit(); answer();', '/repo/libs/a.ts');

    expect(transformed?.code).toBe('answer(); commit();');
    expect(() => plugin.buildEnd()).not.toThrow();
  });

  it('fits the source it names, for every one there is', () => {
    for (const edit of Object.values(mutations).flatMap(({ edits }) => edits)) {
      const source = readFileSync(join(__dirname, '..', edit.file), 'utf8');

      expect(mutate(source, [edit])).not.toBe(source);
    }
  });
});
