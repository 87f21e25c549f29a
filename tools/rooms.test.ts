import { House } from './rooms.ts';

/** Forbidden imports; if one of them passes, the check of folders has stopped working. */
const canaries = [
  {
    says: 'a session that knows a feature',
    file: 'libs/store/src/kit/canary.ts',
    code: `import '../items/items.ts';`,
    circle: 'libs/store/items <-> libs/store/kit',
  },
  {
    says: 'an item that knows the memories above it',
    file: 'libs/store/src/items/canary.ts',
    code: `export { lifecycle } from '../memories/lifecycle.ts';`,
    circle: 'libs/store/memories',
  },
  {
    says: 'a pool that knows the sessions above it',
    file: 'libs/adapters/postgres/src/pool/canary.ts',
    code: `import type { PostgresTransaction } from '../store/postgres-transaction.ts';`,
    circle: 'libs/adapters/postgres/pool <-> libs/adapters/postgres/store',
  },
  {
    says: 'a connection that knows the words in its file',
    file: 'libs/adapters/embedded/src/sqlite/canary.ts',
    code: `const words = await import('../words/word-search.ts');`,
    circle: 'libs/adapters/embedded/sqlite <-> libs/adapters/embedded/words',
  },
  {
    says: 'a question that knows how it is searched',
    file: 'libs/services/recall/src/question/canary.ts',
    code: `import { CandidatePool } from '../search/candidate-pool.ts';`,
    circle: 'libs/services/recall/question <-> ',
  },
  {
    says: 'a part of a screen that knows the screen',
    file: 'apps/console/src/screens/memory/links.tsx',
    code: `import type { MemoryScreen } from '../memory.tsx';`,
    circle: 'apps/console/src/screens/memory.tsx <-> apps/console/src/screens/memory/links.tsx',
  },
  {
    says: 'a screen that knows the list of screens',
    file: 'apps/console/src/screens/canary.tsx',
    code: `import { screens } from '../screens.ts';`,
    circle: 'apps/console <-> apps/console/screens',
  },
] as const;

describe('the rooms of the house', () => {
  const house = House.read();

  it('form no circle, of files or of rooms', () => {
    expect(house.circles).toEqual([]);
  });

  it('have no arrow that runs up', () => {
    expect(house.upward).toEqual([]);
  });

  it.each(canaries)('do not let in $says', ({ file, code, circle }) => {
    expect(house.with({ path: file, text: code }).circles).toContainEqual(expect.stringContaining(circle));
  });

  it('do not let a port know an adapter', () => {
    const code = `import { PostgresStore } from '@cairn/adapter-postgres';`;

    expect(house.with({ path: 'libs/ports/src/canary.ts', text: code }).upward).toEqual([
      'libs/ports/src/canary.ts -> libs/adapters/postgres/src/index.ts',
    ]);
  });

  it('let in what only looks down', () => {
    const code = `import { boundQuery } from '../kit/prepared.ts';`;
    const more = house.with({ path: 'libs/store/src/memories/canary.ts', text: code });

    expect([...more.circles, ...more.upward]).toEqual([]);
  });
});
