import type { LoadedTeam } from './answers-team.ts';
import type { ToolAnswer } from './answers-client.ts';

/** A hit by the set's own key, with the number that is shown of it. */
export interface ShownHit {
  readonly key: string;
  readonly score: number;
}

interface Listed {
  readonly memoryId?: string;
  readonly messageId?: string;
  readonly score: number;
  readonly rankScore?: number;
}

/** All hits of a recall or a message search, best first, be they of one kind or of several. */
export function hitsOf({ fields }: ToolAnswer, { keyById }: Pick<LoadedTeam, 'keyById'>): ShownHit[] {
  const lists = [fields['memories'], fields['messages'], fields['results']] as (Listed[] | undefined)[];
  const ranked = lists.flatMap((list) => list ?? []).toSorted((one, other) => rankOf(other) - rankOf(one));
  return ranked.map(({ memoryId, messageId, score }) => {
    const id = memoryId ?? messageId ?? '';
    return { key: keyById.get(id) ?? id, score };
  });
}

const rankOf = ({ rankScore, score }: Listed) => rankScore ?? score;

/** Neighbours of which the later one shows the higher number. */
export const violationsIn = (hits: readonly ShownHit[]): number =>
  hits.filter(({ score }, at) => at > 0 && score > hits[at - 1]!.score).length;
