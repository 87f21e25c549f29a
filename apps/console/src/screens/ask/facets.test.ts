import { describe, expect, it } from '@jest/globals';
import { facetValues, narrow } from './facets.ts';
import type { FoundHit } from './found-hit.ts';

const now = 1_000 * 86_400_000;
const hit = (fields: object) =>
  ({ kind: 'memory', author: 'Ana', source: 'api', createdAt: now, timestamp: null, ...fields }) as unknown as FoundHit;
const hits = [
  hit({ category: 'decision', project: 'acme/billing' }),
  hit({ category: 'decision', author: 'Ben', timestamp: now - 10 * 86_400_000 }),
  hit({ category: 'fact', knowledgeBase: 'kb', author: null }),
  hit({ kind: 'message', speaker: 'Ben', role: 'user', source: 'slack' }),
  hit({ kind: 'note', workspace: 'team' }),
];
const counts = (field: Parameters<typeof facetValues>[0], chosen = {}) =>
  facetValues(field, hits, chosen, now).map(({ value, count }) => [value, count]);

describe('facets of an answer', () => {
  it('count the values of each field, the most frequent first, and no missing ones', () => {
    expect(counts('kind')).toEqual([
      ['decision', 2],
      ['document', 1],
      ['message', 1],
      ['note', 1],
    ]);
    expect(counts('in')).toEqual([['acme/billing', 1]]);
    expect(counts('who')).toEqual([
      ['Ana', 2],
      ['Ben', 2],
    ]);
    expect(counts('from')).toEqual([
      ['api', 3],
      ['slack', 1],
      ['team', 1],
    ]);
    expect(counts('when')).toEqual([
      ['today', 4],
      ['this month', 1],
    ]);
  });

  it('count what the other chosen values leave, so that no chip leads to nothing', () => {
    const chosen = { who: 'Ben', kind: 'decision' };

    expect(counts('kind', chosen)).toEqual([
      ['decision', 1],
      ['message', 1],
    ]);
    expect(counts('who', chosen)).toEqual([
      ['Ana', 1],
      ['Ben', 1],
    ]);
    expect(narrow(hits, chosen, now)).toEqual([hits[1]]);
  });
});
