import type { Places } from '@cairn/adapter-elasticsearch';
import type { PostgresLosses, PostgresPlacements } from '@cairn/adapter-postgres';
import type { Losses } from '@cairn/adapter-qdrant';
import type { IndexTarget, OrgId } from '@cairn/contracts';
import { placeOfOrganisation, type IndexLoss, type PartState } from '@cairn/ports';

type Health = Omit<PartState, 'name'>;

/** Tells a word index from the truth which physical index has an organisation's words, and whether its words were lost. */
export const placesOf = (placements: PostgresPlacements, losses: PostgresLosses): Places => ({
  placeOf: (orgId) => placements.placeOf(orgId),
  hasIndexed: (orgId) => placements.hasIndexed(orgId),
  occupied: () => placements.occupied(),
  share: (orgId) => placements.share(orgId),
  isLost: async (orgId, generation) =>
    isLostFor(orgId, await losses.current(), await lossOfWords(placements, orgId, generation)),
  reportMissing: async (orgId, generation) => losses.report(await lossOfWords(placements, orgId, generation)),
});

const lossOfWords = async (placements: PostgresPlacements, orgId: OrgId, generation: number): Promise<IndexLoss> => ({
  target: 'words',
  generation,
  place: await placements.placeOf(orgId),
});

/** Tells the vector index whether its only collection was lost. */
export function vectorLosses(losses: PostgresLosses, generation: number): Losses {
  const loss: IndexLoss = { target: 'vectors', generation, place: '' };
  return {
    hasIndexed: () => losses.hasVectors(),
    isLost: async (orgId) => isLostFor(orgId, await losses.current(), loss),
    reportMissing: () => losses.report(loss),
  };
}

/** Whether the whole index, or this organisation's part of it, was lost. */
const isLostFor = (orgId: OrgId, losses: readonly IndexLoss[], { target, generation, place }: IndexLoss): boolean =>
  losses.some(
    (loss) =>
      loss.target === target &&
      loss.generation === generation &&
      (loss.place === place || loss.place === placeOfOrganisation(orgId)),
  );

/** Health of an index. After a loss the index is not ready, even if it answers, since its answers lack items. */
export async function healthUnlessLost(
  losses: PostgresLosses,
  target: IndexTarget,
  healthOfIndex: () => Promise<Health>,
) {
  const lost = (await losses.current()).filter((loss) => loss.target === target);
  if (lost.length === 0) return healthOfIndex();
  return { ready: false, problem: `${lost.length} lost and being rebuilt` };
}
