import type { GenerationIndexes } from '@cairn/ports';
import { LiveTextIndex } from './live-search.ts';

it('stays for one question with the words that were live when it began', async () => {
  const wordsOf = (name: string) => ({ index: { forQuestion: () => name } });
  const generations = [wordsOf('first'), wordsOf('second')];
  const indexes = { written: async () => generations } as unknown as GenerationIndexes;
  const live = new LiveTextIndex(indexes);

  const before = await live.forQuestion();
  generations.reverse();

  expect([before, await live.forQuestion()]).toEqual(['first', 'second']);
});
