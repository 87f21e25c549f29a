import type { Item } from '@cairn/contracts';
import { wordDocument } from './document.ts';

const message = { kind: 'message', speaker: 'Melanie', content: 'We ship on Friday' } as Item;
const memory = {
  kind: 'memory',
  title: 'Freeze',
  content: 'No deploys in src/api/users.ts',
  tags: ['release-plan'],
} as Item;

describe('wordDocument', () => {
  it('holds who said it and what', () => {
    expect(wordDocument(message)).toEqual({ terms: ['melani', 'we', 'ship', 'on', 'friday'], parts: [] });
    expect(wordDocument({ ...message, speaker: null } as Item).terms).toEqual(['we', 'ship', 'on', 'friday']);
  });

  it('holds title, content and tags of a memory', () => {
    const { terms, parts } = wordDocument(memory);

    expect(terms).toEqual(['freez', 'no', 'deploy', 'in', 'src/api/users.ts', 'release-plan', 'releas', 'plan']);
    expect(parts).toEqual(expect.arrayContaining(['users.ts', 'user', 'releas', 'plan']));
  });
});
