import { DocumentRests } from './document-rests.ts';

it('rests after documents for some time after a question, and not before any', () => {
  let now = 0;
  const rests = new DocumentRests(() => now);
  const found = [rests.restAfter(10)];

  rests.noteQuestion();
  found.push(rests.restAfter(10));
  now = 60_000;
  found.push(rests.restAfter(10));

  expect(found).toEqual([0, 30, 0]);
});

it('ends a rest when a question arrives', async () => {
  const rests = new DocumentRests();
  const resting = rests.wait(2 ** 30);

  rests.noteQuestion();

  await resting;
});
