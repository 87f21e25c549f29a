import { setImmediate as nextTurn } from 'node:timers/promises';
import { FairSlots } from './fair-slots.ts';

/** Takes slots and records the order of service; `giveBack` releases the slot held longest. */
function aDesk(slots: number, waitingMax = 100) {
  const desk = new FairSlots<string>({ slots, waitingMax });
  const served: string[] = [];
  const held: (() => void)[] = [];
  const ask = (owner: string) =>
    desk.take(owner)?.then((give) => {
      served.push(owner);
      held.push(give);
    });
  const giveBack = async () => {
    held.shift()!();
    await nextTurn();
  };
  return { ask, served, giveBack };
}

it('serves one whose neighbour wants everything at once', async () => {
  const { ask, served } = aDesk(4);
  for (let at = 0; at < 40; at++) void ask('noisy');
  await nextTurn();

  void ask('quiet');
  await nextTurn();

  expect(served).toEqual(['noisy', 'noisy', 'quiet']);
});

it('serves those who wait in turn by owner', async () => {
  const { ask, served, giveBack } = aDesk(1);
  for (const owner of ['a', 'a', 'a', 'b', 'c', 'b']) void ask(owner);

  for (let at = 0; at < 6; at++) {
    await nextTurn();
    await giveBack();
  }

  expect(served).toEqual(['a', 'b', 'c', 'a', 'b', 'a']);
});

it('refuses more waiting of one owner, and of no other', async () => {
  const { ask } = aDesk(1, 2);
  void ask('noisy');
  await nextTurn();
  void ask('noisy');
  void ask('noisy');

  expect(ask('noisy')).toBeUndefined();
  expect(ask('quiet')).toBeInstanceOf(Promise);
});
