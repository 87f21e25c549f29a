import type { ScopeFields } from '../kit/conditions.ts';
import { correctionsOf, type Corrections } from './corrections.ts';
import { generationsOf } from './generation.ts';
import { seenBy, type SeenBy } from './in-scope.ts';
import type { ReadTransaction } from '../kit/transaction.ts';

/** Values that every query of one question needs: the scope, the generation and the merged entities. */
export interface Seeing extends SeenBy {
  readonly corrections: Corrections;
}

const TIMES_MAX = 3;

/**
 * Answers a question. Reads the shared values once rather than for each query; asks again when another generation became live
 * meanwhile, since the rows of the former one are being deleted.
 */
export async function seeing<Answer>(
  session: ReadTransaction,
  scope: ScopeFields,
  ask: (seen: Seeing) => Promise<Answer>,
): Promise<Answer> {
  const [corrections, generations] = await Promise.all([
    correctionsOf(session, scope.orgId),
    generationsOf(session, scope.orgId),
  ]);
  let { live } = generations;
  for (let times = 1; ; times++) {
    const answer = await ask({ ...seenBy(scope, live), corrections });
    const now = await generationsOf(session, scope.orgId);
    if (now.live === live || times === TIMES_MAX) return answer;
    live = now.live;
  }
}
