import { idOf, type FoundHit } from './found-hit.ts';

type MessageHit = Extract<FoundHit, { kind: 'message' }>;

/** A hit as the screen shows it. */
export interface ShownHit {
  readonly hit: FoundHit;
  /** Messages of the answer that the memory came from, best first; they are no hits of their own. */
  readonly said: readonly MessageHit[];
}

/** Joins each memory with the messages of the answer that it came from. The memory takes the best place among them. */
export function joinSources(hits: readonly FoundHit[]): ShownHit[] {
  const sources = hits.flatMap((hit) =>
    hit.kind === 'memory' ? (hit.messages ?? []).map((id) => [id, hit] as const) : [],
  );
  // The best of several memories that came from one message has it.
  const memoryOf = new Map<string, FoundHit>(sources.toReversed());
  const shown = Map.groupBy(hits, (hit) => memoryOf.get(idOf(hit)) ?? hit);
  return [...shown].map(([hit, joined]) => ({ hit, said: joined.filter((one) => one !== hit) as MessageHit[] }));
}
