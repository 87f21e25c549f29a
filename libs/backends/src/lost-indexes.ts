import type { Places } from '@cairn/adapter-elasticsearch';
import type { PostgresLosses, PostgresPlacements } from '@cairn/adapter-postgres';
import type { Losses } from '@cairn/adapter-qdrant';
import type { IndexTarget, OrgId } from '@cairn/contracts';
import { placeOfOnly, type IndexLoss, type PartState } from '@cairn/ports';

type Health = Omit<PartState, 'name'>;

/** Data of the truth that a word index needs: where an organisation's words are, and whether they were lost. */
export const placesOf = (placements: PostgresPlacements, losses: PostgresLosses): Places => ({
  placeOf: (orgId) => placements.placeOf(orgId),
  hasIndexed: (orgId) => placements.hasIndexed(orgId),
  occupied: () => placements.occupied(),
  share: (orgId) => placements.share(orgId),
  isLost: async (orgId, generation) =>
    isLostFor(orgId, await losses.current(), await ofWords(placements, orgId, generation)),
  reportMissing: async (orgId, generation) => losses.report(await ofWords(placements, orgId, generation)),
});

const ofWords = async (placements: PostgresPlacements, orgId: OrgId, generation: number): Promise<IndexLoss> => ({
  target: 'words',
  generation,
  place: await placements.placeOf(orgId),
});

/** Losses of the one collection of vectors. */
export function lossesOfVectors(losses: PostgresLosses, generation: number): Losses {
  const loss: IndexLoss = { target: 'vectors', generation, place: '' };
  return {
    hasIndexed: () => losses.hasVectors(),
    isLost: async (orgId) => isLostFor(orgId, await losses.current(), loss),
    reportMissing: () => losses.report(loss),
  };
}

/** Whether the index, or its part of this organisation, was lost. */
const isLostFor = (orgId: OrgId, losses: readonly IndexLoss[], { target, generation, place }: IndexLoss): boolean =>
  losses.some(
    (loss) =>
      loss.target === target &&
      loss.generation === generation &&
      (loss.place === place || loss.place === placeOfOnly(orgId)),
  );

/** The health of an index; not ready after a loss, even if it answers, since it does not know what it lacks. */
export async function unlessLost(losses: PostgresLosses, target: IndexTarget, healthOfIndex: () => Promise<Health>) {
  const lost = (await losses.current()).filter((loss) => loss.target === target);
  if (lost.length === 0) return healthOfIndex();
  return { ready: false, problem: `${lost.length} lost and being rebuilt` };
}
