import { expect, it } from '@jest/globals';
import type { FoundHit } from './found-hit.ts';
import { joinSources } from './join-sources.ts';

const memory = (memoryId: string, messages?: string[]) => ({ kind: 'memory', memoryId, messages }) as FoundHit;
const message = (messageId: string) => ({ kind: 'message', messageId }) as FoundHit;

it('shows a memory in the best place of itself and of the messages that it came from, which are no hits of their own', () => {
  const [one, two, said, other] = [memory('1', ['a', 'gone']), memory('2', ['a']), message('a'), message('b')];

  expect(joinSources([said, other, one, two])).toEqual([
    { hit: one, said: [said] },
    { hit: other, said: [] },
    { hit: two, said: [] },
  ]);
});
