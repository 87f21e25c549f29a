import type { GraphEntity, GraphReader } from '@cairn/contracts';
import { canonicalKey } from './entity.ts';
import { ownersOfName } from './owners-of-name.ts';
import { likeNamed } from './resolve-entity.ts';

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
  const like = (await likeNamed(reader, name)).slice(0, NAMESAKES_MAX);
  const asked = await Promise.all(
    like.map(async (entity) => {
      const named = entity.type === 'path' ? entity.name : canonicalKey(entity);
      const { ownership } = await ownersOfName(reader, { name: named, repository: entity.repository, asOf });
      return { entity, owners: (ownership?.owners ?? []).map((owner) => owner.entity) };
    }),
  );
  return asked.filter(({ owners }) => owners.length > 0);
}
