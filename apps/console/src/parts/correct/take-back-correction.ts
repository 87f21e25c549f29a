import { call } from '../../api/client.ts';
import type { FoundMemory } from '../found-memory.ts';
import { channelQuery } from '../memory-link.tsx';
import { changesOf, draftOf } from '../memory-form/memory-draft.ts';

/** Gives a memory what it said before a correction. Fails if it was changed again since the version of that correction. */
export async function takeBackCorrection(before: FoundMemory, version: number): Promise<void> {
  const target = { params: { id: before.id }, ...channelQuery(before.channel) };
  const now = await call('getMemory', target);
  if (now.kind !== 'memory') return;
  const reason = 'The correction was taken back.';
  await call('updateMemory', {
    ...target,
    body: { ...changesOf(now, draftOf(before)), reason, expectedVersion: version },
  });
}
