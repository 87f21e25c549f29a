import { failpointEdits, type Edit } from './failpoints.ts';

/** Deliberate bug that proves that a test detects it. */
export interface Mutation {
  /** Effect of the bug, and the test that must fail. */
  readonly meaning: string;
  readonly edits: readonly Edit[];
}

/** Mutations by name. Build one with `node tools/build.mjs --mutate <name>`; it lands in `dist-<name>/`. */
export const mutations: Readonly<Record<string, Mutation>> = {
  'answer-before-commit': {
    meaning:
      'A write is acknowledged before it is committed, as far ahead as on a busy machine with a slow disk; npm run test:kill must lose writes.',
    edits: [
      {
        file: 'libs/adapters/embedded/src/store/group-commit.ts',
        find: '    this.commit();\n    this.answer(group);\n',
        replace:
          '    this.answer(group);\n    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 250);\n    this.commit();\n',
      },
    ],
  },
  'sweeper-off': {
    meaning:
      'Nothing sends again what Redis lost; npm run test:kill -- --cluster must find items that are never indexed.',
    edits: [
      {
        file: 'libs/services/ingest/src/sweeper.ts',
        find: 'setInterval(() => void this.sweep(), EVERY_MS)',
        replace: 'setInterval(() => undefined, EVERY_MS)',
      },
    ],
  },
  'reindex-from-zero': {
    meaning:
      'A new generation is filled from the beginning by whoever takes it over; npm run test:kill -- --reindex must see it go back.',
    edits: [
      {
        file: 'libs/services/indexing/src/backfill.ts',
        find: 'for (let cursor = generation.cursor; ',
        replace: 'for (let cursor = 0; ',
      },
    ],
  },
  'switch-unready': {
    meaning:
      'A switch does not wait until the new generation has what is stored; the readers of npm run test:kill -- --reindex must miss it.',
    edits: [
      {
        file: 'libs/services/indexing/src/index-generations.ts',
        find: 'force ? null : await this.requireReady(name, minOverlap)',
        replace: 'null',
      },
    ],
  },
  failpoints: {
    meaning: 'The process kills itself at the place that CAIRN_FAILPOINT names; the kill test of the cluster uses it.',
    edits: failpointEdits,
  },
};

/** Inserts the bug into a source. Throws unless each text to replace occurs exactly once, since the test would prove nothing. */
export function mutate(source: string, edits: readonly Edit[]): string {
  return edits.reduce(edited, source);
}

function edited(source: string, { file, find, replace }: Edit): string {
  const count = find === '' ? 0 : source.split(find).length - 1;
  if (count !== 1)
    throw new Error(`The text to break is ${count} times in ${file}, not once: bring the mutation up to date.`);
  return source.replace(find, () => replace);
}

/** Bundler plugin that inserts the bug; it fails if one of the files is not part of the build. */
export function mutationPlugin({ edits }: Mutation) {
  const missing = new Set(edits.map(({ file }) => file));
  return {
    name: 'mutation',
    transform(code: string, id: string) {
      const ofFile = edits.filter(({ file }) => id.endsWith(`/${file}`));
      for (const { file } of ofFile) missing.delete(file);
      return ofFile.length === 0 ? undefined : { code: mutate(code, ofFile), map: null };
    },
    buildEnd(error?: Error): void {
      if (!error && missing.size > 0)
        throw new Error(`${[...missing].join(', ')} is not part of the build, so nothing was broken.`);
    },
  };
}
