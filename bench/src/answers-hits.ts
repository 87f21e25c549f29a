import { shortIdOf } from '@cairn/contracts';
import type { LoadedTeam } from './answers-team.ts';
import type { ToolAnswer } from './answers-client.ts';

/** Hit identified by the set's own key, with its displayed score. */
export interface ShownHit {
  readonly key: string;
  readonly score: number;
}

interface Listed {
  readonly memoryId?: string;
  readonly messageId?: string;
  readonly score: number;
}

/** All hits of a recall or a message search, in the order of the text, over all kinds. */
export function hitsOf({ fields, parts }: ToolAnswer, { keyById }: Pick<LoadedTeam, 'keyById'>): ShownHit[] {
  const lists = [fields['memories'], fields['messages'], fields['results']] as (Listed[] | undefined)[];
  const placeOf = (hit: Listed) => parts[0]!.indexOf(`id ${shortIdOf(idOf(hit))}`);
  const ranked = lists.flatMap((list) => list ?? []).toSorted((one, other) => placeOf(one) - placeOf(other));
  return ranked.map((hit) => ({ key: keyById.get(idOf(hit)) ?? idOf(hit), score: hit.score }));
}

const idOf = ({ memoryId, messageId }: Listed) => memoryId ?? messageId ?? '';

/** Number of neighbouring hits of which the later one has the higher score. */
export const violationsIn = (hits: readonly ShownHit[]): number =>
  hits.filter(({ score }, at) => at > 0 && score > hits[at - 1]!.score).length;
