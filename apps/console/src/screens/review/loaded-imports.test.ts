import { expect, it } from '@jest/globals';
import type { ImportedMemory } from '@cairn/contracts';
import { loadedImportsOf } from './loaded-imports.ts';

const one = (memoryId: string, more: object = {}) =>
  ({
    memoryId,
    version: 1,
    writtenBy: { principalId: 'ada' },
    importedBy: { importId: 'i1', name: 'notes.jsonl' },
    ...more,
  }) as unknown as ImportedMemory;
const shown = (memories: readonly ImportedMemory[]) =>
  loadedImportsOf(memories).map(({ name, ready, hasMore, suspect }) => ({
    ...{ name, hasMore, suspect, ready: ready.map(({ memoryId }) => memoryId as string) },
  }));

it('offers of each import what is on the screen and does not read like planted instructions', () => {
  const ofBen = { writtenBy: { principalId: 'ben' }, importedBy: { importId: 'i1' } };
  const planted = { signals: ['override'] };
  const memories = [one('c'), one('b', planted), one('a'), one('d', ofBen), one('e', { ...ofBen, ...planted })];

  expect(shown(memories)).toEqual([
    { name: 'notes.jsonl', ready: ['c', 'a'], hasMore: false, suspect: 1 },
    { name: 'i1', ready: ['d'], hasMore: false, suspect: 1 },
  ]);
  expect(shown([one('b', planted)])).toEqual([]);
});

it('offers no more than one request takes, the first on the screen', () => {
  const memories = Array.from({ length: 150 }, (_, at) => one(`m${at}`));

  const [first] = shown(memories);

  expect(first).toMatchObject({ hasMore: true });
  expect(first!.ready).toEqual(memories.slice(0, 100).map(({ memoryId }) => memoryId));
  expect(shown(memories.slice(100))).toMatchObject([{ hasMore: false }]);
});
