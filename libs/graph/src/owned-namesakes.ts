import type { GraphEntity, GraphReader } from '@cairn/contracts';
import { REPOSITORIES_MAX } from './owners-of-name.ts';
import { likeNamed } from './resolve-entity.ts';
import { whoOwns } from './who-owns.ts';

/** A thing of a like name, with who owns it. */
export interface Namesake {
  readonly entity: GraphEntity;
  readonly owners: readonly GraphEntity[];
}

const NAMESAKES_MAX = 10;

/**
 * Things whose names hold every word of the asked one and that somebody owns, for where the asked thing has no owner or several
 * things are called so: of a service and its folder, often only the folder has one.
 */
export async function ownedNamesakes(
  reader: GraphReader,
  { name, asOf }: { readonly name: string; readonly asOf: number },
): Promise<Namesake[]> {
  const [like, ruled] = await Promise.all([likeNamed(reader, name), reader.ruledRepositories(REPOSITORIES_MAX)]);
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
