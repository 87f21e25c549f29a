import { expect, it } from '@jest/globals';
import { UndoStack } from './undo-stack.ts';

/** Acts that write down when they are taken back. */
function recorded() {
  const undone: string[] = [];
  const act = (says: string) => ({
    says,
    takeBack: async () => {
      await Promise.resolve();
      undone.push(says);
    },
  });
  return { undone, act };
}

it('takes back one act after the other, the last one first, also when undo is asked twice at once', async () => {
  const { undone, act } = recorded();
  const stack = new UndoStack();
  for (const says of ['a', 'b', 'c']) stack.push(act(says));

  await Promise.all([stack.undo(), stack.undo()]);
  await stack.undo();

  expect(undone).toEqual(['c', 'b', 'a']);
  await expect(stack.undo()).resolves.toBeUndefined();
});

it('takes back a given act once, wherever it stands', async () => {
  const { undone, act } = recorded();
  const stack = new UndoStack();
  const first = act('first');
  stack.push(first);
  stack.push(act('second'));

  await stack.undo(first);
  await stack.undo(first);
  await stack.undo();

  expect(undone).toEqual(['first', 'second']);
});

it('waits for an act that is on its way, so that it is the one that goes', async () => {
  const { undone, act } = recorded();
  const stack = new UndoStack();
  stack.push(act('before'));
  const { promise, resolve } = Promise.withResolvers<void>();
  stack.await(promise.then(() => stack.push(act('on its way'))));

  const undo = stack.undo();
  resolve();
  await undo;

  expect(undone).toEqual(['on its way']);
});

it('goes on with the act before one that cannot be taken back', async () => {
  const { undone, act } = recorded();
  const stack = new UndoStack();
  stack.push(act('before'));
  stack.push({ says: 'changed since', takeBack: () => Promise.reject(new Error('changed since')) });

  await expect(stack.undo()).rejects.toThrow('changed since');
  await stack.undo();

  expect(undone).toEqual(['before']);
});

it('returns an act that nothing takes back in its turn, and goes on with the act before it', async () => {
  const { undone, act } = recorded();
  const stack = new UndoStack();
  stack.push(act('before'));
  stack.push({ says: 'forgotten for good' });

  await expect(stack.undo()).resolves.toEqual({ says: 'forgotten for good' });
  expect(undone).toEqual([]);
  await stack.undo();

  expect(undone).toEqual(['before']);
});

it('keeps the last fifty acts', async () => {
  const { undone, act } = recorded();
  const stack = new UndoStack();
  for (let count = 1; count <= 60; count += 1) stack.push(act(String(count)));

  while (await stack.undo());

  expect(undone).toHaveLength(50);
  expect(undone.at(-1)).toBe('11');
});
