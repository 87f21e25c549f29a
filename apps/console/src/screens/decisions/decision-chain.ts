import { call, Refusal } from '../../api/client.ts';
import { channelQuery } from '../../parts/memory-link.tsx';
import type { FoundMemory } from '../../parts/found-memory.ts';

/** The most decisions of a chain that are loaded. */
const CHAIN_MAX = 30;

/** Loads a decision with those that it superseded and those that superseded it, oldest first. */
export async function loadChain(id: string, channel: string | undefined): Promise<FoundMemory[]> {
  const loaded = new Map<string, FoundMemory>();
  const waiting = [id];
  for (let next = waiting.shift(); next !== undefined && loaded.size < CHAIN_MAX; next = waiting.shift()) {
    if (loaded.has(next)) continue;
    const link = await loadLink(next, channel);
    if (!link) continue;
    loaded.set(next, link.memory);
    waiting.push(...link.neighbours);
  }
  return [...loaded.values()].sort((one, other) => timeOf(one) - timeOf(other));
}

export const timeOf = ({ timestamp, createdAt }: FoundMemory): number => timestamp ?? createdAt;

/** Loads one decision and the ids of its neighbours; undefined if the reader may not see it. */
async function loadLink(id: string, channel: string | undefined) {
  const target = { params: { id }, ...channelQuery(channel) };
  try {
    const [memory, { supersedes, supersededBy }] = await Promise.all([
      call('getMemory', target),
      call('revisions', target),
    ]);
    if (memory.kind !== 'memory') return undefined;
    return { memory, neighbours: [...supersedes, ...(supersededBy === undefined ? [] : [supersededBy])] };
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return undefined;
    throw error;
  }
}
