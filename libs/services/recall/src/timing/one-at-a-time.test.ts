import { setImmediate as nextTurn } from 'node:timers/promises';
import { SerialAnswers } from './one-at-a-time.ts';

function aCounter() {
  const line = new SerialAnswers<number>();
  const began: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (owner: string, question: string) =>
    line.ask(owner, question, async () => {
      const place = began.push(`${owner} ${question}`);
      await new Promise<void>((resolve) => ends.push(resolve));
      return place;
    });
  const endNext = async () => {
    ends.shift()!();
    await nextTurn();
  };
  return { ask, began, endNext };
}

it('answers one question of an owner at a time, and those of others beside it', async () => {
  const { ask, began, endNext } = aCounter();
  const asked = [ask('a', 'one'), ask('a', 'two'), ask('b', 'one')];
  await nextTurn();
  expect(began).toEqual(['a one', 'b one']);

  for (let each = 0; each < 3; each++) await endNext();

  expect(await Promise.all(asked)).toEqual([1, 3, 2]);
});

it('shares an answer among those who waited for it, and none that was under way', async () => {
  const { ask, began, endNext } = aCounter();
  const first = ask('a', 'one');
  await nextTurn();
  const later = [ask('a', 'one'), ask('a', 'one'), ask('a', 'one')];

  await endNext();
  await endNext();

  expect(await first).toBe(1);
  expect(await Promise.all(later)).toEqual([2, 2, 2]);
  expect(began).toHaveLength(2);
});

it('goes on after a question that failed', async () => {
  const line = new SerialAnswers<number>();
  const failing = line.ask('a', 'one', () => Promise.reject(new Error('no')));
  const after = line.ask('a', 'two', () => Promise.resolve(2));

  await expect(failing).rejects.toThrow('no');
  expect(await after).toBe(2);
  expect(await line.ask('a', 'one', () => Promise.resolve(1))).toBe(1);
});
