import { cacheReads } from './read-once.ts';
import { statementsIn, type ReadableText } from './statements.ts';
import { englishTagger } from './tagger.ts';

const text = (more: Partial<ReadableText> = {}): ReadableText => ({
  ...{ title: 'Owners', content: 'Petrel owns zither service.', evidence: { memoryId: 'one' }, saidAt: 1 },
  ...more,
});

it('reads a text once, for whatever evidence and time, and a text with another title or repository anew', async () => {
  const tagger = await englishTagger();
  let times = 0;
  const read = cacheReads((some) => {
    times += 1;
    return statementsIn(some, tagger);
  });

  const [first] = read(text());
  const [second] = read(text({ evidence: { memoryId: 'two' }, saidAt: 2 }));

  expect(times).toBe(1);
  expect(first).toMatchObject({ from: { name: 'Petrel' }, evidence: { memoryId: 'one' }, saidAt: 1 });
  expect(second).toEqual({ ...first, evidence: { memoryId: 'two' }, saidAt: 2 });
  read(text({ title: 'Others' }));
  read(text({ repository: 'acme/shop' }));
  expect(times).toBe(3);
});

it('lets go of the texts that were asked for longest ago, and keeps no long one', () => {
  let times = 0;
  const read = cacheReads(() => {
    times += 1;
    return [];
  });
  const readAll = (count: number) => {
    for (let at = 0; at < count; at += 1) read(text({ content: `text ${at}` }));
  };

  readAll(300);
  readAll(300);
  expect(times).toBe(300);
  readAll(301);
  read(text({ content: 'text 0' }));
  expect(times).toBe(302);
  read(text({ content: 'a'.repeat(10_001) }));
  read(text({ content: 'a'.repeat(10_001) }));
  expect(times).toBe(304);
});
