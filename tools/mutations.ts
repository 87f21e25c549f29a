/** A bug put in on purpose, to prove that a test sees it. */
export interface Mutation {
  /** What it breaks, and which test must turn red. */
  readonly meaning: string;
  /** Relative to the root of the repository. */
  readonly file: string;
  /** The text to replace; it must be there exactly once. */
  readonly find: string;
  readonly replace: string;
}

/** Build one with `node tools/build.mjs --mutate <name>`; it lands in `dist-<name>/`. */
export const mutations: Readonly<Record<string, Mutation>> = {
  'answer-before-commit': {
    meaning:
      'A write is acknowledged before it is committed, as far ahead as on a slow disk; npm run test:kill must lose writes.',
    file: 'libs/adapters/embedded/src/sqlite/group-commit.ts',
    find: '    this.commit();\n    this.answer(group);\n',
    replace:
      '    this.answer(group);\n    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);\n    this.commit();\n',
  },
};

/** The source with the bug in it. A text that is not there, or is there twice, would prove nothing, so it is an error. */
export function mutate(source: string, { file, find, replace }: Mutation): string {
  const count = find === '' ? 0 : source.split(find).length - 1;
  if (count !== 1)
    throw new Error(`The text to break is ${count} times in ${file}, not once: bring the mutation up to date.`);
  return source.replace(find, () => replace);
}

/** A bundler plugin that puts the bug in, and fails when the file was not part of the build. */
export function mutationPlugin(mutation: Mutation) {
  let isApplied = false;
  return {
    name: 'mutation',
    transform(code: string, id: string): string | undefined {
      if (!id.endsWith(`/${mutation.file}`)) return undefined;
      isApplied = true;
      return mutate(code, mutation);
    },
    buildEnd(error?: Error): void {
      if (!error && !isApplied) throw new Error(`${mutation.file} is not part of the build, so nothing was broken.`);
    },
  };
}
