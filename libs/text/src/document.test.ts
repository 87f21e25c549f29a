import type { Item } from '@cairn/contracts';
import { analyserOf, newestAnalyser } from './analysers.ts';

const { document } = analyserOf(newestAnalyser('english'));

const message = { kind: 'message', speaker: 'Melanie', content: 'We ship on Friday' } as Item;
const memory = {
  kind: 'memory',
  title: 'Freeze',
  content: 'No deploys in src/api/users.ts',
  source: 'api',
  tags: ['release-plan'],
} as Item;

describe('document', () => {
  it('holds who said it and what', () => {
    expect(document(message)).toEqual({ terms: ['melani', 'we', 'ship', 'on', 'friday'], parts: [] });
    expect(document({ ...message, speaker: null } as Item).terms).toEqual(['we', 'ship', 'on', 'friday']);
  });

  it.each([
    ['fact', []],
    ['decision', ['freez', 'no', 'deploy', 'in', 'src/api/users.ts', 'release-plan', 'releas', 'plan']],
  ])('holds nothing of a file of a repository, unless it is a record: %s', (category, terms) => {
    expect(document({ ...memory, category, source: 'repository:acme/shop' } as Item).terms).toEqual(terms);
  });

  it('holds title, content and tags of a memory', () => {
    const { terms, parts } = document(memory);

    expect(terms).toEqual(['freez', 'no', 'deploy', 'in', 'src/api/users.ts', 'release-plan', 'releas', 'plan']);
    expect(parts).toEqual(expect.arrayContaining(['users.ts', 'user', 'releas', 'plan']));
  });
});
