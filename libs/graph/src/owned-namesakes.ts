import type { GraphEntity, GraphReader } from '@cairn/contracts';
import { REPOSITORIES_MAX } from './owners-of-name.ts';
import { findSimilarNames } from './resolve-entity.ts';
import { whoOwns } from './who-owns.ts';

/** An entity with a similar name, and its owners. */
export interface Namesake {
  readonly entity: GraphEntity;
  readonly owners: readonly GraphEntity[];
}

const NAMESAKES_MAX = 10;

/**
 * Finds owned entities whose names contain every word of the name in question. Used if the named entity has no owner or
 * the name is ambiguous. For example, often only the folder of a service has an owner and not the service.
 */
export async function findOwnedNamesakes(
  reader: GraphReader,
  { name, asOf }: { readonly name: string; readonly asOf: number },
): Promise<Namesake[]> {
  const [like, ruled] = await Promise.all([findSimilarNames(reader, name), reader.ruledRepositories(REPOSITORIES_MAX)]);
  const only = ruled.length === 1 ? ruled[0] : undefined;
  const asked = await Promise.all(
    like.slice(0, NAMESAKES_MAX).map(async (entity) => {
      const repository = entity.repository ?? only;
      const place = {
        ...(repository !== undefined && { repository }),
        ...(entity.type === 'path' && { path: entity.name }),
      };
      const { owners } = await whoOwns(reader, { entity, ...place, asOf });
      return { entity, owners: owners.map((owner) => owner.entity) };
    }),
  );
  return asked.filter(({ owners }) => owners.length > 0);
}
