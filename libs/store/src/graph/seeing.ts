import type { ScopeFields } from '../kit/conditions.ts';
import { correctionsOf, type Corrections } from './corrections.ts';
import { generationsOf } from './generation.ts';
import { seenBy, type SeenBy } from './in-scope.ts';
import type { ReadTransaction } from '../kit/transaction.ts';

/** Parameters that all queries of one question share: the scope, the generation and the corrections of managers. */
export interface Seeing extends SeenBy {
  readonly corrections: Corrections;
}

const TIMES_MAX = 3;

/**
 * Answers a question with parameters that are read once for all its queries. If another generation became live meanwhile,
 * asks again, since the rows of the former generation are being deleted.
 */
export async function seeing<Answer>(
  tx: ReadTransaction,
  scope: ScopeFields,
  ask: (seen: Seeing) => Promise<Answer>,
): Promise<Answer> {
  const [corrections, generations] = await Promise.all([
    correctionsOf(tx, scope.orgId),
    generationsOf(tx, scope.orgId),
  ]);
  let { live } = generations;
  for (let times = 1; ; times++) {
    const answer = await ask({ ...seenBy(scope, live), corrections });
    const now = await generationsOf(tx, scope.orgId);
    if (now.live === live || times === TIMES_MAX) return answer;
    live = now.live;
  }
}
