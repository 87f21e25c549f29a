import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './common/program.ts';
import { mutate, mutationPlugin, mutations } from './mutations.ts';
import { git } from './rooms.ts';

const edit = { marker: 'Mutation: early', code: 'answer();' };
const other = { marker: 'Mutation: late', code: 'sweep();' };
const source = 'begin();\n// Mutation: early\ncommit();\n';

describe('a mutation', () => {
  it('has its code in the place of the marker', () => {
    expect(mutate(source, [edit])).toBe('begin();\nanswer();\ncommit();\n');
  });

  it('keeps dollar signs of the code as they are', () => {
    expect(mutate(source, [{ ...edit, code: "$& $' $1" }])).toBe("begin();\n$& $' $1\ncommit();\n");
  });

  it('leaves a marker alone whose name only begins like its own', () => {
    expect(mutate('// Mutation: early-bird\n', [edit])).toBe('// Mutation: early-bird\n');
  });

  it('fails when its marker is there twice', () => {
    expect(() => mutate(source + source, [edit])).toThrow('2 times');
  });

  it('fails the build when one of its markers is in no built file', () => {
    const plugin = mutationPlugin({ meaning: 'answers before it commits', edits: [edit, other] });

    plugin.transform(source);

    expect(() => plugin.buildEnd()).toThrow('no place for: Mutation: late');
  });

  it('reaches its file in the build', () => {
    const plugin = mutationPlugin({ meaning: 'answers before it commits', edits: [edit] });

    const transformed = plugin.transform(source);

    expect(transformed?.code).toBe('begin();\nanswer();\ncommit();\n');
    expect(() => plugin.buildEnd()).not.toThrow();
  });

  it('has one place in the sources for each marker, and each marker of the sources has a mutation', () => {
    const sources = git('ls-files', 'apps/*.ts', 'libs/*.ts').map((path) => readFileSync(join(root, path), 'utf8'));
    const placed = sources.flatMap((text) => [...text.matchAll(/\/\/ ((?:Failpoint|Mutation): \S+)$/gm)]);

    expect(placed.map(([, marker]) => marker).sort()).toEqual(
      Object.values(mutations)
        .flatMap(({ edits }) => edits.map(({ marker }) => marker))
        .sort(),
    );
  });
});
