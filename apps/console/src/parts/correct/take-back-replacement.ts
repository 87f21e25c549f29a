import type { RouteOutput } from '@cairn/contracts';
import { call } from '../../api/client.ts';
import type { FoundMemory } from '../found-memory.ts';
import { channelQuery } from '../memory-link.tsx';

/**
 * Archives the memory that replaced another, and makes that one active again. If that fails, the replacement holds again.
 */
export async function takeBackReplacement(
  { channel }: FoundMemory,
  { oldMemoryId, newMemoryId, oldVersion, version }: RouteOutput<'supersedeMemory'>,
): Promise<void> {
  const target = (id: typeof newMemoryId, expectedVersion: number) => ({
    params: { id },
    ...channelQuery(channel),
    body: { expectedVersion, reason: 'The replacement was taken back.' },
  });
  const archived = await call('archiveMemory', target(newMemoryId, version));
  try {
    await call('restoreMemory', target(oldMemoryId, oldVersion));
  } catch (error) {
    await call('restoreMemory', target(newMemoryId, archived.version));
    throw error;
  }
}
