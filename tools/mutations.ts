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
        marker: 'Mutation: answer-before-commit',
        code: 'this.answer(group); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 250); return this.commit();',
      },
    ],
  },
  'sweeper-off': {
    meaning:
      'Nothing sends again what Redis lost; npm run test:kill -- --cluster must find items that are never indexed.',
    edits: [{ marker: 'Mutation: sweeper-off', code: 'return;' }],
  },
  'reindex-from-zero': {
    meaning:
      'A new generation is filled from the beginning by whoever takes it over; npm run test:kill -- --reindex must see it go back.',
    edits: [
      {
        marker: 'Mutation: reindex-from-zero',
        code: 'filling = { ...filling, generation: { ...filling.generation, cursor: 0 } };',
      },
    ],
  },
  'switch-unready': {
    meaning:
      'A switch does not wait until the new generation has what is stored; the readers of npm run test:kill -- --reindex must miss it.',
    edits: [
      {
        marker: 'Mutation: switch-unready',
        code: 'return this.generations.switchTo({ author, ...name }).then(() => null);',
      },
    ],
  },
  failpoints: {
    meaning: 'The process kills itself at the place that CAIRN_FAILPOINT names; the kill test of the cluster uses it.',
    edits: failpointEdits,
  },
};

const commentOf = (marker: string) => `// ${marker}\n`;

/** Puts code in the place of its marker. Throws if the marker is there twice, since the test would prove nothing. */
export function mutate(source: string, edits: readonly Edit[]): string {
  return edits.reduce(edited, source);
}

function edited(source: string, { marker, code }: Edit): string {
  const parts = source.split(commentOf(marker));
  if (parts.length > 2) throw new Error(`The marker "${marker}" is ${parts.length - 1} times in a file, not once.`);
  return parts.join(`${code}\n`);
}

/** Bundler plugin that inserts the bug; it fails if one of the markers is in none of the built files. */
export function mutationPlugin({ edits }: Mutation) {
  const missing = new Set(edits.map(({ marker }) => marker));
  return {
    name: 'mutation',
    transform(code: string) {
      const marked = edits.filter(({ marker }) => code.includes(commentOf(marker)));
      for (const { marker } of marked) missing.delete(marker);
      return marked.length === 0 ? undefined : { code: mutate(code, marked), map: null };
    },
    buildEnd(error?: Error): void {
      if (!error && missing.size > 0)
        throw new Error(`The build has no place for: ${[...missing].join(', ')}. So nothing was broken.`);
    },
  };
}
