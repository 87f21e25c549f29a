import { expect, it } from '@jest/globals';
import { groupSentences } from './group-sentences.ts';

it('begins with what was decided, and shows each sentence once below its heading', () => {
  const passages = groupSentences([
    { text: 'the team learns less', part: 'consequences', given: true },
    { text: 'we run it already', part: 'reasons', given: true },
    { text: 'Retries made doubles.', heading: 'Context' },
    { text: 'In March alone 40.', heading: 'Context' },
    { text: 'Every POST takes a key.', heading: 'Decision', part: 'decision' },
    { text: 'The team learns less.', heading: 'Consequences', part: 'consequences' },
  ]);

  expect(passages).toEqual([
    { name: 'Decision', texts: ['Every POST takes a key.'] },
    { name: 'Reasons', texts: ['we run it already'] },
    { name: 'Context', texts: ['Retries made doubles.', 'In March alone 40.'] },
    { name: 'Consequences', texts: ['The team learns less.'] },
  ]);
});
